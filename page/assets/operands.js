// What the operators of pest's notation apply to. It is found from the neighbours of a token, and not by a parser, because a
// grammar is half-typed most of the time. A span is `[first, last]`, the places of its first and last token.

const OPENING = ['(', '{', '['];
const CLOSING = [')', '}', ']'];

/** Returns the place of the bracket that closes the one at `at`, or of the last token. */
export function closing(tokens, at) {
  let depth = 0;
  for (let place = at; place < tokens.length; place += 1) {
    if (OPENING.includes(tokens[place].text)) depth += 1;
    else if (CLOSING.includes(tokens[place].text)) depth -= 1;
    if (depth === 0) return place;
  }
  return tokens.length - 1;
}

/** Returns the place of the bracket that is closed at `at`, or -1. */
export function opening(tokens, at) {
  let depth = 0;
  for (let place = at; place >= 0; place -= 1) {
    if (CLOSING.includes(tokens[place].text)) depth += 1;
    else if (OPENING.includes(tokens[place].text)) depth -= 1;
    if (depth === 0) return place;
  }
  return -1;
}

/** Returns the place of the bracket around the token, or -1. */
export function around(tokens, at) {
  let place = at - 1;
  while (place >= 0 && !OPENING.includes(tokens[place].text))
    place = CLOSING.includes(tokens[place].text) ? opening(tokens, place) - 1 : place - 1;
  return Math.max(-1, place);
}

/** Returns whether the bracket at `open` has a `|` directly inside. */
export function isChoice(tokens, open) {
  let depth = 0;
  for (let place = open; place < tokens.length; place += 1) {
    const { text } = tokens[place];
    if (OPENING.includes(text)) depth += 1;
    else if (CLOSING.includes(text)) depth -= 1;
    if (depth === 0) return false;
    if (depth === 1 && text === '|') return true;
  }
  return false;
}

const OPERAND = ['name', 'built-in', 'rule', 'string', 'char'];
const isPostfix = (token) => ['*', '+', '?'].includes(token?.text);
const isPrefix = (token) => ['!', '&'].includes(token?.text);

/** Returns whether a token is one of the names that are followed by an expression in parentheses. */
export const isPush = (token) => ['PUSH', 'PUSH_LITERAL'].includes(token?.text);

/** Returns the place after an operand without its operators. */
function afterOperand(tokens, at) {
  const token = tokens[at];
  const next = tokens[at + 1]?.text;
  if (token?.text === '(') return closing(tokens, at) + 1;
  if ((isPush(token) && next === '(') || (token?.text === 'PEEK' && next === '[')) return closing(tokens, at + 1) + 1;
  if (token?.text === '^' && tokens[at + 1]?.kind === 'string') return at + 2;
  if (token?.kind === 'char' && next === '..') return at + (tokens[at + 2]?.kind === 'char' ? 3 : 2);
  return OPERAND.includes(token?.kind) ? at + 1 : at;
}

/** Returns the first place of the operand without its operators that ends at `last`. */
function beforeOperand(tokens, last) {
  const { kind, text } = tokens[last] ?? {};
  if (text === ')' || text === ']') {
    const open = opening(tokens, last);
    const isCall = text === ')' ? isPush(tokens[open - 1]) : tokens[open - 1]?.text === 'PEEK';
    return isCall ? open - 1 : open;
  }
  if (kind === 'string' && tokens[last - 1]?.text === '^') return last - 1;
  if (kind === 'char' && tokens[last - 1]?.text === '..') return last - (tokens[last - 2]?.kind === 'char' ? 2 : 1);
  return OPERAND.includes(kind) ? last : last + 1;
}

const spanOf = (first, last) => (first >= 0 && first <= last ? [first, last] : null);

/** Returns the span that a postfix operator at `at` repeats or makes optional. */
export function repeated(tokens, at) {
  let last = at - 1;
  while (isPostfix(tokens[last]) || tokens[last]?.text === '}')
    last = tokens[last].text === '}' ? opening(tokens, last) - 1 : last - 1;
  return spanOf(beforeOperand(tokens, last), at - 1);
}

/** Returns the span of the term that ends before `at`, with all of its operators. */
export function termBefore(tokens, at) {
  const span = repeated(tokens, at);
  if (!span) return null;
  let [first] = span;
  while (isPrefix(tokens[first - 1])) first -= 1;
  if (tokens[first - 1]?.text === '=' && tokens[first - 2]?.kind === 'tag') first -= 2;
  return [first, at - 1];
}

/** Returns the span of the term that begins at `at`, with all of its operators. */
export function termAfter(tokens, at) {
  let place = at;
  if (tokens[place]?.kind === 'tag' && tokens[place + 1]?.text === '=') place += 2;
  while (isPrefix(tokens[place])) place += 1;
  const end = afterOperand(tokens, place);
  if (end === place) return null;
  place = end;
  while (isPostfix(tokens[place]) || tokens[place]?.text === '{') place = closing(tokens, place) + 1;
  return spanOf(at, place - 1);
}

/** Returns the spans of the alternatives before and after the `|` at `at`. */
export function alternatives(tokens, at) {
  const open = around(tokens, at);
  let first = at;
  while (first - 1 > open && tokens[first - 1].text !== '|')
    first = CLOSING.includes(tokens[first - 1].text) ? opening(tokens, first - 1) : first - 1;
  let last = at;
  while (last + 1 < tokens.length && tokens[last + 1].text !== '|' && !CLOSING.includes(tokens[last + 1].text)) last = closing(tokens, last + 1);
  return [spanOf(first, at - 1), spanOf(at + 1, last)];
}
