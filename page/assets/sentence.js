// Sentences about a grammar: lists of text, and of pieces of the grammar as `{ code }`.

import { short } from './text.js';

/** The maximum number of characters of a piece. */
const MOST = 36;

/** Returns a piece of the grammar, shortened. */
export const piece = (code, most = MOST) => ({ code: short(code, most) });

/** Returns the sentence of a template: its values are code, or sentences that are inserted. */
export const say = (texts, ...values) =>
  texts.flatMap((text, at) => {
    const value = values[at] ?? [];
    return [text, typeof value === 'string' ? piece(value) : value].flat().filter((part) => part !== '');
  });

/** Returns the text of the tokens from `first` to `last`, with a space wherever there is any space or comment. */
export function written(tokens, [first, last]) {
  let text = '';
  for (let at = first; at <= last && at < tokens.length; at += 1)
    text += (at > first && tokens[at].start > tokens[at - 1].end ? ' ' : '') + tokens[at].text;
  return text;
}

/** Returns the list in words: `a, b or c`. */
export const listed = (all) =>
  all.flatMap((code, at) => [at === 0 ? '' : at === all.length - 1 ? ' or ' : ', ', piece(code)]).filter(Boolean);
