// A file of one's own: shown again when it is saved elsewhere, and written only if the server was started to.

import { byId } from './dom.js';
import { replaceGrammar } from './editor.js';
import { given, on, state } from './state.js';

const KEPT = 'urigram-token';
const button = byId('save');
const reload = byId('file-reload');
const stateOf = byId('file-state');

/** The token in the printed address, which is kept for this tab and taken out of sight. */
const token = (() => {
  const address = new URL(location.href);
  const found = address.searchParams.get('token');
  try {
    if (found === null) return sessionStorage.getItem(KEPT);
    sessionStorage.setItem(KEPT, found);
  } catch { /* a browser that keeps nothing: the token lasts until the page is left */ }
  address.search = '';
  history.replaceState(null, '', address);
  return found;
})();

let refused = '';

/** Follows the file of the server, if it has one. */
export function followFile() {
  if (given.file === null) return;
  const events = new EventSource('/events');
  events.addEventListener('file', ({ data }) => changed(JSON.parse(data)));
  events.addEventListener('trouble', ({ data }) => { refused = `Cannot be read: ${JSON.parse(data).error}`; show(); });
  addEventListener('pagehide', () => events.close());
  button.addEventListener('click', save);
  reload.addEventListener('click', () => { replaceGrammar(given.file.text, { name: given.file.name }); });
  on(['grammar', 'name'], show);
  show();
}

function changed(file) {
  const before = given.file;
  given.file = file;
  refused = '';
  const isUntouched = before === null || (state.name === before.name && state.grammar === before.text);
  if (file && isUntouched) replaceGrammar(file.text, { name: file.name });
  show();
}

export const canSave = () => given.file?.writable === true && token !== null;

/** Writes the text back. */
export async function save() {
  if (!canSave()) return;
  const text = state.grammar;
  refused = '';
  try {
    const response = await fetch('/save', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Urigram-Token': token },
      body: JSON.stringify({ text, saved: given.file.saved }),
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) given.file = { ...given.file, ...answer, text };
    else refused = response.status === 409 ? 'Not saved: the file has changed on the disk.' : `Not saved: ${answer.error ?? response.status}.`;
  } catch { refused = 'Not saved: the server does not answer.'; }
  show();
}

function show() {
  const { file } = given;
  byId('file').hidden = !file;
  if (!file) return;
  const isSame = state.name === file.name && state.grammar === file.text;
  byId('file-name').textContent = file.name;
  stateOf.textContent = refused || (isSame ? 'as on disk' : 'differs from the disk');
  stateOf.dataset.same = isSame && !refused;
  button.hidden = !canSave();
  button.disabled = isSame || state.name !== file.name;
  reload.hidden = isSame;
}
