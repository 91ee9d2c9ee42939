// The same text as read by a parser of the WHATWG URL Standard.

import { count, fill, h, prose } from './dom.js';
import { note } from './notices.js';
import { panel } from './schedule.js';
import { visible } from './text.js';

panel('whatwg', {
  needs: ['input', 'base', 'ofUris'],
  requests: ({ input, base, ofUris }) => (ofUris ? [{ panel: 'whatwg', fields: { input, base } }] : ''),
  show(body, [{ answers: [answer] }], { status }) {
    const differences = answer.differences ?? [];
    const failed = typeof answer.error === 'string' ? answer.error : answer.error?.message;
    status.textContent = failed
      ? 'refused'
      : differences.length === 0
        ? answer.rfc_error
          ? ''
          : 'the same'
        : count(differences.length, 'difference');
    fill(
      body,
      failed
        ? note('A browser refuses it: ', prose(failed))
        : answer.url &&
            h(
              'p',
              { class: 'target' },
              h('span', { class: 'dim' }, 'Read as '),
              h('code', { id: 'href' }, visible(answer.url.href)),
            ),
      answer.rfc_error && note('RFC 3986 rejects it: ', prose(answer.rfc_error)),
      differences.length > 0
        ? h(
            'table',
            { class: 'both' },
            h('caption', { class: 'sr' }, 'Differences'),
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                ['Component', 'RFC 3986', 'WHATWG'].map((name) => h('th', { scope: 'col' }, name)),
              ),
            ),
            h('tbody', {}, differences.map(row)),
          )
        : !failed && !answer.rfc_error && note('No difference.'),
    );
  },
});

const row = ({ component, rfc, whatwg, why }) => [
  h(
    'tr',
    { class: `c-${component}` },
    h('th', { scope: 'row' }, component),
    h('td', {}, value(rfc)),
    h('td', {}, value(whatwg)),
  ),
  h('tr', { class: 'why' }, h('td', { colspan: '3' }, prose(why))),
];

const value = (text) =>
  text === null || text === undefined
    ? h('span', { class: 'undefined' }, 'undefined')
    : h('code', {}, text === '' ? '""' : visible(String(text)));
