// The state of the page, and the listeners for its changes.

import { spelled } from './notation.js';

/** The initial start rule, in the spelling of the built-in grammar. */
export const START = 'URI_reference';

/** No strings, see `state.keep`. */
export const NONE = Object.freeze([]);

/**
 * `grammar` is the text in the editor, and `source` its origin: `file`, `builtin`, `example`, or `link` for a text in a
 * link. `name` is only shown: a link may have any name. `rule` is the start rule, `here` the rule at the
 * cursor. `mine` is the text and the rule, `{ input, rule }`, from before a string of the page was tried. `same` is the last
 * text of which each rule was found to be equal to that of uri.pest, and `ofUris` whether the last grammar without a fault was
 * one of URIs. `keep` are the strings to keep, see kept.js.
 */
export const state = {
  input: '',
  rule: START,
  mine: null,
  base: '',
  other: '',
  policy: '',
  grammar: '',
  name: 'uri.pest',
  source: 'builtin',
  against: null,
  here: '',
  seed: 0,
  same: null,
  keep: NONE,
  ofUris: true,
};

/**
 * The data from the server at the start; `rules`, the names of the built-in grammar's rules; and `basis`, the hash of the
 * file that the text in the editor began as.
 */
export const given = { builtin: '', rules: [], examples: [], file: null, basis: null };

const listeners = [];

/** Calls `listener` with the names of the fields, whenever one of `fields` changes. */
export function on(fields, listener) {
  listeners.push({ fields: new Set(fields), listener });
}

/** Changes fields. `why` is the origin of the change, such as `typed`. */
export function set(changes, why = '') {
  const changed = Object.keys(changes).filter((field) => state[field] !== changes[field]);
  Object.assign(state, changes);
  if (changed.length === 0) return;
  for (const { fields, listener } of listeners) {
    if (changed.some((field) => fields.has(field))) listener(changed, why);
  }
}

/** Returns a text of the page about the reference, as what it is about if the grammar is not of URIs. */
export const named = (text) =>
  state.ofUris ? text : text.replace(/\b([Rr])eference/g, (_all, first) => (first === 'R' ? 'Text' : 'text'));

/** The core rules of ABNF, which occur in grammars of any language. */
const CORE = ['ALPHA', 'DIGIT', 'HEXDIG'];

/** Returns whether one of these rules is in uri.pest. The grammar is then a grammar of URIs. */
export function isOfUris(rules) {
  const all = new Set(given.rules.filter((name) => !CORE.includes(name)).map(spelled));
  return rules.some(({ name }) => all.has(spelled(name)));
}
