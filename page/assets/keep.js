// The strings to keep: whether each of them holds, and their export.

import { announce } from './announce.js';
import { copyButton } from './copying.js';
import { byId, fill, h, prose } from './dom.js';
import { nameHere, replaceGrammar } from './editor.js';
import { ruleName } from './diff.js';
import { LIST, tried } from './keeping.js';
import { stated } from './kept.js';
import { some } from './more.js';
import { lineButton, note } from './notices.js';
import { asTests } from './rstest.js';
import { NONE, given, named, on, set, state } from './state.js';
import { tryButton } from './trying.js';

const panel = byId('panel-keep');
const body = panel.querySelector('.body');
const status = panel.querySelector('.status');

/** The last answers of a grammar without a fault, and their list. */
let last = { answers: [], list: NONE };
let isFaulty = false;

/** The mark of each state, and what screen readers say. */
const STATES = {
  holds: ['✓', 'holds'],
  fails: ['✗', 'fails'],
  undecided: ['?', 'is undecided'],
  asked: ['…', 'is being tried'],
  waits: ['…', 'waits for the fault in the grammar to be fixed'],
};

/** Returns the strings of the list and of the grammar's text, each with its answer if there is one. */
function all() {
  const byLine = new Map(last.answers.filter(({ file }) => file === LIST).map((answer) => [answer.line, answer]));
  const known = new Map(last.list.map((one, at) => [one, byLine.get(at + 1)]));
  const ofText = last.answers.filter(({ kind, file }) => kind === 'expectation' && file !== LIST);
  return [
    ...state.keep.map((one) => ({ ...one, one, answer: known.get(one) })),
    ...ofText.map((answer) => ({ rule: answer.rule, text: answer.input, must: answer.expected, answer })),
  ];
}

function draw() {
  isFaulty = tried.answers.some(({ kind }) => kind === 'fault');
  if (!isFaulty) last = { ...tried };
  const strings = all();
  panel.toggleAttribute('data-kept', isFaulty);
  const hold = strings.filter(({ answer }) => answer?.holds).length;
  const said = `${hold} of ${strings.length} ${strings.length === 1 ? 'holds' : 'hold'}`;
  if (strings.length === 0 || isFaulty) status.textContent = '';
  else if (strings.every(({ answer }) => answer)) {
    status.textContent = said;
    status.classList.toggle('bad', hold < strings.length);
    announce('keep', `Strings to keep: ${said}.`);
  }
  const focus = focusToReturn();
  fill(
    body,
    strings.length === 0
      ? note(named('None yet. Add the reference by “Keep” below its field, or any string on this page by the “+” beside it.'))
      : [h('ul', { class: 'kept' }, some(strings, row)), exports(strings)],
  );
  focus?.();
}

/** Returns a function that moves the focus from a button that is about to be replaced to the one in its place. */
function focusToReturn() {
  const old = document.activeElement;
  if (!body.contains(old)) return null;
  const alike = () => [...body.getElementsByClassName(old.className)];
  const at = alike().indexOf(old);
  return () => (alike()[at] ?? alike().at(-1) ?? panel.querySelector('summary')).focus({ preventScroll: true });
}

const stateOf = (answer) =>
  !answer ? (isFaulty ? 'waits' : 'asked') : answer.holds ? 'holds' : answer.holds === null ? 'undecided' : 'fails';

function row({ rule, text, must, one, answer }) {
  const kind = stateOf(answer);
  const [mark, said] = STATES[kind];
  return h(
    'li',
    { class: `kept-one ${kind}`, 'data-keep': text, 'data-state': kind },
    h('span', { class: 'kept-mark', 'aria-hidden': 'true' }, mark),
    h('span', { class: 'sr' }, `${said}: `),
    h(
      'span',
      { class: 'kept-said' },
      h('span', {}, ruleName(nameHere(rule))),
      one ? toggle(one) : h('span', { class: 'kept-must' }, must ? 'must match' : 'must not match'),
      h('span', {}, tryButton(text, rule)),
    ),
    one ? remove(one) : lineButton(answer.line, answer.column),
    answer && !answer.holds && h('p', { class: 'kept-why' }, why(answer)),
  );
}

/** Returns why an expectation fails, without what the row has already. */
function why({ message, help, expected, holds, why: fault }) {
  if (holds === false) return prose(expected ? (fault ?? 'it does not match') : 'it matches');
  const isMisstated = holds === undefined;
  return [prose(message), isMisstated && help && [' ', prose(help)]];
}

const replaced = (one, ...by) => state.keep.flatMap((other) => (other === one ? by : [other]));

const toggle = (one) =>
  h(
    'button',
    {
      type: 'button',
      class: 'small kept-must',
      title: `Change to “must ${one.must ? 'not ' : ''}match”`,
      click: () => set({ keep: replaced(one, stated({ ...one, must: !one.must })) }),
    },
    one.must ? 'must match' : 'must not match',
  );

const remove = (one) =>
  h(
    'button',
    {
      type: 'button',
      class: 'link kept-remove',
      'aria-label': `Remove: ${one.line}`,
      title: 'Remove',
      click: () => set({ keep: replaced(one) }),
    },
    '×',
  );

const comments = () => state.keep.map(({ line }) => `// ${line}\n`).join('');

/** Appends the list to the grammar as comments, after an empty line unless comments are there already. */
function write() {
  const text = state.grammar.trimEnd();
  const isAfterComment = text.slice(text.lastIndexOf('\n') + 1).startsWith('//');
  replaceGrammar(`${text}\n${isAfterComment || text === '' ? '' : '\n'}${comments()}`, { keep: NONE }, true);
  panel.querySelector('summary').focus();
}

const exports = (strings) =>
  h(
    'div',
    { class: 'kept-exports' },
    state.keep.length > 0 && [
      copyButton('keep-comments', 'Copy as comments', comments),
      // Comments at the end may be within one that is not closed.
      h('button', { type: 'button', id: 'keep-write', class: 'small', disabled: isFaulty, click: write }, 'Write into the grammar'),
    ],
    copyButton('keep-tests', 'Copy as rstest cases', () => asTests(strings, `${given.builtin}\n${state.grammar}`)),
  );

tried.told = draw;
draw();
on(['keep', 'ofUris'], draw);
