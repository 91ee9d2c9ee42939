// The page of the dialog that teaches the notation. A click on a string puts its grammar and the string into the page.

import { byId, coded, h } from './dom.js';
import { goToRule, replaceGrammar } from './editor.js';
import { exampleOf } from './examples.js';
import { lessons } from './lessons.js';
import { read } from './notation.js';
import { given } from './state.js';

/** Returns a text with code between backticks and emphasis between asterisks. */
const emphasized = (text) =>
  text
    .split(/(`[^`]+`|\*[a-z ]+\*)/)
    .map((part) => (/^\*[a-z ]+\*$/.test(part) ? h('em', {}, part.slice(1, -1)) : coded(part)));

/** Puts a lesson into the page, as an example that is chosen. */
function take({ title, grammar, rule }, input) {
  byId('help').close();
  const changes = { input, mine: null };
  if (rule) {
    replaceGrammar(grammar, { ...changes, rule, name: 'uri.pest', source: 'builtin', against: null });
    goToRule(rule, false);
    return;
  }
  const [first] = read(grammar).rules;
  const name = `${first.name}.pest`;
  const example = { name, title: `Notation: ${title.replaceAll('`', '')}`, grammar, rule: first.name, input };
  if (!exampleOf(name)) given.examples.push(example);
  replaceGrammar(grammar, { ...changes, rule: first.name, name, source: 'example', against: grammar });
}

const stringOf = (lesson, text, matches) =>
  h(
    'li',
    {},
    h('button', { type: 'button', class: `try ${matches ? 'gained' : 'lost'}`, click: () => take(lesson, text) }, text),
    ' ',
    h('span', { class: matches ? 'good' : 'dim' }, matches ? 'matches' : 'no match'),
  );

const itemOf = (lesson) =>
  h(
    'li',
    {},
    h('h3', {}, coded(lesson.title)),
    h('p', {}, emphasized(lesson.about)),
    h('pre', {}, lesson.shown ?? lesson.grammar),
    h(
      'ul',
      { class: 'strings' },
      lesson.matches.map((text) => stringOf(lesson, text, true)),
      lesson.misses.map((text) => stringOf(lesson, text, false)),
    ),
  );

/** Returns the content of the page. */
export const teaching = () => [
  h(
    'p',
    {},
    'A grammar in the notation of pest is a ',
    h('em', {}, 'parsing expression grammar'),
    ': read it from left to right, as the parser does. ',
    'Click a string to put it and its grammar into the page; ',
    h('kbd', {}, 'Ctrl'),
    ' ',
    h('kbd', {}, 'Z'),
    ' or the browser’s Back brings yours back.',
  ),
  h('ol', { class: 'lessons' }, lessons().map(itemOf)),
];
