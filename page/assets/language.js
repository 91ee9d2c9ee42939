// What a grammar of another language than URIs changes on the page. The last grammar without a fault decides, so that nothing
// moves while a grammar is edited.

import { byId } from './dom.js';
import { read } from './notation.js';
import { isOfUris, named, on, set, state } from './state.js';

/** The panels that only RFC 3986 has answers for. */
const OF_URIS = ['validate', 'normalize', 'resolve', 'compare', 'whatwg', 'prove'];
/** Attributes that name the text. */
const NAMING = { rule: 'aria-label', reference: 'placeholder', 'step-here': 'title' };
const PLACEHOLDER = 'Type a text';

const written = new Map();

/** Names the text in the elements of the class `noun`, and in attributes, as what it is. */
export function nameText() {
  for (const element of document.querySelectorAll('.noun')) {
    if (!written.has(element)) written.set(element, element.textContent);
    element.textContent = named(written.get(element));
  }
  for (const [id, attribute] of Object.entries(NAMING)) {
    const element = byId(id);
    if (!written.has(element)) written.set(element, element.getAttribute(attribute));
    const said = written.get(element);
    element.setAttribute(attribute, attribute === 'placeholder' && !state.ofUris ? PLACEHOLDER : named(said));
  }
}

/** Follows the grammar, which has no fault. */
export function settle() {
  const { rules } = read(state.grammar);
  if (rules.length > 0) set({ ofUris: isOfUris(rules) });
}

// A text that is edited is checked first.
on(['grammar'], (_changed, why) => {
  if (!['typed in grammar', 'walked', 'fixed'].includes(why)) settle();
});
on(['ofUris'], () => {
  document.documentElement.dataset.language = state.ofUris ? 'uris' : 'other';
  for (const panel of OF_URIS) byId(`panel-${panel}`).hidden = !state.ofUris;
  nameText();
});
