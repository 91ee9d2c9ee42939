// Buttons that copy a text.

import { copy, h } from './dom.js';

/** Returns a button that copies the text that `textOf` returns when it is pressed. */
export const copyButton = (id, label, textOf) =>
  h('button', { type: 'button', id, class: 'small', click: ({ currentTarget }) => copy(currentTarget, textOf()) }, label);
