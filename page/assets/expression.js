// The expression of a step, lit in the editor of the grammar and in the railroad.

import { byId } from './dom.js';
import { draw, notation } from './editor.js';
import { lineOf, offsetOf, placeOf, setLit } from './lines.js';
import { isAlike } from './meaning.js';
import { read, ruleAt } from './notation.js';
import { railroad, whenDrawn } from './railroad.js';
import { given, set, state } from './state.js';
import { Utf8, short } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';
/** The space around a lit expression, the radius of a button, and the distance of its centre from the alternative, in pixels. */
const [SPACE, RADIUS, BEFORE] = [4, 7, 12];

let lit = null;
let asked = null;
let bytes = new Utf8('');
let tokens = { text: null };

const withoutComments = (text) => read(text).tokens.filter(({ kind }) => kind !== 'comment');

/** Returns the indexes in the editor of a range of bytes, `{ start, end }` or `null`, in the grammar that made the trace. */
export function inEditor(at) {
  const { grammar: text } = state;
  if (!at) return null;
  if (text === given.builtin || !isAlike()) {
    if (bytes.text !== text) bytes = new Utf8(text);
    return { start: bytes.index(at.start), end: bytes.index(at.end) };
  }
  // uri.pest made the trace. The text in the editor has its tokens, but other comments and spaces.
  if (tokens.text !== text) {
    const edges = withoutComments(given.builtin).flatMap(({ start, end }, number) => [
      [`start ${start}`, number],
      [`end ${end}`, number],
    ]);
    tokens = { text, here: withoutComments(text), builtin: new Utf8(given.builtin), numbers: new Map(edges) };
  }
  const first = tokens.numbers.get(`start ${tokens.builtin.index(at.start)}`);
  const last = tokens.numbers.get(`end ${tokens.builtin.index(at.end)}`);
  return first === undefined || last === undefined
    ? null
    : { start: tokens.here[first].start, end: tokens.here[last].end };
}

/** Lights a range of the text in the editor, `{ start, end, failed }` or `null`, and shows the railroad of its rule. */
export function lightExpression(range) {
  if (range === lit) return;
  lit = range;
  setLit(range);
  draw();
  if (range) scrollTo(range);
  const rule = range && ruleAt(notation.rules, range.start);
  if (rule) set({ here: rule.name });
  lightDrawing();
}

/** Scrolls the editor to a range that is out of sight. The cursor and the focus stay. */
function scrollTo({ start }) {
  const box = byId('editor');
  const field = byId('grammar');
  const scrolled = box.classList.contains('plain') ? field : box;
  const height = Number.parseFloat(getComputedStyle(field).lineHeight);
  const line = lineOf(state.grammar, start);
  const top = (line - 1) * height;
  const isSeen = top >= scrolled.scrollTop && top + 2 * height <= scrolled.scrollTop + box.clientHeight;
  if (!isSeen) scrolled.scrollTop = Math.max(0, top - box.clientHeight / 3);
  const { left } = placeOf(line, start - offsetOf(state.grammar, line, 1));
  // Only an expression that begins far to the right hides the starts of the lines.
  const width = box.clientWidth * 0.7;
  scrolled.scrollLeft = left < width ? 0 : left - width / 3;
}

const rangeOf = ({ dataset: { start, end } }) => {
  if (bytes.text !== state.grammar) bytes = new Utf8(state.grammar);
  return { start: bytes.index(Number(start)), end: bytes.index(Number(end)) };
};

/** Lights the expression in the railroad, or the smallest around it that has a drawing. */
function lightDrawing() {
  if (!railroad) return;
  railroad.querySelector('.at-step-box')?.remove();
  railroad.querySelector('.at-step')?.classList.remove('at-step');
  if (!lit || !railroad.checkVisibility()) return;
  const around = [...railroad.querySelectorAll('[data-start]')]
    .map((element) => ({ element, ...rangeOf(element) }))
    .filter(({ start, end }) => start <= lit.start && lit.end <= end)
    .sort((one, other) => one.end - one.start - (other.end - other.start));
  if (around.length === 0) return;
  const [{ element }] = around;
  element.classList.add('at-step');
  const { x, y, width, height } = element.getBBox();
  const box = svg('rect', {
    class: `at-step-box${lit.failed ? ' failed' : ''}`,
    x: x - SPACE,
    y: y - SPACE,
    width: width + 2 * SPACE,
    height: height + 2 * SPACE,
  });
  // Behind the drawing, but before the rectangle of its canvas.
  railroad.querySelector('[data-start]').before(box);
  const frame = railroad.parentElement;
  const [inner, outer] = [box.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right) frame.scrollLeft += inner.left - outer.left - outer.width / 3;
  if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollTop += inner.top - outer.top - outer.height / 3;
}

const redraw = () => {
  lightDrawing();
  offer();
};
whenDrawn(redraw);
byId('panel-draw').addEventListener('toggle', redraw);

function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** Adds a button before each alternative in the railroad. `ask` is called with its offset in the editor; with `null`, there are none. */
export function offerAlternatives(ask) {
  asked = ask;
  offer();
}

function offer() {
  if (!railroad) return;
  for (const button of railroad.querySelectorAll('.why')) button.remove();
  railroad.classList.toggle('asks', asked !== null);
  if (!asked || !railroad.checkVisibility()) return;
  for (const alternative of railroad.querySelectorAll('.choice > [data-start]')) {
    const { start, end } = rangeOf(alternative);
    const box = alternative.querySelector(':is(.terminal, .nonterminal) rect');
    if (!box) continue;
    const { y, height } = box.getBBox();
    const place = { cx: alternative.getBBox().x - BEFORE, cy: y + height / 2 };
    const label = `Why not ${short(state.grammar.slice(start, end), 60)}?`;
    const button = svg(
      'g',
      { class: 'why', role: 'button', tabindex: '0', 'aria-label': label },
      svg('title', {}, label),
      // Large enough for a finger.
      svg('circle', { class: 'reach', ...place, r: BEFORE }),
      svg('circle', { ...place, r: RADIUS }),
      svg('text', { x: place.cx, y: place.cy + 4 }, '?'),
    );
    const answer = () => asked?.(start);
    button.addEventListener('click', answer);
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      answer();
    });
    railroad.append(button);
  }
}

/** A click in an alternative asks about it, too, unless it is on a link. */
byId('panel-draw').addEventListener('click', ({ target }) => {
  const alternative = target.closest('svg [role]') ? null : target.closest('.choice > [data-start]');
  if (alternative) asked?.(rangeOf(alternative).start);
});
