// Writes the fix of a message about the grammar into the editor.

import { goTo } from './editor.js';
import { lineOf } from './lines.js';
import { set, state } from './state.js';
import { Utf8 } from './text.js';

/** Applies a fix of this text, in one step of the history, unless the text has been edited since. The cursor is behind it. */
export function write(grammar, { start, end, text }) {
  if (state.grammar !== grammar) return;
  const bytes = new Utf8(grammar);
  const before = grammar.slice(0, bytes.index(start));
  set({ grammar: before + text + grammar.slice(bytes.index(end)) }, 'fixed');
  goTo(lineOf(state.grammar, before.length), null);
}
