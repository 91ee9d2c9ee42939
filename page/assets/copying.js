// Buttons that copy a text.

import { copy, h } from './dom.js';

export const copyButton = (id, label, text) =>
  h('button', { type: 'button', id, class: 'small', click: ({ currentTarget }) => copy(currentTarget, text) }, label);
