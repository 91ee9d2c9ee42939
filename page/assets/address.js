// The state of the page in its address, and back.

import { byId, copy } from './dom.js';
import { pack, unpack } from './permalink.js';
import { given, on, set, state } from './state.js';

/** How long nothing changes before the address is written. */
const PAUSE = 400;
const SHARED = ['input', 'rule', 'base', 'other', 'policy', 'name', 'here', 'seed'];
const panels = [...document.querySelectorAll('details.panel')];

let timer = 0;
let written = '';

/** Returns what a link has. The grammar is left out if whoever opens it has the same anyway. */
function shared() {
  const value = Object.fromEntries(SHARED.map((name) => [name, state[name]]));
  if (state.grammar !== given.builtin) value.grammar = state.grammar;
  if (isFile()) value.file = true;
  if (state.against !== null) value.against = state.against;
  value.open = panels.filter(({ open }) => open).map(({ dataset }) => dataset.panel);
  return value;
}

/** Tells whether the editor has the server's file as it is: then its newest text counts wherever that file is open. */
const isFile = () => given.file !== null && state.name === given.file.name && state.grammar === given.file.text;

async function write() {
  clearTimeout(timer);
  timer = 0;
  written = `#${await pack(shared())}`;
  if (written !== location.hash) history.replaceState(null, '', written);
}

function writeLater() {
  clearTimeout(timer);
  timer = setTimeout(write, PAUSE);
}

/** Returns the changes that the address asks for, or `null` if it asks for none. Throws if it cannot be read. */
export async function fromAddress() {
  const fragment = location.hash.slice(1);
  if (fragment === '' || location.hash === written) return null;
  const value = await unpack(fragment);
  if (typeof value !== 'object' || value === null) throw new Error('it is incomplete or damaged');
  const changes = {};
  for (const name of SHARED) if (typeof value[name] === typeof state[name]) changes[name] = value[name];
  changes.grammar = typeof value.grammar === 'string' ? value.grammar : given.builtin;
  if (value.file === true && given.file?.name === value.name) changes.grammar = given.file.text;
  changes.against = typeof value.against === 'string' ? value.against : null;
  if (Array.isArray(value.open)) for (const panel of panels) panel.open = value.open.includes(panel.dataset.panel);
  return changes;
}

/** Keeps the address up to date, and follows one that is typed or pasted; `refused` is told why one cannot be read. */
export function followAddress(refused) {
  on([...SHARED, 'grammar', 'against'], writeLater);
  for (const panel of panels) panel.addEventListener('toggle', writeLater);
  addEventListener('hashchange', async () => {
    try {
      const changes = await fromAddress();
      if (changes) set(changes);
    } catch (error) {
      refused(error.message);
    }
  });
  byId('copy-link').addEventListener('click', async ({ currentTarget }) => {
    await write();
    const address = new URL(location.href);
    address.search = '';
    copy(currentTarget, address.href);
  });
}
