// The strings to keep: the buttons that add to the list, and the answers about it.

import { byId, h } from './dom.js';
import { spelled } from './notation.js';
import { sayNoAnswer } from './saying.js';
import { NONE, on, set, state } from './state.js';
import { short } from './text.js';

/** The maximum number of characters of a string that are shown. */
const SHOWN = 40;
/** The name of the list in the answers of the command, where those of a grammar have the name of a file. */
export const LIST = '--expect';

const panel = byId('panel-keep');
let hadText = false;

/** The last answers of the command, the list that they are about, and what the panel does with them. */
export const tried = { answers: [], list: NONE, told() {} };

/** Takes the answers of the command, and returns those that are not about the list, nor about comments that hold. */
export function tell(answers) {
  Object.assign(tried, { answers, list: state.keep });
  const hasText = answers.some(({ kind, file }) => kind === 'expectation' && file !== LIST);
  if (hasText && !hadText) panel.open = true;
  if (!answers.some(({ kind }) => kind === 'fault')) hadText = hasText;
  tried.told();
  return answers.filter(({ file, holds }) => file !== LIST && holds !== true);
}

const isKept = (text, rule) => state.keep.some((one) => one.text === text && one.rule === spelled(rule));

const keep = (text, rule, must) =>
  import('./kept.js').then(({ add }) => add({ rule: spelled(rule), text, must }), sayNoAnswer);

const label = (text, rule, must) =>
  `Keep: ${spelled(rule)} must ${must ? '' : 'not '}match ${text === '' ? 'the empty text' : short(text, SHOWN)}`;

/** Returns the button that adds a string of the page, or removes it again. */
export function plus(text, rule, must) {
  const title = label(text, rule, must);
  const click = () =>
    isKept(text, rule)
      ? set({ keep: state.keep.filter((one) => one.text !== text || one.rule !== spelled(rule)) })
      : keep(text, rule, must);
  const button = h('button', { type: 'button', class: 'plus', title, 'aria-label': title, click });
  button.draw = () => {
    button.ariaPressed = isKept(text, rule);
    button.textContent = isKept(text, rule) ? '✓' : '+';
  };
  button.draw();
  return button;
}

/** Returns the button that adds the text in the field. */
export function keepHere(rule, must) {
  const { input } = state;
  const disabled = isKept(input, rule);
  const click = () => {
    byId('reference').focus();
    keep(input, rule, must);
  };
  const attributes = { type: 'button', class: 'small', id: 'keep', title: label(input, rule, must), disabled, click };
  return [' ', h('button', attributes, disabled ? 'Kept' : 'Keep')];
}

on(['keep'], () => {
  for (const button of document.querySelectorAll('.plus')) button.draw();
  if (state.keep.length > 0) panel.open = true;
});
