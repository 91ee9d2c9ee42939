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
  } catch {
    /* a browser that keeps nothing: the token lasts until the page is left */
  }
  address.search = '';
  history.replaceState(null, '', address);
  return found;
})();

let refused = '';
/** The hash of the file that the text in the editor began as. */
let basis = '';

/** Follows the file of the server, if it has one. */
export function followFile() {
  if (given.file === null) return;
  basis = given.file.saved;
  const events = new EventSource('/events');
  events.addEventListener('file', ({ data }) => changed(JSON.parse(data)));
  events.addEventListener('trouble', ({ data }) => {
    refused = `Cannot be read: ${JSON.parse(data).error}`;
    show();
  });
  addEventListener('pagehide', () => events.close());
  button.addEventListener('click', save);
  reload.addEventListener('click', () => {
    basis = given.file.saved;
    refused = '';
    replaceGrammar(given.file.text, { name: given.file.name });
    show();
  });
  on(['grammar', 'name'], show);
  show();
}

function changed(file) {
  const before = given.file;
  given.file = file;
  refused = '';
  const isUntouched = state.name === before.name && state.grammar === before.text;
  if (isUntouched) {
    basis = file.saved;
    replaceGrammar(file.text, { name: file.name }, true);
  }
  show();
}

/** Tells whether the editor has the file's text, edited or not, and may write it back. */
export const canSave = () => given.file?.writable === true && token !== null && state.name === given.file.name;

/** Writes the text back. */
export async function save() {
  if (!canSave()) return;
  const text = state.grammar;
  refused = '';
  try {
    const response = await fetch('/save', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Urigram-Token': token },
      body: JSON.stringify({ text, saved: basis }),
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) {
      given.file = { ...given.file, ...answer, text };
      basis = given.file.saved;
    } else if (response.status === 409) {
      given.file = (await (await fetch('/state')).json()).file;
      basis = given.file.saved;
      refused = 'Not saved: the file has changed on the disk';
    } else refused = `Not saved: ${answer.error ?? response.status}`;
  } catch {
    refused = 'Not saved: the server does not answer.';
  }
  show();
}

function show() {
  const { file } = given;
  byId('file').hidden = !file;
  if (!file) return;
  const isSame = state.name === file.name && state.grammar === file.text;
  byId('file-name').textContent = file.name;
  stateOf.textContent = refused || (isSame ? 'as on disk' : state.name === file.name ? 'edited' : 'not shown');
  stateOf.dataset.same = isSame && !refused;
  button.hidden = !canSave();
  button.disabled = isSame;
  button.textContent = refused && button.disabled === false ? 'Save over it' : 'Save';
  reload.hidden = isSame;
}
