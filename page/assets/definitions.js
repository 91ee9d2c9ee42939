// Sentences about the names of rules, with the comment above the rule and its section of the RFC.

import { SKIPPED, read } from './notation.js';
import { piece, say, written } from './sentence.js';

/** The maximum number of characters before a rule in which its comment and its section are sought. */
const BEFORE = 8000;
/** The maximum number of characters of a definition and of a comment that are shown. */
const MOST_DEFINED = 60;
const MOST_SAID = 100;
/** The text of a longer definition is not read. */
const LONGEST = 2000;

const COMMENT = /^[ \t]*\/\/+(?!!)[ \t]*(.*)$/;
/** A comment such as `3.1. Scheme`, `3.4. Query, 3.5. Fragment` or `RFC 5234, Appendix B.1. Core Rules`. */
const HEADING = /^(?:RFC (\d+), )?(?:Appendix [A-Z]|\d+)(?:\.\d+)*\. \S/;
const SECTION = /(Appendix )?\b([A-Z]|\d+)((?:\.\d+)*)\. ([^,]*)/g;

/** Returns the comment in the lines directly above a rule, without headings; an empty text if there is none. */
function commentAbove(text, start) {
  const lines = text.slice(Math.max(0, start - BEFORE), start).split('\n').slice(0, -1);
  const said = [];
  for (let line = COMMENT.exec(lines.pop() ?? ''); line; line = COMMENT.exec(lines.pop() ?? ''))
    if (!HEADING.test(line[1])) said.unshift(line[1].trim());
  return said.join(' ').trim();
}

const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the section of a rule under this heading: that with its name, or the one that contains all. */
function sectionIn(heading, name) {
  const all = [...heading.matchAll(SECTION)];
  const own = all.length === 1 ? all[0] : all.find(([, , , , title]) => plain(title).startsWith(plain(name)));
  if (own) return `${own[1] ? 'Appendix ' : 'section '}${own[2]}${own[3]}`;
  const numbers = all.map(([, , first, rest]) => `${first}${rest}`.split('.'));
  const differing = numbers[0].findIndex((part, at) => numbers.some((number) => number[at] !== part));
  const common = differing < 0 ? numbers[0] : numbers[0].slice(0, differing);
  return common.length > 0 ? `section ${common.join('.')}` : '';
}

/** Returns the section of an RFC that the last heading above the rule names, if the grammar names an RFC. */
function sectionOf(text, { name, start }) {
  const before = text.slice(Math.max(0, start - BEFORE), start).split('\n');
  const headings = before.map((line) => COMMENT.exec(line)?.[1] ?? '').filter((line) => HEADING.test(line));
  const heading = headings.at(-1);
  const rfc = heading && (HEADING.exec(heading)[1] ?? /RFC (\d+)/.exec(text.slice(0, 500))?.[1]);
  const section = rfc ? sectionIn(heading, name) : '';
  return section === '' ? '' : `RFC ${rfc}, ${section}`;
}

/** Returns the definition of a rule in one line: its modifier and its braces. */
function definitionOf(text, { start, end }) {
  const part = text.slice(start, Math.min(end, start + LONGEST));
  const tokens = read(part)
    .tokens.filter(({ kind }) => kind !== 'comment')
    .map((token) => ({ ...token, text: part.slice(token.start, token.end) }));
  return written(tokens, [2, tokens.length - 1]);
}

const shortened = (said) => (said.length <= MOST_SAID ? said : `${said.slice(0, MOST_SAID).replace(/\s+\S*$/, '')} …`);

/** Returns the sentence about a rule: `about` it and its comment, or else only `about`; and its section of the RFC. */
function described(text, rule, about, otherwise) {
  const comment = shortened(commentAbove(text, rule.start));
  const section = sectionOf(text, rule);
  if (comment === '') return section === '' ? otherwise : [...otherwise, `, ${section}`];
  return [`${about}: ${section === '' ? comment : `${comment.replace(/\.$/, '')} (${section})`}`];
}

/** Returns the sentence about the call of a rule: its comment, or else its definition. */
export const ofCall = (text, rule) =>
  described(text, rule, 'the rule', say`the rule ${piece(definitionOf(text, rule), MOST_DEFINED)}`);

const WHEN = 'is skipped between the parts of sequences and repetitions, outside of atomic rules, as often as it matches';

/** Returns the sentence about the name of a rule where it is defined. */
export function ofDefinition(text, rule) {
  const about = 'the rule that is defined here';
  return SKIPPED.includes(rule.name) ? [WHEN] : described(text, rule, about, [about]);
}

/** Returns the sentence about a name that the grammar does not define, and that is not built in. */
export const ofUnknown = (name) =>
  SKIPPED.includes(name) ? [`if the grammar defines it, it ${WHEN}`] : ['no rule of this text, and not built in'];
