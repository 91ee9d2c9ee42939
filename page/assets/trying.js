// Buttons that put a string in the field of the reference.

import { byId, h } from './dom.js';
import { tryText } from './field.js';
import { plus } from './keeping.js';
import { short } from './text.js';

/** The maximum number of characters of a string that are shown. */
const MOST = 60;

/** Returns a button that parses `text` by `rule`, and one that keeps the text, unless it is unknown whether it `must` match. */
export function tryButton(text, rule, kind = '', must = null) {
  const shown = text === '' ? 'the empty text' : short(text, MOST);
  const button = h(
    'button',
    {
      type: 'button',
      class: `try ${kind}${text === '' ? ' nothing' : ''}`,
      'data-try': text,
      'data-rule': rule,
      title: `Read ${shown} as ${rule}`,
      click() {
        tryText(text, rule);
        byId('reference-field').scrollIntoView({ block: 'nearest' });
      },
    },
    shown,
  );
  return must === null || rule === null ? button : h('span', { class: 'pair' }, button, plus(text, rule, must));
}
