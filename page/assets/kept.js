// The list of strings to keep: its limits, its lines as comments, and its form in links.

import { sayOnPage } from './saying.js';
import { NONE, set, state } from './state.js';
import { quoted } from './text.js';

/** The maximum number of strings, and of their bytes as lines. */
const MOST = 500;
const LONGEST = 64 << 10;
const TOO_MANY = `That was left out: this page keeps at most ${MOST} strings, of ${LONGEST >> 10} KiB together.`;

const encoder = new TextEncoder();

/** Returns the string with its `line`, the expectation as in a comment of a grammar. */
export const stated = ({ rule, text, must }) => ({
  rule,
  text,
  must,
  line: `${rule} must ${must ? '' : 'not '}match ${quoted(text)}`,
});

const fits = (list) =>
  list.length <= MOST && encoder.encode(list.map(({ line }) => line).join('\n')).length <= LONGEST;

/** Adds a string to the list. */
export function add(one) {
  const list = [...state.keep, stated({ ...one, text: one.text.toWellFormed() })];
  if (fits(list)) set({ keep: list });
  else sayOnPage(TOO_MANY);
}

/** Returns the list of a link, without what this page does not read. */
export function listOf(value) {
  if (!Array.isArray(value)) return NONE;
  const isString = (one) => Array.isArray(one) && /^[A-Za-z_]\w{0,249}$/.test(one[0]) && typeof one[1] === 'string';
  const list = value
    .slice(0, MOST)
    .filter(isString)
    .map(([rule, text, must]) => stated({ rule, text: text.toWellFormed(), must: must === 1 }));
  return list.length > 0 && fits(list) ? list : NONE;
}
