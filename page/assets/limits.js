// The longest texts that this page reads. The commands are not asked about longer ones.

import { byId } from './dom.js';
import { sayOnPage } from './saying.js';
import { named, state } from './state.js';

/** The maximum lengths in bytes of UTF-8, with the name of each text. */
const LONGEST = {
  input: [96 << 10, 'The reference'],
  base: [96 << 10, 'The base'],
  other: [96 << 10, 'The other reference'],
  grammar: [1 << 20, 'The grammar'],
  against: [1 << 20, 'The grammar to compare with'],
};
const SAID = 'That was left out: this page reads references of at most 96 KiB, and grammars of at most 1 MiB.';

/** A browser takes seconds to put in more characters. */
const MOST_TYPED = 10_000;

const encoder = new TextEncoder();

/** Returns whether the text has more bytes. A unit of UTF-16 is one to three bytes. */
const isLonger = (text, most) =>
  text.length > most || (text.length > most / 3 && encoder.encode(text).length > most);

/** Returns the first field of the state that is not read, and why, or `null`. */
export function unread(fields) {
  for (const field of fields) {
    const text = state[field];
    if (typeof text !== 'string' || !LONGEST[field]) continue;
    const [most, name] = LONGEST[field];
    if (isLonger(text, most)) {
      const limit = most < 1 << 20 ? `${most >> 10} KiB` : `${most >> 20} MiB`;
      return { field, why: named(`${name} is longer than ${limit}, the most that this page reads.`) };
    }
    if (field !== 'grammar' && field !== 'against' && text.includes('\0'))
      return { field, why: named(`${name} contains U+0000, which this page does not read.`) };
  }
  return null;
}

/**
 * Refuses what would make the text of a field too long, because a browser takes seconds to lay out some megabytes, and puts
 * a long text in at once.
 */
export function limit(id, field) {
  const element = byId(id);
  let isSaid = false;
  const put = (event, added) => {
    if (event.defaultPrevented) return;
    const { value, selectionStart, selectionEnd } = element;
    const text = value.slice(0, selectionStart) + added + value.slice(selectionEnd);
    const isTooLong = added !== '' && isLonger(text, LONGEST[field][0]);
    if (isTooLong || isSaid) sayOnPage(isTooLong ? named(SAID) : '');
    isSaid = isTooLong;
    if (isTooLong || added.length > MOST_TYPED) event.preventDefault();
    if (isTooLong || added.length <= MOST_TYPED) return;
    element.setRangeText(added.replaceAll('\r\n', '\n'), selectionStart, selectionEnd, 'end');
    element.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
  };
  element.addEventListener('beforeinput', (event) => put(event, event.data ?? ''));
  element.addEventListener('paste', (event) => put(event, event.clipboardData.getData('text/plain')));
  element.addEventListener('drop', (event) => {
    // What is short is put where it is dropped.
    const added = event.dataTransfer.getData('text/plain');
    if (added.length > MOST_TYPED) put(event, added);
  });
}
