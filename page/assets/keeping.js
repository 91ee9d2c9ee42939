// The strings to keep: the list in the state, the answers about it, and the buttons that add to it.

import { byId, h } from './dom.js';
import { spelled } from './notation.js';
import { sayOnPage } from './saying.js';
import { NONE, on, set, state } from './state.js';
import { short, visible } from './text.js';

/** The maximum number of strings, and of their bytes as lines. */
export const MOST = 500;
const LONGEST = 64 << 10;
/** The maximum number of characters of a string that are shown. */
const SHOWN = 40;
const TOO_MANY = `That was left out: this page keeps at most ${MOST} strings, of ${LONGEST >> 10} KiB together.`;
/** The name of the list in the answers of the command, where those of a grammar have the name of a file. */
const LIST = '--expect';

const panel = byId('panel-keep');
const encoder = new TextEncoder();

/**
 * The last answers about the strings of a list, those about expectations in the grammar's text, and whether they are from before
 * the grammar had a fault.
 */
export const tried = { list: NONE, ofList: [], ofText: [], isKept: false };
const listeners = [];

/** Calls the listener after each answer, and now. */
export function onTried(listener) {
  listeners.push(listener);
  listener();
}

/** Returns the expectation as in a comment of a grammar. */
export const stated = ({ rule, text, must }) =>
  `${rule} must ${must ? '' : 'not '}match "${visible(text.replace(/["\\]/g, '\\$&'))}"`;

/** Returns the list as the command reads it. */
export const lines = () => state.keep.map(stated).join('\n');

/** Leaves the last answers, dimmed. */
export function wait() {
  tried.isKept = true;
  for (const listener of listeners) listener();
}

/** Takes the answers of the command about expectations, and returns the others, and those about comments that fail. */
export function tell(answers) {
  if (answers.some(({ kind }) => kind === 'fault')) {
    wait();
    return answers;
  }
  const had = tried.ofText.length > 0;
  const ofList = answers.filter(({ file }) => file === LIST);
  const ofText = answers.filter(({ kind, file }) => kind === 'expectation' && file !== LIST);
  Object.assign(tried, { ofList, ofText, list: state.keep, isKept: false });
  if (!had && ofText.length > 0) panel.open = true;
  for (const listener of listeners) listener();
  return answers.filter(({ file, holds }) => file !== LIST && holds !== true);
}

const isOf = (list, text, rule) => list.some((one) => one.text === text && one.rule === spelled(rule));

export const fits = (list) =>
  list.length <= MOST && encoder.encode(list.map(stated).join('\n')).length <= LONGEST;

function keep(text, rule, must) {
  const list = [...state.keep, { rule: spelled(rule), text: text.toWellFormed(), must }];
  if (fits(list)) set({ keep: list });
  else sayOnPage(TOO_MANY);
}

const label = (text, rule, must) =>
  `Keep: ${spelled(rule)} must ${must ? '' : 'not '}match ${text === '' ? 'the empty text' : short(text, SHOWN)}`;

/** Returns the button that adds a string of the page, or removes it again. */
export function plus(text, rule, must) {
  const said = label(text, rule, must);
  const click = () =>
    button.kept() ? set({ keep: state.keep.filter((one) => !isOf([one], text, rule)) }) : keep(text, rule, must);
  const button = h('button', { type: 'button', class: 'plus', title: said, 'aria-label': said, click });
  button.kept = () => isOf(state.keep, text, rule);
  show(button);
  return button;
}

function show(button) {
  const isKept = button.kept();
  button.textContent = isKept ? '✓' : '+';
  button.setAttribute('aria-pressed', isKept);
}

/** Returns the button that adds the text in the field. */
export const keepHere = (rule, must) => [
  ' ',
  h(
    'button',
    {
      type: 'button',
      class: 'small',
      id: 'keep',
      title: label(state.input, rule, must),
      disabled: isOf(state.keep, state.input, rule),
      click() {
        byId('reference').focus();
        keep(state.input, rule, must);
      },
    },
    isOf(state.keep, state.input, rule) ? 'Kept' : 'Keep',
  ),
];

on(['keep'], () => {
  document.querySelectorAll('.plus').forEach(show);
  if (state.keep.length > 0) panel.open = true;
});
