// Whether the grammar in the editor means what uri.pest does. The reference is then read by uri.pest itself, for which alone
// the commands have suggestions and all of their help.

import { read } from './notation.js';
import { given, state } from './state.js';

/** Longer texts are not compared. */
const MOST = 100_000;

let compared = { text: null, isAlike: false };

/** Returns the tokens of a text without its comments, or `null` if it has anything else. */
function tokensOf(text) {
  const found = [];
  let at = 0;
  for (const { kind, start, end } of read(text).tokens) {
    const token = text.slice(start, end);
    // A comment that goes to the end of the text may have no end.
    const isOpen = token.startsWith('/*') && end === text.length;
    if (isOpen || text.slice(at, start).trim() !== '') return null;
    // `//!` is refused after the first rule.
    if (kind !== 'comment' || token.startsWith('//!')) found.push(token);
    at = end;
  }
  return text.slice(at).trim() === '' ? found.join('\n') : null;
}

/** Returns whether the text in the editor is uri.pest, but for comments and spaces. */
export function isAlike() {
  const { grammar: text } = state;
  if (text === given.builtin) return true;
  if (compared.text !== text) {
    const tokens = text.length < MOST ? tokensOf(text) : null;
    compared = { text, isAlike: tokens !== null && tokens === tokensOf(given.builtin) };
  }
  return compared.isAlike;
}

/**
 * Returns whether uri.pest answers for the text in the editor: it is alike, or every rule was found to be equal. The latter
 * does not suffice for what shows expressions or rules that are no components.
 */
export const isBuiltin = (byMeaning) =>
  isAlike() || (byMeaning && state.same === state.grammar && given.rules.includes(state.rule));
