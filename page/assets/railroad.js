// The rule at the cursor as a railroad. Only known elements and attributes of the SVG are copied.

import { fill, h, prose } from './dom.js';
import { goToRule, notation } from './editor.js';
import { note } from './notices.js';
import { panel } from './schedule.js';
import { named, state } from './state.js';
import { visible } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';
const ELEMENTS = new Set(['svg', 'g', 'a', 'path', 'rect', 'circle', 'text', 'tspan', 'line', 'polyline', 'title']);
const ATTRIBUTES = new Set('viewBox class d x y width height rx ry cx cy r x1 y1 x2 y2 points transform data-start data-end'.split(' '));

/** Longer drawings are not shown, because their elements would slow down the page. */
const LONGEST = 400_000;

/** The last drawing. Its elements with `data-start` and `data-end` are of the expressions at these bytes of the grammar. */
export let railroad = null;

const listeners = [];

/** Calls `listener` after each drawing. */
export const whenDrawn = (listener) => listeners.push(listener);

panel('draw', {
  side: 'grammar',
  needs: ['grammar', 'here', 'input', 'rule'],
  requests: ({ here, input, rule }) =>
    here === '' ? 'The grammar has no rule.' : [{ panel: 'draw', fields: { rule: here, input, start: rule } }],
  show(body, [{ answers: [{ svg }], command, said }], { status }) {
    if (svg.length > LONGEST)
      return fill(body, note('The rule is too large to be drawn here. To draw it: ', h('code', {}, visible(command))));
    const drawing = imported(svg);
    if (!drawing) return fill(body, note('The drawing could not be read.'));
    const [, , width] = drawing.getAttribute('viewBox').split(' ').map(Number);
    drawing.style.width = `${width}px`;
    drawing.style.height = 'auto';
    for (const box of drawing.querySelectorAll('.nonterminal')) link(box);
    status.textContent = drawing.querySelector('.taken') ? named('path of the reference highlighted') : '';
    fill(
      body,
      h(
        'div',
        { class: 'railroad-box', tabindex: '0', role: 'group', 'aria-label': `Railroad diagram of ${state.here}` },
        drawing,
      ),
      said !== '' && note(prose(said.replace(/^uri: [^:\n]+: /, '').trim())),
    );
    railroad = drawing;
    for (const listener of listeners) listener();
    return undefined;
  },
});

/** Makes a box with the name of a rule a link to its definition. */
function link(box) {
  const name = box.querySelector('text')?.textContent.trim();
  if (!notation.rules.some((rule) => rule.name === name)) return;
  box.setAttribute('tabindex', '0');
  box.setAttribute('role', 'link');
  box.setAttribute('aria-label', `To the rule ${name}`);
  box.addEventListener('click', () => goToRule(name));
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') goToRule(name);
  });
}

/** The drawing's own style. The page's policy refuses inline styles even in a document that is only parsed. */
const STYLE = /<style\b[^>]*>[\s\S]*?<\/style>/g;

/** Returns the root of a drawing, with only the known elements and attributes. */
function imported(svg) {
  const { documentElement: root } = new DOMParser().parseFromString(svg.replace(STYLE, ''), 'image/svg+xml');
  return root.localName === 'svg' && root.hasAttribute('viewBox') ? copied(root) : null;
}

function copied(source) {
  // A link of the drawing is to a place in it, but the page has its own links.
  const element = document.createElementNS(SVG, source.localName === 'a' ? 'g' : source.localName);
  for (const { name, value } of source.attributes) if (ATTRIBUTES.has(name)) element.setAttribute(name, value);
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE && child.data.trim() !== '') element.append(child.data.trim());
    else if (child.nodeType === Node.ELEMENT_NODE && child.namespaceURI === SVG && ELEMENTS.has(child.localName))
      element.append(copied(child));
  }
  return element;
}
