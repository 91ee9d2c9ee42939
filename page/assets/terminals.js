// Sentences about what matches characters itself: strings, ranges, escapes in them, and the built-in rules.

import { propertyOf } from './properties.js';
import { say } from './sentence.js';
import { visible } from './text.js';

const ESCAPE = /\\(?:u\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{2})|([^]))/gu;
const LETTERS = { n: '\n', r: '\r', t: '\t', 0: '\0' };
const NAMES = {
  n: 'a line feed',
  r: 'a carriage return',
  t: 'a tab',
  0: 'the null character',
  '\\': 'a backslash, which begins an escape if it is alone',
  '"': 'a quotation mark, which would end the string if it were alone',
  "'": 'an apostrophe, which would end the character if it were alone',
};

/** Whether pest reads as many digits: an escape with two is also that of a byte. */
const hasDigits = ({ length }) => length >= 2 && length <= 6;

function character(hex) {
  if (!hasDigits(hex)) return null;
  const point = Number.parseInt(hex, 16);
  return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? null : String.fromCodePoint(point);
}

/** Returns the characters of a string or a character in quotes. */
function unescaped(token) {
  const start = token.startsWith('^') ? 2 : 1;
  let slashes = 0;
  while (token.at(-2 - slashes) === '\\') slashes += 1;
  // An escaped quotation mark does not end a string that is half-typed.
  const isClosed = token.length > start && token.at(-1) === token[start - 1] && slashes % 2 === 0;
  return token.slice(start, isClosed ? -1 : undefined).replace(ESCAPE, (whole, code, byte, letter) =>
    letter === undefined ? (character(code ?? byte) ?? whole) : (LETTERS[letter] ?? letter),
  );
}

const numbered = (one) => `U+${one.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns the sentence about the escape at the offset in a token, if there is one. */
export function ofEscape(token, offset) {
  const found = [...token.matchAll(ESCAPE)].find(({ index, 0: { length } }) => index <= offset && offset < index + length);
  if (!found) return null;
  const [code, hex, byte, letter] = found;
  if (letter !== undefined)
    return { code, said: [NAMES[letter] ?? 'not an escape that pest knows: it fails to read the grammar'] };
  if (!hasDigits(hex ?? byte)) return { code, said: ['not an escape that pest knows: it wants 2 to 6 hexadecimal digits'] };
  const one = character(hex ?? byte);
  if (one === null) return { code, said: ['the number of no character'] };
  const said = visible(one) === one ? say`the character ${one}, ${[numbered(one)]}` : [`the character ${numbered(one)}`];
  return { code, said: [...said, ', by its hexadecimal number'] };
}

const hasLetters = (text) => /[A-Za-z]/.test(text);

/** Returns the sentence about a string. */
export function ofString(token, isInsensitive) {
  const text = unescaped(token);
  if (text === '') return ['matches the empty string: it always succeeds, and consumes nothing'];
  const length = [...text].length;
  const exactly = length === 1 ? 'matches exactly this character' : `matches exactly these ${length} characters`;
  if (!hasLetters(text)) return [exactly, isInsensitive ? ', which have no letters: `^` has no effect' : ''];
  const [lower, upper] = [lowered(text), raised(text)];
  if (isInsensitive) return say`matches ${lower} with its ASCII letters in either case: also ${upper}`;
  return say`${[exactly]}: ${text === lower ? upper : lower} does not match, as it would with ${'^'}`;
}

const lowered = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const raised = (text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Returns the sentence about the range between two characters in quotes. */
export function ofRange(first, last) {
  const [from, to] = [first, last].map((token) => token && unescaped(token));
  if (!from || !to) return say`one end of a range of characters, such as ${"'a'..'z'"}`;
  const numbers = [`${numbered(from)} to ${numbered(to)}`];
  return say`matches one character from ${from} to ${to}, in the order of Unicode: ${numbers}`;
}

const asciiOf = (from, to) => say`matches one character from ${from} to ${to}`;

const SAID = {
  ANY: ['matches any one character, and fails only at the end of the text'],
  SOI: ['start of input: matches only at the start of the text, and consumes nothing'],
  EOI: say`end of input: matches only at the end of the text, and makes a node ${'EOI'} of the tree`,
  NEWLINE: say`matches one line break: ${'\\n'}, ${'\\r\\n'} or ${'\\r'}`,
  PEEK: ['matches the string on top of the stack, and leaves it there; the stack must not be empty'],
  PEEK_ALL: ['matches all strings of the stack, one after the other from top to bottom, and leaves them there'],
  POP: ['matches the string on top of the stack, and takes it off; the stack must not be empty'],
  POP_ALL: ['matches all strings of the stack, one after the other from top to bottom, and takes them off'],
  DROP: ['takes the string on top off the stack and matches nothing; fails if the stack is empty'],
  ASCII: ['matches one character of ASCII: U+0000 to U+007F'],
  ASCII_DIGIT: asciiOf('0', '9'),
  ASCII_NONZERO_DIGIT: asciiOf('1', '9'),
  ASCII_BIN_DIGIT: say`matches ${'0'} or ${'1'}`,
  ASCII_OCT_DIGIT: asciiOf('0', '7'),
  ASCII_HEX_DIGIT: say`${asciiOf('0', '9')}, ${'a'} to ${'f'} or ${'A'} to ${'F'}`,
  ASCII_ALPHA_LOWER: asciiOf('a', 'z'),
  ASCII_ALPHA_UPPER: asciiOf('A', 'Z'),
  ASCII_ALPHA: say`${asciiOf('a', 'z')} or ${'A'} to ${'Z'}`,
  ASCII_ALPHANUMERIC: say`${asciiOf('a', 'z')}, ${'A'} to ${'Z'} or ${'0'} to ${'9'}`,
};

/** Returns the sentence about a built-in rule, if this is its name. */
export function ofBuiltIn(name) {
  if (Object.hasOwn(SAID, name)) return SAID[name];
  const property = propertyOf(name);
  return property ? [`matches one character ${property} in Unicode`] : null;
}

/** Returns the sentence about `PEEK[from..to]`. */
export function ofSlice(from, to) {
  const end = to === '' ? ['the top'] : say`before number ${to}`;
  const counted = `${from}${to}`.includes('-') ? '0 is the bottom, a minus counts from the top' : '0 is the bottom';
  const strings = say`the strings of the stack from number ${from || '0'} to ${end}`;
  return say`matches again, from the bottom upwards, ${strings} (${[counted]})`;
}
