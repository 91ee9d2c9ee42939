// What the page is about: everything that a question is made of, and who wants to know when it changes.

import { spelled } from './notation.js';

/** The rule to begin with, as the grammar that is built in spells it. */
export const START = 'URI_reference';

/**
 * `grammar` is the text in the editor, and `source` what it began as: `file`, `builtin`, `example`, or `link` for a text
 * that came with a link. `name` is only shown: a link may have any name. `rule` is the start rule, `here` the rule at the
 * cursor.
 */
export const state = {
  input: '',
  rule: START,
  base: '',
  other: '',
  policy: '',
  grammar: '',
  name: 'uri.pest',
  source: 'builtin',
  against: null,
  here: '',
  seed: 0,
};

/**
 * What the server said at the start, `rules`, the names of those of the built-in grammar, and `basis`, the hash of the file
 * that the text in the editor began as.
 */
export const given = { builtin: '', rules: [], examples: [], file: null, basis: null };

const listeners = [];

/** Calls `listener` with the names of the fields, whenever one of `fields` changes. */
export function on(fields, listener) {
  listeners.push({ fields: new Set(fields), listener });
}

/** Changes fields. `why` tells where the change comes from, such as `typed`. */
export function set(changes, why = '') {
  const changed = Object.keys(changes).filter((field) => state[field] !== changes[field]);
  Object.assign(state, changes);
  if (changed.length === 0) return;
  for (const { fields, listener } of listeners) {
    if (changed.some((field) => fields.has(field))) listener(changed, why);
  }
}

/** What the ABNF of every language has is no rule of URIs. */
const CORE = ['ALPHA', 'DIGIT', 'HEXDIG'];

/** Tells whether one of these rules is of uri.pest: the others then are rules of that, too. */
export function isOfUris(rules) {
  const all = new Set(given.rules.filter((name) => !CORE.includes(name)).map(spelled));
  return rules.some(({ name }) => all.has(spelled(name)));
}

/** Returns the grammar as a question has it: `null` for the built-in one. */
export const grammarAsked = () => (state.grammar === given.builtin ? null : state.grammar);
