// The strings to keep in links.

import { MOST, fits } from './keeping.js';
import { NONE } from './state.js';

/** Returns the list of a link, without what this page does not read. */
export function listOf(value) {
  if (!Array.isArray(value)) return NONE;
  const isString = (one) => Array.isArray(one) && /^[A-Za-z_]\w{0,249}$/.test(one[0]) && typeof one[1] === 'string';
  const list = value
    .slice(0, MOST)
    .filter(isString)
    .map(([rule, text, must]) => ({ rule, text: text.toWellFormed(), must: must === 1 }));
  return list.length > 0 && fits(list) ? list : NONE;
}
