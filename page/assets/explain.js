// One sentence about the piece of pest's notation at an offset of a grammar.

import { ofCall, ofDefinition, ofUnknown } from './definitions.js';
import { read } from './notation.js';
import { ofBracket, ofInside, ofModifier, ofOperator, ofPushAt, ofRangeAt, ofTag } from './operators.js';
import { say } from './sentence.js';
import { isPush } from './operands.js';
import { ofBuiltIn, ofEscape, ofString } from './terminals.js';

/** The maximum number of characters of a rule that are read, so that no text makes the cursor slow. */
const LONGEST = 20_000;

/**
 * Returns `{ code, said, rule }` for the character at the offset: the piece that it belongs to, the sentence about it, and the
 * name of the rule that it calls. Returns `null` between pieces. `rules` are those of the text.
 */
export function explain(text, offset, { rules } = read(text)) {
  const index = rules.findLastIndex(({ start }) => start <= offset);
  const from = rules[index]?.start ?? 0;
  const part = text.slice(from, Math.min(rules[index + 1]?.start ?? text.length, from + LONGEST));
  const all = read(part).tokens.map((token) => ({ ...token, text: part.slice(token.start, token.end) }));
  const token = all.find(({ start, end }) => from + start <= offset && offset < from + end);
  if (!token) return null;
  if (token.kind === 'comment') return ended(ofComment(token.text, rules[index + 1]));
  const tokens = all.filter(({ kind }) => kind !== 'comment');
  const within = offset - from - token.start;
  return ended(KINDS[token.kind]({ text, rules, tokens, at: tokens.indexOf(token), within, body: bodyOf(tokens) }));
}

/** Returns the explanation with a full stop, or `null` if there is none. */
function ended(explained) {
  if (!explained) return null;
  const { said } = explained;
  return /[.!?…]$/.test(said.at(-1)) ? explained : { ...explained, said: [...said, '.'] };
}

/** Returns the place of the brace that begins a definition, or -1. */
function bodyOf(tokens) {
  if (tokens[0]?.kind !== 'rule' || tokens[1]?.text !== '=') return -1;
  if (tokens[2]?.text === '{') return 2;
  return tokens[3]?.text === '{' && ['_', '@', '$', '!'].includes(tokens[2].text) ? 3 : -1;
}

const KINDS = {
  rule: ofRule,
  name: ofName,
  'built-in': ofName,
  string: ofQuotes,
  char: ofQuotes,
  tag: ofTag,
  bracket: ofBracket,
  number: (it) => ofInside(it),
  operator: ofOperator,
};

function ofRule({ text, rules, tokens, at }) {
  const name = tokens[at].text;
  return { code: name, said: ofDefinition(text, rules.find((rule) => rule.name === name)) };
}

function ofName(it) {
  const { text, rules, tokens, at, body } = it;
  const name = tokens[at].text;
  if (at === 2 && body === 3) return ofModifier(it);
  if (name === 'PEEK' && tokens[at + 1]?.text === '[') return ofInside(it, at + 2);
  if (isPush(tokens[at])) return ofPushAt(it);
  const rule = rules.find((one) => one.name === name);
  if (rule) return { code: name, said: ofCall(text, rule), rule: name };
  return { code: name, said: ofBuiltIn(name) ?? ofUnknown(name) };
}

/** Returns what is said about an escape, a string, or a character of a range. */
function ofQuotes(it) {
  const { tokens, at, within } = it;
  const { kind, text } = tokens[at];
  const escape = ofEscape(text, within);
  if (escape) return escape;
  if (kind === 'char') return ofRangeAt(it);
  const code = tokens[at - 1]?.text === '^' ? `^${text}` : text;
  return { code, said: ofString(text, code.startsWith('^')) };
}

/** Returns what is said about a comment; `next` is the rule below it. */
function ofComment(text, next) {
  if (text.startsWith('/*')) return { code: '/* */', said: ['a comment, also over several lines, and with others inside'] };
  const code = ['//!', '///'].find((start) => text.startsWith(start)) ?? '//';
  const below = next ? say`the rule ${next.name}` : ['the rule below'];
  const about = { '//!': ['the whole grammar'], '///': below }[code];
  if (!about) return { code, said: ['a comment up to the end of the line'] };
  return { code, said: say`a comment about ${about}, which goes into its documentation` };
}
