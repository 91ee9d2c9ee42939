// Offsets: bytes of UTF-8 in answers, UTF-16 code units in the browser. Also invisible characters.

const encoder = new TextEncoder();

/** A text with its offsets in bytes. */
export class Utf8 {
  constructor(text) {
    this.text = text;
    this.length = encoder.encode(text).length;
    if (this.length === text.length) return;
    this.indexes = new Uint32Array(this.length + 1);
    let byte = 0;
    let index = 0;
    for (const character of text) {
      const bytes = encoder.encode(character).length;
      this.indexes.fill(index, byte, byte + bytes);
      byte += bytes;
      index += character.length;
    }
    this.indexes[byte] = index;
  }

  /** Returns the index in UTF-16 of a byte. */
  index(byte) {
    const within = Math.max(0, Math.min(byte, this.length));
    return this.indexes ? this.indexes[within] : within;
  }

  /** Returns the number of bytes of the character at a byte: 0 at the end. */
  width(byte) {
    const point = this.text.codePointAt(this.index(byte));
    return point === undefined ? 0 : encoder.encode(String.fromCodePoint(point)).length;
  }

  slice(start, end) {
    return this.text.slice(this.index(start), this.index(end));
  }
}

/**
 * Characters that are invisible, look like a space, or change the order of others: control and format characters, all
 * other spaces and line breaks, default ignorable characters, halves of surrogate pairs, characters for private use, and
 * the empty braille cell.
 */
const HIDDEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu;

const hex = (character) => character.codePointAt(0).toString(16);

const written = (character) => {
  const known = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
  return known ?? `\\u{${hex(character).padStart(2, '0')}}`;
};

/** Returns the text with invisible characters escaped as in pest's notation. */
export const visible = (text) => text.replace(HIDDEN, written);

/** Returns the text as a string of pest's notation, which is also one of Rust. */
export const quoted = (text) => `"${visible(text.replace(/["\\]/g, '\\$&'))}"`;

/** Returns a text of several lines in the same way, but keeps its line breaks. */
export const visibleLines = (text) =>
  text.replace(HIDDEN, (character) => (character === '\n' ? character : written(character)));

/** Returns the beginning of the text, escaped as by `visible`, with an ellipsis if the text is longer. */
export function short(text, most) {
  if (text.length <= most) return visible(text);
  return `${visible([...text.slice(0, 2 * most)].slice(0, most).join(''))}…`;
}

/** Returns a value as JSON of several lines, with invisible characters escaped. */
export const asJson = (value) =>
  JSON.stringify(value, null, 2).replace(HIDDEN, (character) =>
    character === '\n' ? character : character.replace(/[^]/g, (unit) => `\\u${hex(unit).padStart(4, '0')}`),
  );

/** Returns the first invisible characters in the text with their places, at most `most`, except characters in `ordinary`. */
export function hiddenIn(text, most, ordinary) {
  const found = [];
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (ordinary.includes(character)) continue;
    if (found.length === most) break;
    found.push({ character: written(character), index });
  }
  return found;
}

/** Returns the difference of two texts: their common prefix, the two middles, and their common suffix. */
export function difference(old, now) {
  const before = [...old];
  const after = [...now];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  return {
    start: after.slice(0, start).join(''),
    gone: before.slice(start, before.length - end).join(''),
    come: after.slice(start, after.length - end).join(''),
    end: after.slice(after.length - end).join(''),
  };
}
