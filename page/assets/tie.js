// Fields of one line that are a field of the state.

import { byId } from './dom.js';
import { on, set, state } from './state.js';

/** Keeps the field with this id and the field of the state with the same name equal. */
export function tie(name) {
  const field = byId(name);
  field.addEventListener('input', () => set({ [name]: field.value }, 'typed'));
  const show = () => {
    if (field.value !== state[name]) field.value = state[name];
  };
  on([name], show);
  show();
}

/** Marks the field as one with a fault, or not. */
export const markTied = (name, isFaulty) => byId(name).setAttribute('aria-invalid', isFaulty);
