// The server's file: shown again when another program saves it, and written only with `--write`.

import { byId, plain } from './dom.js';
import { replaceGrammar } from './editor.js';
import { sayNoAnswer } from './saying.js';
import { given, on, set, state } from './state.js';

const KEPT = 'urigram-token';
const button = byId('save');
const reload = byId('file-reload');
const stateOf = byId('file-state');

/** The token from the printed address, which is stored for this tab and removed from the address bar. */
const token = (() => {
  const address = new URL(location.href);
  const found = address.searchParams.get('token');
  try {
    if (found === null) return sessionStorage.getItem(KEPT);
    sessionStorage.setItem(KEPT, found);
  } catch {
    /* storage is disabled: the token lasts until the page is left */
  }
  address.search = '';
  history.replaceState(null, '', address);
  return found;
})();

const CHANGED = 'Not saved: the file has changed on the disk';
let refused = '';

/** Follows the file of the server. */
export function followFile() {
  const trouble = (error) => {
    refused = `Cannot be read: ${plain(error)}`;
    show();
  };
  import('./events.js').then(({ followEvents }) => followEvents({ changed, trouble }), sayNoAnswer);
  button.addEventListener('click', write);
  reload.addEventListener('click', () => begin(false));
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's' || !canWrite()) return;
    event.preventDefault();
    save();
  });
  on(['grammar', 'name', 'source'], show);
  show();
}

/** Puts the file's text in the editor; see `replaceGrammar` for `stays`. */
function begin(stays) {
  const { text, name } = given.file;
  refused = '';
  if (state.grammar !== text || state.source !== 'file') replaceGrammar(text, { name, source: 'file' }, stays);
  show();
}

function changed(file) {
  const isUntouched = isFile();
  given.file = file;
  refused = '';
  if (isUntouched) begin(true);
  show();
}

/** Returns whether the editor has the same text as the file on the disk. */
const isFile = () => state.source === 'file' && state.grammar === given.file.text;

/** Returns whether the file on the disk has changed since it was loaded. The key then does not save. */
const isOlder = () => state.source === 'file' && !isFile() && given.basis !== given.file.saved;

/** Returns whether the server would write the file for this page. */
const canWrite = () => given.file?.writable === true && token !== null;

/**
 * Saves the file's text, edited or not. A link's text is saved only by the button, even if edited, because a key is pressed
 * out of habit.
 */
function save() {
  if (state.source !== 'file') return;
  if (!isOlder()) {
    write();
    return;
  }
  refused = CHANGED;
  show();
}

/** Writes the text to the file, if the file still has the content that the page knows. */
async function write() {
  const text = state.grammar;
  refused = '';
  try {
    const response = await fetch('save', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Urigram-Token': token },
      body: JSON.stringify({ text, saved: given.file.saved }),
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) {
      given.file = { ...given.file, ...answer, text };
      given.basis = given.file.saved;
      set({ source: 'file', name: given.file.name });
    } else if (response.status === 409) {
      given.file = (await (await fetch('state')).json()).file;
      refused = CHANGED;
    } else refused = `Not saved: ${plain(answer.error ?? `the server answered ${response.status}`)}`;
  } catch {
    refused = 'Not saved: the server does not answer.';
  }
  show();
}

function show() {
  const { file } = given;
  byId('file').hidden = !file;
  if (!file) return;
  const isSame = isFile();
  if (isSame) given.basis = file.saved;
  const isLink = state.source === 'link';
  const edited = isOlder() ? 'edited; the file has changed too' : 'edited';
  const said = { file: isSame ? 'as on disk' : edited, link: 'from a link, not saved' }[state.source] ?? 'not shown';
  byId('file-name').textContent = file.name;
  stateOf.textContent = refused || said;
  stateOf.dataset.same = isSame && !refused;
  button.hidden = !canWrite() || !(isLink || state.source === 'file');
  button.disabled = isSame;
  button.textContent = isLink || isOlder() ? 'Save over it' : 'Save';
  // The button over the editor does the same.
  reload.hidden = isSame || state.source === 'file';
}
