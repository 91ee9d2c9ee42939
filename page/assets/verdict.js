// The verdict under the field: whether the reference matches, or its fault and suggestions.

import { ask } from './ask.js';
import { byId, fill, h, prose } from './dom.js';
import { notation } from './editor.js';
import { keepHere } from './keeping.js';
import { isBuiltin } from './meaning.js';
import { spelled } from './notation.js';
import { linked } from './notices.js';
import { START, isOfUris, on, set, state } from './state.js';
import { short, visible } from './text.js';

const element = byId('verdict');
/** The maximum number of characters of a suggestion that are shown. */
const LONGEST = 200;
/** The maximum number of lines that are offered. */
const FEW = 4;
let matches = null;
/** The rule that the verdict is by. */
let byRule = '';
let fault = null;
let waiting = null;
/** Whether the text that the rule does not match is a whole reference. */
let isReference = false;
/** Aborts the last check of that. */
let asking = new AbortController();
let corrected = { input: null, all: [] };

/** Shows no verdict, or why the answers below are those from before the grammar had a fault. */
export function noVerdict(why = null) {
  matches = null;
  waiting = why;
  draw();
}

/** Shows whether the reference matches, or else its fault. */
export function verdict(accepted, error = null) {
  matches = accepted;
  byRule = state.rule;
  fault = error;
  isReference = false;
  draw();
  if (!accepted) askForReference();
}

/** Checks whether the text is a reference: the selected rule may be that of a string tried earlier. */
async function askForReference() {
  const { input, rule } = state;
  if (spelled(rule) === START || !isOfUris(notation.rules)) return;
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const asks = [{ panel: 'parse', fields: { input, rule: START }, builtin: isBuiltin(true) }];
  const answers = ask(asks, { slot: 'verdict', signal });
  const { value: answer } = await answers.next();
  answers.return();
  if (signal.aborted || matches !== false || !answer?.answers[0] || answer.answers[0].error) return;
  isReference = true;
  draw();
}

const readAsReference = () =>
  h(
    'button',
    {
      type: 'button',
      class: 'small',
      id: 'as-reference',
      click: () => {
        set({ rule: START });
        byId('reference').focus();
      },
    },
    'Read as ',
    h('code', {}, START),
  );

/** Returns a button for the text from before a string of the page was tried. */
const returning = () =>
  state.mine && [
    ' ',
    h(
      'button',
      {
        type: 'button',
        class: 'small',
        id: 'return',
        click: () => {
          set({ ...state.mine, mine: null });
          byId('reference').focus();
        },
      },
      'Return to my text',
    ),
  ];

/** Offers the probable corrections of the reference. */
export function suggestions(input, all) {
  corrected = { input, all };
  draw();
}

/** Lines that are joined: each is a suggestion of its own if each begins with a scheme. */
function alone({ input, all }) {
  const lines = input.split('\n').filter((line) => line.trim() !== '');
  const areMany = lines.length > 1 && lines.every((line) => /^\s*[A-Za-z][\w+.-]*:/.test(line));
  if (!areMany) return all;
  return lines.slice(0, FEW).map((line) => ({ uri: line.trim(), changes: [{ help: 'read this line alone' }] }));
}

function draw() {
  byId('reference').setAttribute('aria-invalid', matches === false);
  if (matches === null) {
    delete element.dataset.matches;
    return fill(element, waiting);
  }
  element.dataset.matches = matches;
  const all = corrected.input === state.input ? alone(corrected) : [];
  return fill(
    element,
    matches
      ? h('p', { class: 'good' }, 'Matches ', h('code', {}, byRule), '.', keepHere(byRule, matches), returning())
      : h(
          'p',
          { class: 'fault', id: 'fault' },
          h('b', {}, linked(prose(fault.message))),
          fault.help && [' ', linked(prose(fault.help))],
          isReference && [' ', readAsReference()],
          keepHere(byRule, matches),
          returning(),
        ),
    all.length > 0 &&
      h(
        'div',
        { class: 'suggestions' },
        h('span', { class: 'dim' }, 'Did you mean:'),
        all.map(({ uri, changes, typed_host: typedHost }, at) =>
          h(
            'span',
            {},
            h(
              'button',
              {
                type: 'button',
                class: 'suggestion try',
                id: `suggestion-${at}`,
                title: changes.map(({ help }) => help).join('; '),
                'aria-describedby': typedHost && `suggestion-host-${at}`,
                click: () => {
                  set({ input: uri });
                  byId('reference').focus();
                },
              },
              short(uri, LONGEST),
            ),
            typedHost &&
              h(
                'span',
                { id: `suggestion-host-${at}` },
                ' As it is, browsers read the host ',
                h('code', {}, visible(typedHost)),
                '.',
              ),
          ),
        ),
      ),
  );
}

on(['mine', 'keep'], draw);
on(['input', 'rule', 'grammar'], () => asking.abort());
