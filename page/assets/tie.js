// One-line fields that are bound to a field of the state.

import { byId } from './dom.js';
import { limit } from './limits.js';
import { on, set, state } from './state.js';

/** Binds the field with this id to the field of the state with the same name. */
export function tie(name) {
  const field = byId(name);
  field.addEventListener('input', () => set({ [name]: field.value }, 'typed'));
  field.addEventListener('paste', (event) => {
    const lines = event.clipboardData.getData('text/plain').split(/[\r\n]+/).filter((line) => line.trim() !== '');
    if (lines.length < 2) return;
    // The browser would join the lines.
    event.preventDefault();
    document.execCommand('insertText', false, lines[0].trim());
  });
  const show = () => {
    if (field.value !== state[name]) field.value = state[name];
  };
  limit(name, name);
  on([name], show);
  show();
}

/** Marks the field as faulty, or not. */
export const markTied = (name, isFaulty) => byId(name).setAttribute('aria-invalid', isFaulty);
