// Whether the grammar is of URIs. The last grammar without a fault decides, so that nothing moves while a grammar is edited.

import { read } from './notation.js';
import { sayNoAnswer } from './saying.js';
import { isOfUris, on, set, state } from './state.js';

/** Follows the grammar, which has no fault. */
export function settle() {
  const { rules } = read(state.grammar);
  if (rules.length > 0) set({ ofUris: isOfUris(rules) });
}

// A text that is edited is checked first.
on(['grammar'], (_changed, why) => {
  if (!['typed in grammar', 'walked', 'fixed'].includes(why)) settle();
});
// What another language changes on the page is fetched when there is one.
on(['ofUris'], () => {
  import('./naming.js').catch(sayNoAnswer);
});
