// Invisible characters of the grammar, with their places, and missing rules of uri.pest.

import { byId, fill, h } from './dom.js';
import { notation } from './editor.js';
import { lineOf } from './lines.js';
import { lineButton } from './notices.js';
import { given, isOfUris, on, state } from './state.js';
import { hiddenIn } from './text.js';

/** The maximum number of characters that are named. */
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

const missing = byId('missing-rules');

/** An edited uri.pest is merged with the original, so a deleted or renamed rule has no visible effect. */
on(['grammar', 'source'], () => {
  const own = new Set(notation.rules.map(({ name }) => name));
  const isEdited = state.source === 'builtin' && isOfUris(notation.rules);
  const names = isEdited ? given.rules.filter((name) => !own.has(name)) : [];
  missing.hidden = names.length === 0;
  fill(
    missing,
    names.slice(0, MOST).map((name, at) => [at > 0 && ', ', h('code', {}, name)]),
    names.length > MOST && `, and ${names.length - MOST} more`,
    names.length === 1
      ? ' is not in this text: the rule of uri.pest is used.'
      : ' are not in this text: the rules of uri.pest are used.',
  );
});
