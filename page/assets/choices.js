// What one may choose from: the start rule, a grammar to begin with, and one to compare with.

import { byId, fill, h } from './dom.js';
import { notation, replaceGrammar } from './editor.js';
import { tryText } from './field.js';
import { given, on, set, state } from './state.js';

const rule = byId('rule');
const example = byId('example');
const against = byId('against');
/** The text that was compared with before the choice “the text as it is now”. */
const kept = new Map();

/** The rules of the grammar; a variant has those of uri.pest too, and their names may be spelled as the RFC does. */
function drawRules() {
  const names = notation.rules.map(({ name }) => name);
  const builtin = state.grammar === given.builtin ? [] : given.rules.filter((name) => !names.includes(name));
  const all = [...new Set(names)];
  const isNamed = [...all, ...builtin].some((name) => spelled(name) === spelled(state.rule));
  fill(
    rule,
    !isNamed && h('option', { value: state.rule }, state.rule),
    options(all),
    builtin.length > 0 && h('optgroup', { label: 'of uri.pest' }, options(builtin)),
  );
  rule.value = [...rule.options].find(({ value }) => spelled(value) === spelled(state.rule))?.value ?? state.rule;
}

const spelled = (name) => name.replaceAll('-', '_');
const options = (names) => names.map((name) => h('option', { value: name }, name));

function drawExamples() {
  const { file, examples } = given;
  fill(
    example,
    file && h('option', { value: 'file' }, `${file.name} (the file)`),
    h('option', { value: 'builtin' }, 'uri.pest (RFC 3986)'),
    examples.map(({ name, title, about }, at) => h('option', { value: String(at), title: about }, title ?? name)),
  );
  fill(
    against,
    h('option', { value: 'builtin' }, 'uri.pest (RFC 3986)'),
    file && h('option', { value: 'file' }, `${file.name}, as on disk`),
    examples.map(({ name, title }, at) => h('option', { value: String(at) }, title ?? name)),
    h('option', { value: 'now' }, 'the text as it is now'),
    kept.has('now') && h('option', { value: 'kept' }, 'the text as it was'),
  );
  against.value =
    state.against === null
      ? 'builtin'
      : kept.get('now') === state.against
        ? 'kept'
        : file?.text === state.against
          ? 'file'
          : String(examples.findIndex(({ grammar }) => grammar === state.against));
  if (against.value === '') {
    kept.set('now', state.against);
    against.append(h('option', { value: 'kept' }, 'the text as it was'));
    against.value = 'kept';
  }
  const name = examples.findIndex((one) => one.name === state.name);
  example.value = name >= 0 ? String(name) : file?.name === state.name ? 'file' : 'builtin';
}

function chooseExample() {
  const { file } = given;
  if (example.value === 'file') return replaceGrammar(file.text, { name: file.name });
  const chosen = given.examples[Number(example.value)];
  if (!chosen) return replaceGrammar(given.builtin, { name: 'uri.pest', rule: 'URI_reference', against: null });
  const isOfUris = given.rules.some((name) => spelled(name) === spelled(chosen.rule));
  replaceGrammar(chosen.grammar, {
    name: chosen.name,
    rule: chosen.rule,
    against: isOfUris ? null : chosen.grammar,
    ...(chosen.base && { base: chosen.base }),
  });
  if (typeof chosen.input === 'string') tryText(chosen.input);
  return undefined;
}

function chooseAgainst() {
  const texts = {
    builtin: () => null,
    file: () => given.file.text,
    now: () => state.grammar,
    kept: () => kept.get('now'),
  };
  const text = texts[against.value]?.() ?? given.examples[Number(against.value)]?.grammar ?? null;
  if (against.value === 'now') kept.set('now', text);
  set({ against: text });
  drawExamples();
}

/** Fills the lists, and keeps them up to date. */
export function offerChoices() {
  rule.addEventListener('change', () => set({ rule: rule.value }));
  example.addEventListener('change', chooseExample);
  against.addEventListener('change', chooseAgainst);
  on(['grammar', 'rule'], drawRules);
  on(['name', 'against'], drawExamples);
  on(['name', 'grammar'], drawName);
  drawExamples();
  drawRules();
  drawName();
}

function drawName() {
  const isEdited = !byId('reset').hidden;
  byId('grammar-name').textContent = isEdited ? `${state.name}, edited` : state.name;
}
