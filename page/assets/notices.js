// Notices that a panel shows instead of an answer.

import { h, prose } from './dom.js';
import { isAlike } from './meaning.js';
import { named, set, state } from './state.js';

let goToLine = () => {};

/** Sets the listener for clicks on the line of a fault in the grammar. */
export function onLine(listener) {
  goToLine = listener;
}

/** Returns a quiet line of text. */
export function note(...content) {
  return h('p', { class: 'note' }, ...content);
}

/** Returns why there is no answer, or `null` if the command printed nothing. `again` repeats the request. */
note.of = ({ failed, stopped, status, said }, isShort, again) => {
  if (failed) return trouble(failed);
  if (stopped)
    return trouble(
      prose(stopped),
      // Only a command that exceeded the time may succeed when repeated.
      stopped.includes('took longer') && [
        ' ',
        h('button', { type: 'button', class: 'small', click: again }, 'Try again'),
      ],
    );
  if (status !== 2) return null;
  return saidBy(said, isShort);
};

/** Returns the button that goes to a line of the grammar. */
export const lineButton = (line, column, label = `line ${line}`) =>
  h(
    'button',
    {
      type: 'button',
      class: 'link',
      'data-line': line,
      'data-column': column,
      click: () => goToLine(line, column),
    },
    label,
  );

/** A place in a file in a message. */
const PLACED = /([^\s`/]+):(\d+):(\d+)/;

/** Returns the parts of a message with buttons for places in the grammar. */
export const linked = (parts) =>
  parts.map((part) => {
    const place = typeof part === 'string' ? PLACED.exec(part) : null;
    if (!place || place[1] !== state.name) return part;
    const [all, , line, column] = place;
    const button = lineButton(Number(line), Number(column), all);
    return [part.slice(0, place.index), button, ...linked([part.slice(place.index + all.length)])];
  });

/** The start of a message about a place in the grammar. */
const PLACE = /^(?:error: )?([^\n:]+):(\d+):(\d+): ([\s\S]*)$/;

/** Returns whether a command could not answer because of a fault in the grammar. */
export const isGrammarFault = ({ answers, said, stopped, failed }) =>
  answers.length === 0 && !stopped && !failed && PLACE.test(said.trim());

/** Returns why the last answers are still shown. */
note.until = ({ said }) => {
  const [, , line, column] = PLACE.exec(said.trim());
  return note(
    'These are the last answers, until the fault in ',
    lineButton(Number(line), Number(column)),
    ' of the grammar is fixed.',
  );
};

/** Returns a message of a command, with a button if it refers to a line of the grammar. `isShort` omits the rest. */
export function saidBy(said, isShort = false) {
  const place = PLACE.exec(said.trim());
  const wrongRule =
    /invalid value '(.*?)' for '--as <RULE>'\s+\[possible values: (.*?)\]/.exec(said) ??
    /has no rule `(.*?)`; `--\w+ (.*?)` names/.exec(said);
  if (wrongRule)
    return isShort
      ? note('Waiting for a rule of the grammar to be chosen.')
      : chooseRule(wrongRule[1], wrongRule[2].split(', '));
  if (!place)
    return notice(
      prose(
        said
          .trim()
          .replace(/^(uri|error): /, '')
          .split(/\n\s*\n|\n \|/)[0],
      ),
    );
  const [, , line, column, message] = place;
  if (isShort)
    return note('Waiting for the fault in ', lineButton(Number(line), Number(column)), ' of the grammar to be fixed.');
  return trouble(
    h('span', {}, 'The grammar has a fault in ', lineButton(Number(line), Number(column)), ': ', prose(message)),
  );
}

const chooseRule = (name, rules) =>
  notice(
    'The grammar has no rule ',
    h('code', {}, name),
    '. The text must match ',
    rules
      .slice(0, 40)
      .map((rule) => [
        h('button', { type: 'button', class: 'small', 'data-choose': rule, click: () => set({ rule }) }, rule),
        ' ',
      ]),
  );
const notice = (...content) => h('p', { class: 'notice' }, ...content);
const trouble = (...content) => h('p', { class: 'notice bad' }, ...content);

/** Returns the reason why the reference has no answer. `byRfc` is for commands that always use RFC 3986 itself. */
export function faultNote({ message, part }, byRfc = false) {
  const isOther = byRfc && !isAlike();
  const where =
    part === 'base' || part === 'second'
      ? ''
      : isOther
        ? 'This panel uses RFC 3986 itself, not the grammar in the editor: '
        : named('The reference is invalid: ');
  // The field is called so.
  return note(where, linked(prose(message.replace(/^in the second:/, 'in the other:'))));
}
