// The target of the reference against a base, and the steps of section 5.2.

import { fill, h } from './dom.js';
import { copyButton } from './copying.js';
import { faultNote, saidBy } from './notices.js';
import { panel } from './schedule.js';
import { visible } from './text.js';
import { markTied, tie } from './tie.js';

panel('resolve', {
  needs: ['input', 'base', 'ofUris'],
  requests: ({ input, base, ofUris }) =>
    !ofUris
      ? ''
      : base === ''
        ? 'Write a base: the URI of the page or document in which the reference stands.'
        : [{ panel: 'resolve', fields: { input, base } }],
  show(body, [{ answers: [answer], said }]) {
    markTied('base', answer?.error?.part === 'base');
    if (!answer || answer.error) return fill(body, answer ? faultNote(answer.error, true) : saidBy(said));
    return fill(
      body,
      h(
        'p',
        { class: 'target' },
        h('span', { class: 'dim' }, 'Target '),
        h('code', { id: 'target' }, visible(answer.target)),
        ' ',
        copyButton('copy-target', 'Copy', () => answer.target),
      ),
      answer.steps?.length > 0 &&
        h(
          'table',
          { class: 'steps' },
          h('caption', { class: 'sr' }, 'The steps, as the pseudocode of the RFC has them'),
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              ['Section', 'Step', 'Sets'].map((name) => h('th', { scope: 'col' }, name)),
            ),
          ),
          h('tbody', {}, answer.steps.map(step)),
        ),
    );
  },
});

function step({ section, rule, depth, holds, sets }) {
  const line = h('td', {}, h('code', {}, rule), holds ? '' : h('span', { class: 'dim' }, ' – no'));
  line.style.paddingLeft = `${1.5 * (depth ?? 0)}ch`;
  return h('tr', { class: holds ? null : 'not' }, h('td', {}, h('cite', {}, section)), line, h('td', {}, values(sets)));
}

const values = (sets) =>
  Object.entries(sets ?? {}).map(([component, value]) =>
    h(
      'div',
      {},
      h('span', { class: `c-${component}` }, component),
      ' ',
      value === null
        ? h('span', { class: 'undefined' }, 'undefined')
        : h('code', {}, value === '' ? '""' : visible(String(value))),
    ),
  );

tie('base');
