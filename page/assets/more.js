// Long lists: some items first, and a button that adds as many. All at once would freeze the page.

import { h } from './dom.js';

/** The number of items that are shown at first, and added each time. */
export const MOST = 200;

/** Returns the text of a button for this number of hidden items. */
export const left = (number) => `… ${number.toLocaleString('en')} more`;

const inItem = (button) => h('li', { class: 'rest' }, button);

/** Returns elements made by `one` from the first items, and a button for the others, in an element made by `around`. */
export function some(all, one, around = inItem, from = 0) {
  const to = from + MOST;
  const shown = all.slice(from, to).map((item, at) => one(item, from + at));
  if (all.length <= to) return shown;
  const button = h('button', { type: 'button', class: 'small' }, left(all.length - to));
  const rest = around(button);
  button.addEventListener('click', () => {
    const added = some(all, one, around, to);
    rest.replaceWith(...added);
    const isLast = all.length <= to + MOST;
    // Keeps the focus where the button was.
    (added[0].querySelector?.('button, [tabindex]') ?? (isLast ? null : added.at(-1).querySelector('button')))?.focus();
  });
  return [...shown, rest];
}
