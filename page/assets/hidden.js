// Characters in the grammar that cannot be seen: which they are, and where.

import { byId, fill, h } from './dom.js';
import { lineOf } from './lines.js';
import { lineButton } from './notices.js';
import { on, state } from './state.js';
import { hiddenIn } from './text.js';

/** So many of them are named. */
const MOST = 8;
/** Line breaks and tabs are ordinary in a file. */
const ORDINARY = '\n\r\t';

const notice = byId('hidden-grammar');

on(['grammar'], () => {
  const { grammar } = state;
  const found = hiddenIn(grammar, MOST + 1, ORDINARY);
  notice.hidden = found.length === 0;
  fill(
    notice,
    found.length > 0 && 'With characters that cannot be seen: ',
    found.slice(0, MOST).map(({ character, index }, at) => {
      const column = [...grammar.slice(grammar.lastIndexOf('\n', index - 1) + 1, index)].length + 1;
      return [at > 0 && ', ', h('code', {}, character), ' in ', lineButton(lineOf(grammar, index), column)];
    }),
    found.length > MOST && ', and more',
  );
});
