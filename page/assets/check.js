// Errors and findings in the grammar: marks in the editor, and messages under it.

import { announce } from './announce.js';
import { byId, count, fill, h, prose } from './dom.js';
import { mark } from './editor.js';
import { tell } from './keeping.js';
import { settle } from './language.js';
import { some } from './more.js';
import { lineButton, linked, note } from './notices.js';
import { sayNoAnswer } from './saying.js';
import { panel } from './schedule.js';
import { state } from './state.js';
import { short } from './text.js';
import { tryButton } from './trying.js';

/** The maximum number of characters of a fix that are shown. */
const LONGEST = 60;

panel('check', {
  side: 'grammar',
  needs: ['grammar', 'keep'],
  requests: () => [{ panel: 'check', fields: { keep: state.keep.map(({ line }) => line).join('\n') } }],
  clear() {
    mark([]);
    tell([{ kind: 'fault' }]);
    byId('grammar').setAttribute('aria-invalid', 'false');
  },
  show(body, [{ answers: all, status: ended }], { status, element, clear }) {
    if (all.length === 0 && ended !== 0) {
      clear();
      return fill(body, note('The check of the grammar ended without an answer.'));
    }
    const answers = tell(all);
    const faults = answers.filter(({ kind }) => kind === 'fault');
    mark(
      answers
        .filter(({ line }) => line)
        .map(({ line, column, kind, message }) => ({
          line,
          column,
          kind: kind === 'fault' ? 'error' : 'warning',
          message,
        })),
    );
    element.dataset.faults = faults.length;
    if (faults.length === 0) settle();
    byId('grammar').setAttribute('aria-invalid', faults.length > 0);
    status.textContent =
      answers.length === 0
        ? 'No errors or warnings'
        : faults.length > 0
          ? count(faults.length, 'error')
          : count(answers.length, 'finding');
    announce('grammar', answers.length === 0 ? '' : `The grammar: ${answers[0].message}`);
    return fill(body, answers.length > 0 && h('ul', { class: 'messages' }, some(answers, message)));
  },
});

const message = ({ kind, rule, line, column, message: text, counterexample, help, fix }) =>
  h(
    'li',
    { class: kind === 'fault' ? 'error' : 'warning', 'data-kind': kind },
    h(
      'p',
      {},
      line ? lineButton(line, column, `${line}:${column}`) : '',
      ' ',
      h('span', { class: 'severity' }, kind === 'fault' ? 'error' : 'finding'),
      ' ',
      linked(prose(text)),
      fix && [' ', fixButton(state.grammar, fix)],
    ),
    (help || counterexample !== null) &&
      h(
        'p',
        { class: 'help' },
        help && [linked(prose(help)), ' '],
        counterexample !== null &&
          counterexample !== undefined && ['It shows in ', tryButton(counterexample, rule ?? state.rule), '.'],
      ),
  );

/** Returns the button that writes a fix of this text. */
const fixButton = (grammar, fix) =>
  h(
    'button',
    {
      type: 'button',
      class: 'small',
      'data-fix': fix.start,
      click: () => import('./fixing.js').then(({ write }) => write(grammar, fix), sayNoAnswer),
    },
    fix.text === '' ? 'Leave it out' : [fix.start === fix.end ? 'Insert ' : 'Write ', h('code', {}, short(fix.text, LONGEST))],
  );
