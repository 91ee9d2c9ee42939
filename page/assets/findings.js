// The findings about the reference, and the verdict of each policy.

import { byId, count, fill, h, prose } from './dom.js';
import { knowRanges, lightUp, rangeOf } from './highlight.js';
import { some } from './more.js';
import { note } from './notices.js';
import { POLICIES } from './policies.js';
import { panel } from './schedule.js';
import { set, state } from './state.js';
import { suggestions } from './verdict.js';

let all = [];

const radios = POLICIES.map(([value, label, title]) =>
  h(
    'label',
    { class: 'choice', title },
    h('input', {
      type: 'radio',
      name: 'policy',
      id: `policy-${label}`,
      value,
      change: () => {
        set({ policy: value });
        draw();
      },
    }),
    h('span', { class: 'choice-name' }, label),
    h('span', { class: 'choice-verdict', id: `policy-${label}-verdict` }),
  ),
);
fill(byId('policies'), radios);

const it = panel('validate', {
  steady: true,
  byMeaning: true,
  needs: ['input', 'rule', 'grammar', 'same', 'ofUris'],
  partial: true,
  always: true,
  requests: ({ input, rule, ofUris }) =>
    ofUris
      ? (it.element.open ? POLICIES : POLICIES.slice(0, 1)).map(([policy]) => ({
          panel: 'validate',
          fields: { input, rule, policy },
        }))
      : '',
  clear() {
    all = [];
    verdicts();
    suggestions(null, []);
    knowRanges('validate', []);
  },
  show(_body, answers) {
    all = answers.map(({ answers: [answer], ...rest }) => answer ?? rest);
    suggestions(all[0].input, all[0].suggestions ?? []);
    draw();
  },
});

function draw() {
  verdicts();
  if (all.length === 0) return;
  const at = Math.max(
    0,
    POLICIES.findIndex(([policy]) => policy === state.policy),
  );
  const { findings, error, accepted } = all[at];
  if (!findings) {
    knowRanges('validate', []);
    fill(it.body, note.of(all[at], true, it.again));
    return;
  }
  knowRanges(
    'validate',
    findings.map(({ start, end }) => [start, end]),
  );
  it.status.textContent = error
    ? 'does not match'
    : findings.length === 0
      ? 'no findings'
      : count(findings.length, 'finding');
  if (error)
    fill(
      it.body,
      note(
        all.every((answer) => answer.accepted === false)
          ? 'Every policy refuses a text that does not match the rule.'
          : 'A text that does not match the rule has no findings.',
        ' The fault is shown under the reference.',
      ),
    );
  else if (findings.length === 0)
    fill(it.body, note(state.policy === '' ? 'No findings.' : 'Accepted, without findings.'));
  else
    fill(
      it.body,
      state.policy !== '' && !accepted && note(`The policy “${state.policy}” refuses it because of the errors below.`),
      h('ul', { class: 'findings' }, some(findings, one)),
    );
}

function verdicts() {
  POLICIES.forEach(([policy, label], at) => {
    const answer = all[at];
    byId(`policy-${label}`).checked = policy === state.policy;
    const element = byId(`policy-${label}-verdict`);
    element.textContent =
      !answer || policy === '' ? '' : answer.accepted === undefined ? '–' : answer.accepted ? 'accepts' : 'refuses';
    element.dataset.accepted = answer?.accepted ?? '';
  });
}

const one = ({ code, severity, component, start, end, message, help, section }) =>
  h(
    'li',
    {
      class: `finding ${severity}`,
      'data-range': rangeOf(start, end),
      'data-code': code,
    },
    h('p', {}, h('span', { class: 'severity' }, severity), ' ', prose(message)),
    h('p', { class: 'help' }, help && [prose(help), ' '], h('cite', {}, section)),
    h(
      'button',
      {
        type: 'button',
        class: `component link c-${component}`,
        title: 'Highlight it in the reference',
        click: () => lightUp([start, end]),
      },
      component,
    ),
  );
