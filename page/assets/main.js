// The start: fetches the grammar and the examples, follows the address, and wakes the panels. Panels send their requests in
// the order in which they are imported.

import './theme.js';
import { fromAddress, followAddress } from './address.js';
import './components.js';
import './findings.js';
import './tree.js';
import './diff.js';
import './check.js';
import './railroad.js';
import './proof.js';
import './hidden.js';
import './keys.js';
import './language.js';
import { offerChoices } from './choices.js';
import { goToRule } from './editor.js';
import { fetchLater } from './later.js';
import { read } from './notation.js';
import { sayNoAnswer, sayOnPage } from './saying.js';
import { wake } from './schedule.js';
import { START, given, isOfUris, set, state } from './state.js';
import { beginSteps } from './undo.js';

/** The initial content of the page. */
const FIRST = {
  input: 'http://user@Example.com:80/over/../there?name=ferret#nose',
  base: 'http://a/b/c/d;p?q',
  other: 'http://user@example.com/there?name=ferret#nose',
};

const refused = (why) => sayOnPage(`The link could not be read: ${why}. This is the page as it begins.`);

async function begin() {
  try {
    Object.assign(given, await (await fetch('state')).json());
  } catch {
    sayNoAnswer();
    return;
  }
  // Takes the token out of the address.
  const ofFile = given.file && (await import('./file.js'));
  given.rules = read(given.builtin).rules.map(({ name }) => name);
  const { file } = given;
  const { rules } = read(file?.text ?? given.builtin);
  given.basis = file?.saved ?? null;
  const first = {
    ...FIRST,
    grammar: file?.text ?? given.builtin,
    name: file?.name ?? 'uri.pest',
    source: file ? 'file' : 'builtin',
    here: given.rules.includes('scheme') && !file ? 'scheme' : '',
    // The grammar is not of URIs.
    ...(!isOfUris(rules) && { rule: rules[0]?.name ?? START, input: '', against: file?.text ?? null }),
  };
  let linked = null;
  try {
    linked = await fromAddress(true);
  } catch (error) {
    refused(error.message);
  }
  set({ ...first, ...linked });
  offerChoices();
  goToRule(state.here, false);
  beginSteps();
  followAddress(refused);
  ofFile?.followFile();
  fetchLater();
  wake();
  document.documentElement.dataset.ready = 'true';
}

begin();
