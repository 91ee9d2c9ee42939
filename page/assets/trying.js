// Buttons that put a string in the field of the reference.

import { byId, h } from './dom.js';
import { tryText } from './field.js';
import { short } from './text.js';

/** The maximum number of characters of a string that are shown. */
const MOST = 60;

/** Returns a button that parses `text` by `rule`. */
export function tryButton(text, rule, kind = '') {
  const shown = text === '' ? 'the empty text' : short(text, MOST);
  return h(
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
}
