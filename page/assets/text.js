// Offsets in answers are bytes of UTF-8; offsets in the browser are UTF-16. And characters that cannot be seen.

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

const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Returns the text with characters that cannot be seen written as pest writes them. */
export function visible(text) {
  return text.replace(HIDDEN, (character) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
    return short ?? `\\u{${character.codePointAt(0).toString(16).padStart(2, '0')}}`;
  });
}

/** Tells whether there are any, line breaks aside. */
export const hasHidden = (text) => text.replaceAll('\n', '').search(HIDDEN) >= 0;

/** Returns what differs between two texts: what both begin with, the two middles, and what both end with. */
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
