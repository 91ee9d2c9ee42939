// The line below the editor, which explains the piece of the notation at the cursor, or meanwhile the one under the pointer.

import { byId, coded, fill, h } from './dom.js';
import { goToRule, notation } from './editor.js';
import { explain } from './explain.js';
import { piece } from './sentence.js';
import { on, state } from './state.js';

const field = byId('grammar');
const line = byId('explained');
/** What is said if there is no piece. */
const NOTHING = line.textContent;
/** The milliseconds in which the cursor moves on while a key is held down. */
const PAUSE = 60;

let timer = 0;
let atCursor = null;
let pointed = null;
let drawn = '';

function draw() {
  const shown = pointed ?? atCursor;
  const key = JSON.stringify(shown);
  if (key === drawn) return;
  drawn = key;
  fill(line, shown ? sentence(shown) : NOTHING);
  line.scrollTop = 0;
}

const sentence = ({ code, said, rule }) => [
  h('code', {}, piece(code).code),
  ': ',
  said.map((part) => (part.code === undefined ? coded(part) : h('code', {}, part.code))),
  rule && [' ', h('button', { type: 'button', class: 'link', click: () => goToRule(rule) }, 'Go to it')],
];

/** Explains the piece at the cursor, or the one that ends there. */
function atSelection() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const at = field.selectionStart;
    // A pointer at rest does not hide where the cursor goes.
    pointed = null;
    atCursor = explain(state.grammar, at, notation) ?? (at > 0 ? explain(state.grammar, at - 1, notation) : null);
    draw();
  }, PAUSE);
}

/**
 * Returns the offset of the character under the pointer, or -1. The browser tells the nearest place between two characters, so
 * that it is asked about the point half a character before.
 */
function offsetUnder({ clientX, clientY }) {
  const half = widthOf() / 2;
  const caret = document.caretPositionFromPoint?.(clientX - half, clientY);
  return caret?.offsetNode === field ? caret.offset : -1;
}

let width = 0;

/** Returns the width of a character in pixels. */
function widthOf() {
  if (width === 0) {
    const context = document.createElement('canvas').getContext('2d');
    context.font = getComputedStyle(field).font;
    ({ width } = context.measureText('0'));
  }
  return width;
}

let under = -1;

field.addEventListener('mousemove', (event) => {
  const offset = offsetUnder(event);
  if (offset === under) return;
  under = offset;
  pointed = offset < 0 ? null : explain(state.grammar, offset, notation);
  draw();
});
// The sentence stays while the pointer goes to the button in it.
document.addEventListener('mouseover', ({ target }) => {
  if (target === field || line.contains(target)) return;
  under = -1;
  pointed = null;
  draw();
});
field.addEventListener('click', (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  const called = explain(state.grammar, field.selectionStart, notation)?.rule;
  if (called) goToRule(called);
});
document.addEventListener('selectionchange', () => {
  if (document.activeElement === field) atSelection();
});
for (const event of ['focus', 'keyup', 'click']) field.addEventListener(event, atSelection);
on(['grammar'], () => {
  under = -1;
  pointed = null;
  atSelection();
});
atSelection();
