// Conversion between the state of the page and its address.

import { byId, copy } from './dom.js';
import { exampleOf, textOf } from './examples.js';
import { read, spelled } from './notation.js';
import { pack, unpack } from './permalink.js';
import { POLICIES } from './policies.js';
import { sayOnPage } from './saying.js';
import { NONE, START, given, on, set, state } from './state.js';
import { short } from './text.js';
import { isStep } from './undo.js';

/** The storage key of the state, which survives a reload. */
const KEPT = 'urigram-kept';

/** The pause after the last change before the address is written. */
const PAUSE = 400;
/** The maximum number of shown characters of a link's name. */
const LONGEST_NAME = 60;
/** A browser takes seconds to lay out more lines than this. */
const MOST_LINES = 50_000;
const SHARED = ['input', 'rule', 'base', 'other', 'policy', 'name', 'here', 'seed'];
const panels = [...document.querySelectorAll('details.panel')];

let timer = 0;
let written = '';

/** Returns the state for a link. The grammar is left out if everyone who opens the link has it. */
function shared() {
  const value = Object.fromEntries(SHARED.map((name) => [name, state[name]]));
  if (state.grammar !== given.builtin) value.grammar = state.grammar;
  if (isFile()) value.file = true;
  if (state.against !== null) value.against = state.against;
  if (state.keep.length > 0) value.keep = state.keep.map(({ rule, text, must }) => [rule, text, must ? 1 : 0]);
  value.open = panels.filter(({ open }) => open).map(({ dataset }) => dataset.panel);
  return value;
}

/** Returns whether the editor has the server's unchanged file. A link then leads to the file's newest text. */
const isFile = () => state.source === 'file' && state.grammar === given.file.text;

/**
 * Returns the state of this tab that links lack: the source of the text, and the hash of its original file. The browser
 * keeps it with the address over a reload.
 */
const own = () => ({ source: state.source, basis: given.basis });

async function write() {
  clearTimeout(timer);
  timer = 0;
  const mine = own();
  const packed = `#${await pack(shared())}`;
  // Later changes are written a pause later.
  if (timer !== 0) return;
  written = packed;
  history.replaceState({ ...mine, step: history.state?.step }, '', written);
}

function writeLater() {
  clearTimeout(timer);
  timer = setTimeout(write, PAUSE);
}

/** Stores the state, which may not be in the address yet: leaving the page allows no time to pack it. */
function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ value: shared(), own: own() }));
  } catch {
    /* a browser that keeps nothing */
  }
}

/** Returns the stored state if the page was reloaded. */
function kept() {
  try {
    const [{ type }] = performance.getEntriesByType('navigation');
    if (type !== 'reload') sessionStorage.removeItem(KEPT);
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

/**
 * Returns the changes in the address, or `null` if there are none. Throws if it cannot be read. At the beginning, a reloaded
 * page gets its stored state.
 */
export async function fromAddress(isBeginning = false) {
  const changes = await asked(isBeginning);
  if (changes) changes.keep = changes.keep ? (await import('./kept.js')).listOf(changes.keep) : NONE;
  const example = exampleOf(changes?.name);
  if (example) {
    // An edited example can be reset to its text.
    await textOf(example).catch(({ message }) => sayOnPage(`The example could not be fetched: ${message}`));
  }
  return changes;
}

async function asked(isBeginning) {
  const before = isBeginning ? kept() : null;
  if (before) return changesOf(before.value, before.own);
  const fragment = location.hash.slice(1);
  if (fragment === '' || location.hash === written) return null;
  const value = await unpack(fragment);
  if (typeof value !== 'object' || value === null) throw new Error('it is incomplete or damaged');
  return changesOf(value, history.state);
}

function changesOf(value, mine) {
  const changes = {};
  for (const name of SHARED) if (typeof value[name] === typeof state[name]) changes[name] = value[name];
  if (changes.name) changes.name = short(changes.name, LONGEST_NAME);
  if (!(Number.isSafeInteger(changes.seed) && changes.seed >= 0)) changes.seed = 0;
  changes.grammar = typeof value.grammar === 'string' ? value.grammar : given.builtin;
  if (changes.grammar.split('\n', MOST_LINES + 1).length > MOST_LINES) throw new Error('its grammar has too many lines');
  changes.source = sourceOf(changes, value, mine);
  if (changes.source === 'file') {
    if (value.file === true) changes.grammar = given.file.text;
    else if (mine) given.basis = mine.basis;
  }
  changes.keep = value.keep;
  changes.against = typeof value.against === 'string' ? value.against : null;
  sayOnPage(unknown(changes).join(' '));
  if (Array.isArray(value.open)) for (const panel of panels) panel.open = value.open.includes(panel.dataset.panel);
  return changes;
}

/** Replaces an unknown rule or policy by the default, and returns messages about that. */
function unknown(changes) {
  const said = [];
  const { rule, policy, grammar } = changes;
  const own = read(grammar).rules.map(({ name }) => name);
  const isRule = rule === undefined || [...own, ...given.rules].some((name) => spelled(name) === spelled(rule));
  if (!isRule) {
    changes.rule = own.includes(START) ? START : (own[0] ?? START);
    said.push(`The link asks for the rule “${short(rule, LONGEST_NAME)}”, which the grammar does not have.`);
  }
  if (policy !== undefined && !POLICIES.some(([name]) => name === policy)) {
    changes.policy = '';
    said.push(`The link asks for the policy “${short(policy, LONGEST_NAME)}”, which does not exist.`);
  }
  return said;
}

/** Returns the source of a link's grammar. An edited text counts as the file only by this tab's own state. */
function sourceOf({ name, grammar }, value, mine) {
  const isNamed = given.file !== null && given.file.name === name;
  if (isNamed && (value.file === true || grammar === given.file.text)) return 'file';
  const isKnown = mine?.source === 'file' ? isNamed : mine?.source !== 'example' || exampleOf(name);
  if (mine && isKnown) return mine.source;
  return typeof value.grammar === 'string' ? 'link' : 'builtin';
}

/** Keeps the address up to date, and follows typed or pasted addresses. `refused` gets the error of an unreadable address. */
export function followAddress(refused) {
  on([...SHARED, 'grammar', 'source', 'against', 'keep'], writeLater);
  addEventListener('pagehide', keep);
  for (const panel of panels) panel.addEventListener('toggle', writeLater);
  addEventListener('hashchange', async () => {
    if (isStep(history.state?.step)) return;
    try {
      const changes = await fromAddress();
      if (changes) set(changes, 'followed');
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
