// The reference in a program, as data, and on the command line.

import { fill, h } from './dom.js';
import { copyButton } from './copying.js';
import { faultNote, saidBy } from './notices.js';
import { panel } from './schedule.js';

panel('code', {
  needs: ['input', 'rule', 'grammar'],
  questions: ({ input, rule }) =>
    ['code', 'parse'].map((name) => ({ panel: name, fields: { input, rule }, slot: 'code' })),
  partial: true,
  show(body, [code, parse]) {
    const [answer] = code.answers;
    const json = parse.answers.map((line) => JSON.stringify(line, null, 2)).join('\n');
    fill(
      body,
      [
        ['rust', 'Rust', answer?.rust],
        ['json', 'JSON', json],
        ['command', 'Command line', parse.command],
      ].map(([id, label, text]) =>
        h(
          'section',
          { class: 'code-block' },
          h('div', { class: 'row' }, h('h4', {}, label), text && copyButton(`copy-${id}`, 'Copy', text)),
          text
            ? h('pre', { id: `code-${id}`, tabindex: '0' }, text)
            : answer?.error
              ? faultNote(answer.error, true)
              : saidBy(code.said),
        ),
      ),
    );
  },
});
