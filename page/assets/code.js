// The reference as data, and on the command line.

import { fill, h } from './dom.js';
import { copyButton } from './copying.js';
import { note, saidBy } from './notices.js';
import { panel } from './schedule.js';
import { given, state } from './state.js';
import { asJson, visibleLines } from './text.js';

/** The maximum number of characters that are shown; the button copies all. */
const MOST = 20_000;

panel('code', {
  needs: ['input', 'rule', 'grammar', 'source', 'ofUris'],
  requests: ({ input, rule, ofUris }) => [{ panel: ofUris ? 'parse' : 'tree', fields: { input, rule } }],
  show(body, [parse]) {
    const json = parse.answers.map(asJson).join('\n');
    const isOnDisk = parse.file === null || (state.source === 'file' && state.grammar === given.file.text);
    const saved = isOnDisk ? null : note('With the text of the editor saved as ', h('code', {}, parse.file), ':');
    fill(
      body,
      block('json', 'JSON', json, saidBy(parse.said)),
      block('command', 'Command line', parse.command, null, saved),
    );
  },
});

/** Returns a text with its name and a button that copies it, or `without` if there is none. */
const block = (id, name, text, without, before = null) =>
  h(
    'section',
    { class: 'code-block' },
    h('div', { class: 'row' }, h('h4', {}, name), text && copyButton(`copy-${id}`, `Copy ${name}`, () => text)),
    text && before,
    text
      ? h(
          'pre',
          { id: `code-${id}`, tabindex: '0', role: 'group', 'aria-label': name },
          visibleLines(text.slice(0, MOST)),
          text.length > MOST && '…',
        )
      : without,
  );
