// Fields of one line that are a field of the state.

import { byId } from './dom.js';
import { on, set, state } from './state.js';

/** Keeps the field with this id and the field of the state with the same name equal. */
export function tie(name) {
  const field = byId(name);
  field.addEventListener('input', () => set({ [name]: field.value }, 'typed'));
  on([name], () => {
    if (field.value !== state[name]) field.value = state[name];
  });
}
