// The editor of the grammar: a text area over coloured lines. Tab leaves the field.

import { byId, fill, h, replace } from './dom.js';
import { exampleOf } from './examples.js';
import { limit } from './limits.js';
import { drawLines, lineOf, offsetOf, setMarks } from './lines.js';
import { read, ruleAt, spelled } from './notation.js';
import { onLine } from './notices.js';
import { given, on, set, state } from './state.js';

const field = byId('grammar');
const box = byId('editor');

/** The tokens and rules of the text in the editor. */
export let notation = read('');

field.addEventListener('input', () => {
  set({ grammar: field.value }, 'typed in grammar');
});
for (const event of ['keyup', 'click', 'focus', 'select']) field.addEventListener(event, cursor);
document.addEventListener('selectionchange', () => {
  if (document.activeElement === field) cursor();
});

/** Sets the rule at the cursor. */
function cursor() {
  const rule = ruleAt(notation.rules, field.selectionStart);
  set({ here: rule?.name ?? '' });
  draw();
}

/** Draws the lines, and says where the cursor is. */
export function draw() {
  const { rules } = notation;
  const caret = ruleAt(rules, field.selectionStart);
  const here = caret?.name === state.here ? caret : rules.find(({ name }) => name === state.here);
  drawLines(state.grammar, notation, here);
  byId('drawn-rule').textContent = state.here || '…';
  fill(
    byId('rule-here'),
    state.grammar === given.builtin
      ? [
          'Try it: in ',
          h('code', {}, 'scheme'),
          ', write ',
          h('code', {}, '"_" |'),
          ' before ',
          h('code', {}, 'DIGIT'),
          '.',
        ]
      : caret?.name === state.here && ['The cursor is in ', h('code', {}, state.here), '.'],
  );
}

on(['grammar'], (_changed, why) => {
  if (why !== 'typed in grammar') replace(field, state.grammar);
  notation = read(state.grammar);
  const { rules } = notation;
  if (!rules.some(({ name }) => name === state.here))
    set({ here: ruleAt(rules, why === 'typed in grammar' ? field.selectionStart : 0)?.name ?? '' });
  if (why === 'walked') goTo(lineOf(state.grammar, field.selectionStart), null, false);
  draw();
});
on(['grammar', 'name', 'source'], () => {
  const reset = byId('reset');
  reset.hidden = state.grammar === original().grammar;
  reset.textContent = state.source === 'file' ? 'Show the file’s text' : 'Restore the original';
});
on(['here'], draw);

/** Marks lines, see `setMarks`. */
export function mark(all) {
  setMarks(all);
  draw();
}

/**
 * Replaces the whole grammar. With `stays`, the cursor remains on its line, because
 * the text is a new version of the old one.
 */
export function replaceGrammar(grammar, changes = {}, stays = false) {
  const { scrollTop } = box;
  const line = stays ? field.value.slice(0, field.selectionStart).split('\n').length : 1;
  set({ ...changes, grammar });
  const offset = Math.min(offsetOf(grammar, line, 1), grammar.length);
  field.setSelectionRange(offset, offset);
  box.scrollTop = stays ? scrollTop : 0;
  if (!stays) box.scrollLeft = 0;
  cursor();
}

/** Moves the cursor to a line and column, and with `grab` also the keyboard focus. Without a column, the cursor stays. */
export function goTo(line, column, grab = true) {
  if (grab) field.focus({ preventScroll: true });
  if (column !== null) field.setSelectionRange(...Array(2).fill(offsetOf(state.grammar, line, column)));
  const height = Number.parseFloat(getComputedStyle(field).lineHeight);
  const scrolled = box.classList.contains('plain') ? field : box;
  scrolled.scrollLeft = 0;
  scrolled.scrollTop = Math.max(0, (line - 1) * height - box.clientHeight / 3);
  if (grab) box.scrollIntoView({ block: 'nearest' });
  cursor();
}

/** Returns the name of a rule in the grammar's spelling; some answers use the RFC's spelling. */
export const nameHere = (rule) =>
  [...notation.rules.map(({ name }) => name), ...given.rules].find((name) => spelled(name) === spelled(rule)) ?? rule;

/** Moves the cursor to the definition of a rule. */
export function goToRule(name, grab = true) {
  const rule = notation.rules.find((one) => one.name === name);
  if (rule) goTo(lineOf(state.grammar, rule.start), 1, grab);
  return rule !== undefined;
}

/**
 * Returns the grammar before edits. A text from a link may be the example of its name. Returns nothing if the example's text
 * cannot be fetched.
 */
function original() {
  const { source, name } = state;
  if (source === 'file') return { source, name, grammar: given.file.text };
  const example = source === 'builtin' ? undefined : exampleOf(name);
  return example
    ? { source: 'example', name, grammar: example.grammar ?? state.grammar }
    : { source: 'builtin', name: 'uri.pest', grammar: given.builtin };
}

byId('reset').addEventListener('click', () => {
  const { grammar, ...changes } = original();
  replaceGrammar(grammar, changes);
});
onLine(goTo);
limit('grammar', 'grammar');
