// Long lists: some items at first, and a button that adds as many again. A page with all of them would stand still.

import { h } from './dom.js';

/** So many items are shown at first, and so many are added. */
export const MOST = 200;

/** Returns the text of a button for so many items that are not shown. */
export const left = (number) => `… ${number.toLocaleString('en')} more`;

const inItem = (button) => h('li', { class: 'rest' }, button);

/** Returns what `one` makes of the first items, and a button for the others, within the element that `around` makes. */
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
    // The keyboard stays where the button was.
    (added[0].querySelector?.('button, [tabindex]') ?? (isLast ? null : added.at(-1).querySelector('button')))?.focus();
  });
  return [...shown, rest];
}
