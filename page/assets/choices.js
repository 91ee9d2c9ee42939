// The choices: the start rule, the grammar, and the grammar to compare with.

import { byId, fill, h } from './dom.js';
import { notation, replaceGrammar } from './editor.js';
import { exampleOf, textOf } from './examples.js';
import { left } from './more.js';
import { spelled } from './notation.js';
import { sayOnPage } from './saying.js';
import { START, given, isOfUris, on, set, state } from './state.js';

/** The maximum number of rules that are offered, because longer lists take long to open. */
const MOST = 1000;

const rule = byId('rule');
const example = byId('example');
const against = byId('against');
/** The editor's content when it was chosen for comparison; not in the list. */
let kept = null;
/** The number of texts for comparison being fetched. Meanwhile the choice is not redrawn. */
let fetching = 0;

/** Draws the rules of the grammar. A grammar of URIs also has the rules of uri.pest, and names may be in the RFC's spelling. */
function drawRules() {
  const names = notation.rules.map(({ name }) => name);
  const builtin = !isOfUris(notation.rules) ? [] : given.rules.filter((name) => !names.includes(name));
  const all = [...new Set(names)];
  const isNamed = [...all.slice(0, MOST), ...builtin].some((name) => spelled(name) === spelled(state.rule));
  fill(
    rule,
    !isNamed && h('option', { value: state.rule }, state.rule),
    options(all.slice(0, MOST)),
    all.length > MOST && h('option', { disabled: true }, left(all.length - MOST)),
    builtin.length > 0 && h('optgroup', { label: 'of uri.pest' }, options(builtin)),
  );
  rule.value = [...rule.options].find(({ value }) => spelled(value) === spelled(state.rule))?.value ?? state.rule;
  // The page uses the grammar's spelling.
  set({ rule: rule.value });
}

const options = (names) => names.map((name) => h('option', { value: name }, name));

function drawExamples() {
  const { file, examples } = given;
  fill(
    example,
    state.source === 'link' && h('option', { value: 'link' }, `${state.name} (from a link)`),
    file && h('option', { value: 'file' }, `${file.name} (the file)`),
    h('option', { value: 'builtin' }, 'uri.pest (RFC 3986)'),
    examples.map(({ name, title, about }) => h('option', { value: `example ${name}`, title: about }, title)),
  );
  example.value = state.source === 'example' ? `example ${state.name}` : state.source;
}

function drawAgainst() {
  const { file, examples } = given;
  const same = examples.find(({ grammar }) => grammar !== undefined && grammar === state.against);
  const chosen =
    state.against === null
      ? 'builtin'
      : file?.text === state.against
        ? 'file'
        : same && kept !== state.against
          ? `example ${same.name}`
          : 'kept';
  if (chosen === 'kept') kept = state.against;
  fill(
    against,
    h('option', { value: 'builtin' }, 'uri.pest (RFC 3986)'),
    file && h('option', { value: 'file' }, `${file.name}, as on disk`),
    examples.map(({ name, title }) => h('option', { value: `example ${name}` }, title)),
    h('option', { value: 'now' }, 'the text as it is now'),
    kept !== null && h('option', { value: 'kept' }, 'the text as it was'),
  );
  against.value = chosen;
}

/** Returns the example chosen in a list, with its text, or `undefined` if the choice has changed meanwhile. */
async function chosenExample(list) {
  const { value } = list;
  const chosen = exampleOf(value.slice('example '.length));
  await textOf(chosen);
  return list.value === value ? chosen : undefined;
}

async function chooseExample() {
  const { file } = given;
  if (example.value === 'file') return replaceGrammar(file.text, { name: file.name, source: 'file' });
  if (example.value === 'builtin')
    return replaceGrammar(given.builtin, { name: 'uri.pest', source: 'builtin', rule: START, against: null });
  const chosen = await chosenExample(example);
  if (chosen === undefined) return undefined;
  const isOfUris = given.rules.some((name) => spelled(name) === spelled(chosen.rule));
  replaceGrammar(chosen.grammar, {
    name: chosen.name,
    source: 'example',
    rule: chosen.rule,
    against: isOfUris ? null : chosen.grammar,
    ...(chosen.base && { base: chosen.base }),
    input: chosen.input,
    mine: null,
  });
  return undefined;
}

async function chooseAgainst() {
  const { value } = against;
  if (value === 'now') kept = state.grammar;
  const texts = { builtin: null, file: given.file?.text, now: kept, kept };
  let text = texts[value];
  if (!(value in texts)) {
    fetching += 1;
    try {
      text = (await chosenExample(against))?.grammar;
    } finally {
      fetching -= 1;
    }
  }
  if (text !== undefined) set({ against: text });
  drawAgainst();
}

/** Shows the error if a choice fails, and restores the previous choice. */
const orSay = (choose) => () =>
  choose().catch(({ message }) => {
    sayOnPage(`The example could not be fetched: ${message}`);
    drawExamples();
    drawAgainst();
  });

/** Fills the lists, and keeps them up to date. */
export function offerChoices() {
  rule.addEventListener('change', () => set({ rule: rule.value }));
  example.addEventListener('change', orSay(chooseExample));
  against.addEventListener('change', orSay(chooseAgainst));
  on(['grammar', 'rule'], drawRules);
  on(['name', 'source'], drawExamples);
  on(['against'], drawAgainst);
  on(['grammar'], () => fetching === 0 && drawAgainst());
  on(['name', 'source', 'grammar'], drawName);
  drawExamples();
  drawAgainst();
  drawRules();
  drawName();
}

function drawName() {
  const isEdited = !byId('reset').hidden;
  byId('grammar-name').textContent = isEdited ? `${state.name}, edited` : state.name;
}
