// Names the text of the page as what it is, and hides the panels for RFC 3986 if the grammar is not of URIs.

import { byId } from './dom.js';
import { named, on, state } from './state.js';

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

function follow() {
  document.documentElement.dataset.language = state.ofUris ? 'uris' : 'other';
  for (const panel of OF_URIS) byId(`panel-${panel}`).hidden = !state.ofUris;
  nameText();
}

on(['ofUris'], follow);
follow();
