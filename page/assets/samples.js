// Random strings of the rule at the cursor, and near misses.

import { byId, count, fill, h } from './dom.js';
import { note, saidBy } from './notices.js';
import { panel } from './schedule.js';
import { set, state } from './state.js';
import { tryButton } from './trying.js';

panel('sample', {
  side: 'grammar',
  needs: ['grammar', 'here', 'seed'],
  partial: true,
  requests: ({ here, seed }) =>
    here === ''
      ? 'The grammar has no rule.'
      : ['', 'yes'].map((near) => ({ panel: 'sample', fields: { rule: here, near, seed } })),
  show(body, [samples, near], { status }) {
    const rule = state.here;
    status.textContent = `of ${rule}`;
    fill(
      body,
      h('h4', {}, 'Accepted'),
      strings(samples, (text) => tryButton(text, rule, '', true)),
      h('h4', {}, 'Near misses'),
      strings(near, (text, { fails_in: inner, offset, accepted }) => [
        tryButton(text, rule, 'lost', false),
        h('span', { class: 'dim' }, ` fails in ${inner} at byte ${offset}; `),
        tryButton(accepted, rule, '', true),
        h('span', { class: 'dim' }, ' is accepted'),
      ]),
    );
  },
});

function strings({ answers, said }, one) {
  const all = answers.filter(({ text }) => typeof text === 'string');
  if (all.length === 0) return said ? saidBy(said) : note('None.');
  return h(
    'ul',
    { class: 'samples', 'aria-label': count(all.length, 'string') },
    all.slice(0, 40).map((answer) => h('li', {}, one(answer.text, answer))),
  );
}

byId('sample-more').addEventListener('click', () => set({ seed: (state.seed + 1) % Number.MAX_SAFE_INTEGER }));
