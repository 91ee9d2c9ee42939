// The field of the reference: a text area over its coloured components.

import { byId, copied, fill, h, replace } from './dom.js';
import { knownRanges, lightAt, lightUp, lit, onLight } from './highlight.js';
import { limit } from './limits.js';
import { on, set, state } from './state.js';
import { Utf8, hiddenIn, short } from './text.js';

const field = byId('reference');
const text = byId('reference-text');
const hidden = byId('hidden-characters');
/** Longer texts are not coloured. */
const MOST = 20_000;
/** If there are more ranges than this, only components are distinguished, because each range has its own elements. */
const MOST_RANGES = 2000;
/** The maximum number of characters that are repeated below the field. */
const LONGEST_NOTICE = 2000;

let colours = { input: null, spans: {}, fault: null };

/** Colours the text by `spans`, and marks a fault, if `input` is still the text in the field. */
export function colour(input, spans, fault) {
  colours = { input, spans, fault };
  draw();
}

/** Puts a string of the page in the field, and changes the start rule if necessary. */
export function tryText(input, rule = state.rule) {
  const { mine } = state;
  set({ input, rule, mine: mine ?? { input: state.input, rule: state.rule } });
}

function draw() {
  const { input } = state;
  const shown = field.value;
  hidden.hidden = hiddenIn(input, 1, '\n').length === 0;
  fill(hidden, !hidden.hidden && ['With characters that cannot be seen: ', h('bdi', {}, short(input, LONGEST_NOTICE))]);
  if (input.length > MOST || shown !== input) {
    text.textContent = `${shown}\n`;
    return;
  }
  const utf8 = new Utf8(input);
  const isCurrent = colours.input === input;
  const parts = isCurrent ? Object.entries(colours.spans).filter(([name, span]) => span && name !== 'authority') : [];
  const fault = isCurrent ? colours.fault : null;
  const edges = new Set([0, utf8.length]);
  const known = knownRanges();
  const told = known.length > MOST_RANGES ? [] : known;
  const all = [...parts.map(([, span]) => span), ...told, lit.range, fault].filter(Boolean);
  if (lit.step) all.push([lit.step.start, lit.step.end]);
  for (const [start, end] of all) edges.add(Math.min(start, utf8.length)).add(Math.min(end, utf8.length));
  const sorted = [...edges].sort((one, other) => one - other);
  const segments = sorted.slice(0, -1).map((start, at) => {
    const end = sorted[at + 1];
    const within = (range) => range && range[0] <= start && end <= range[1];
    const component = parts.find(([, span]) => within(span))?.[0];
    const classes = [
      component && `c-${component}`,
      isCurrent && !component && !fault && parts.length > 0 && 'dim',
      within(lit.range) && 'on',
      within(fault) && 'faulty',
      lit.step && within([lit.step.start, lit.step.end]) && (lit.step.failed ? 'refused' : 'taken'),
      lit.step && within([0, lit.step.start]) && 'passed',
    ];
    return copied({ class: classes.filter(Boolean).join(' ') || null, 'data-at': start }, utf8.slice(start, end));
  });
  const beyond = fault && fault[0] >= utf8.length ? h('span', { class: 'faulty' }, ' ') : null;
  fill(text, segments, beyond, '\n');
}

field.addEventListener('input', () => {
  set({ input: field.value, mine: null }, 'typed');
});
field.addEventListener('mousemove', (event) => {
  const under = document
    .elementsFromPoint(event.clientX, event.clientY)
    .find((element) => element.dataset.at !== undefined);
  if (under) lightAt(Number(under.dataset.at));
  else lightUp(null);
});
field.addEventListener('mouseleave', () => lightUp(null));
on(['input'], (_changed, why) => {
  if (why !== 'typed') replace(field, state.input);
  lightUp(null);
  draw();
});
onLight(draw);
limit('reference', 'input');
const stage = document.querySelector('.stage');
new ResizeObserver(() => stage.parentElement.style.setProperty('--stage', `${stage.offsetHeight}px`)).observe(stage);
