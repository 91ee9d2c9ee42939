// What the page is about: everything that a question is made of, and who wants to know when it changes.

/** `grammar` is the text in the editor; `rule` the start rule; `here` the rule at the cursor. */
export const state = {
  input: '',
  rule: 'URI_reference',
  base: '',
  other: '',
  policy: '',
  grammar: '',
  name: 'uri.pest',
  against: null,
  here: '',
  seed: 0,
};

/** What the server said at the start. */
export const given = { builtin: '', examples: [], file: null };

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

/** Returns the grammar as a question has it: `null` for the built-in one. */
export const grammarAsked = () => (state.grammar === given.builtin ? null : state.grammar);
