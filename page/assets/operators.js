// Sentences about operators, brackets and modifiers. `it` is the place: the `tokens` of a rule without comments, the place `at`
// of one of them, the place `body` of the brace that begins the definition, and the `rules` of the grammar.

import { SKIPPED } from './notation.js';
import { listed, say, written } from './sentence.js';
import { alternatives, around, closing, isChoice, isPush, opening, repeated, termAfter, termBefore } from './operands.js';
import { ofRange, ofSlice } from './terminals.js';

const GREEDY = 'it takes all it can, and gives none back';
const UNLESS = ' (none within an atomic rule)';

/** Returns the text of a span, or an ellipsis for what is not typed yet. */
const quoted = ({ tokens }, span) => (span && span[0] <= span[1] ? written(tokens, span) : '…');

const modifierOf = ({ tokens, body }) => (body === 3 ? tokens[2].text : '');

/** Returns the rules that pest skips between the parts of rules, if the grammar has them. */
const skippedIn = ({ rules }) => SKIPPED.filter((name) => rules.some((rule) => rule.name === name));

/** Returns whether they are skipped in this rule: `always`, `never`, or `usually`. */
function skips(it) {
  const isAtomic = ['@', '$'].includes(modifierOf(it)) || SKIPPED.includes(it.tokens[0].text);
  if (isAtomic || skippedIn(it).length === 0) return 'never';
  return modifierOf(it) === '!' ? 'always' : 'usually';
}

const unless = (it) => [skips(it) === 'usually' ? UNLESS : ''];

/** Returns the words about what is skipped between repetitions. */
const between = (it) => (skips(it) === 'never' ? [] : say`, with any ${listed(skippedIn(it))} in between${unless(it)}`);

function ofSequence(it) {
  const [left, right] = [termBefore(it.tokens, it.at), termAfter(it.tokens, it.at + 1)].map((span) => quoted(it, span));
  if (skips(it) === 'never') return say`followed by: first ${left}, then, directly after it, ${right}`;
  return say`followed by: first ${left}, then any ${listed(skippedIn(it))}${unless(it)}, then ${right}`;
}

function ofChoice(it) {
  const [left, right] = alternatives(it.tokens, it.at);
  if (!left) return ['changes nothing before the first alternative: it only lines up with the others'];
  const [first, then] = [quoted(it, left), quoted(it, right)];
  return say`or else: tries ${first}, and only where that fails ${then}; it commits to the first that matches`;
}

const before = (it) => quoted(it, repeated(it.tokens, it.at));
const after = (it) => quoted(it, termAfter(it.tokens, it.at + 1));

const OPERATORS = {
  '~': ofSequence,
  '|': ofChoice,
  '*': (it) => say`matches ${before(it)} any number of times, also none: ${[GREEDY]}${between(it)}`,
  '+': (it) => say`matches ${before(it)} one or more times: ${[GREEDY]}${between(it)}`,
  '?': (it) => say`optional: matches ${before(it)} if it comes next, otherwise nothing; it commits to what it matched`,
  '!': (it) => say`fails if ${after(it)} comes next; otherwise matches without consuming anything`,
  '&': (it) => say`matches if ${after(it)} comes next, but without consuming it; otherwise fails`,
};

/** Returns what is said about an operator. */
export function ofOperator(it) {
  const { tokens, at, body } = it;
  const { text } = tokens[at];
  if (body === 3 && at === 2) return ofModifier(it);
  if (text === '=') return ofEquals(it);
  if (text === '..' && tokens[around(tokens, at)]?.text !== '[') return ofRangeAt(it);
  if (text === '..' || text === '-') return ofInside(it, at);
  const code = ['!', '&'].includes(text) ? `${text}${after(it)}` : text;
  return Object.hasOwn(OPERATORS, text) ? { code, said: OPERATORS[text](it) } : null;
}

function ofEquals(it) {
  const { tokens, at } = it;
  if (tokens[at - 1]?.kind === 'tag') return ofTag({ ...it, at: at - 1 });
  return at === 1 ? { code: '=', said: say`defines the rule ${tokens[0].text} as what stands in the braces` } : null;
}

/** Returns what is said about a tag. */
export function ofTag(it) {
  const { tokens, at } = it;
  const what = quoted(it, termAfter(tokens, at + (tokens[at + 1]?.text === '=' ? 2 : 1)));
  const name = tokens[at].text.slice(1);
  return {
    code: `${tokens[at].text} =`,
    said: say`labels the node of ${what} as ${name}, for programs that walk the tree; what matches stays the same`,
  };
}

/** Returns what is said about a range, at one of its characters or at its dots. */
export function ofRangeAt({ tokens, at }) {
  const dots = [at - 1, at, at + 1].find((place) => tokens[place]?.text === '..');
  if (dots === undefined) return { code: tokens[at].text, said: ofRange() };
  const [first, last] = [tokens[dots - 1], tokens[dots + 1]].map((token) => (token?.kind === 'char' ? token.text : ''));
  return { code: `${first}..${last}`, said: ofRange(first, last) };
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const counted = (number) => NUMBERS[Number(number)] ?? number;
const times = (number) => (Number(number) === 1 ? 'once' : `${counted(number)} times`);

/** Returns how often the braces have something repeated. */
function often(least, most) {
  if (!least && !most) return 'as often as the number in the braces says';
  if (least === most) return `exactly ${times(most)}`;
  if (!most) return `${counted(least)} or more times: ${GREEDY}`;
  if (!least || Number(least) === 0) return `at most ${times(most)}, also none: ${GREEDY}`;
  return `${counted(least)} to ${times(most)}: ${GREEDY}`;
}

function ofCount(it, open) {
  const { tokens } = it;
  const close = closing(tokens, open);
  const inner = tokens.slice(open + 1, tokens[close].text === '}' ? close : close + 1).map(({ text }) => text);
  const [least, most = least] = inner.join('').split(',');
  return {
    code: written(tokens, [open, close]),
    said: say`matches ${before({ tokens, at: open })} ${[often(least, most)]}${between(it)}`,
  };
}

const MODIFIERS = {
  '': ['a normal rule: makes a node of the tree'],
  _: ['silent: matches as usual, but makes no node of the tree; the rules called inside still make theirs'],
  '@': [
    'atomic: no implicit white space between parts, and the rules called inside make no nodes of the tree ',
    '(unless they are `$` or `!`)',
  ],
  $: [
    'compound-atomic: no implicit white space between parts, as with `@`, ',
    'but the rules called inside make nodes of the tree',
  ],
  '!': say`non-atomic: implicit white space between parts, and nodes of the tree, even where an atomic rule calls this one`,
};

/** Returns what is said about a modifier and its brace. */
export function ofModifier(it) {
  const modifier = modifierOf(it);
  const isSaid = modifier === '' && skips(it) === 'usually';
  const skipped = isSaid ? say`, and skips any ${listed(skippedIn(it))} between parts${unless(it)}` : [];
  return { code: `${modifier}{`, said: [...MODIFIERS[modifier], ...skipped] };
}

function ofBrace(it, open) {
  const { tokens, at, body } = it;
  if (open !== body) return ofCount(it, open);
  return open === at ? ofModifier(it) : { code: '}', said: say`the end of the rule ${tokens[0].text}` };
}

const TIGHT = say`: without the parentheses, ${'~'} binds more tightly than ${'|'}`;

function ofParenthesis(it, open) {
  const { tokens } = it;
  if (isPush(tokens[open - 1])) return ofPushAt(it, open - 1);
  const close = closing(tokens, open);
  const inner = quoted(it, [open + 1, close - 1]);
  const follows = tokens[close + 1]?.text;
  const beside = follows === '{' ? written(tokens, [close + 1, closing(tokens, close + 1)]) : follows;
  const operator = ['*', '+', '?', '{'].includes(follows) ? beside : tokens[open - 1]?.text;
  const hasChoice = isChoice(tokens, open);
  const isApplied = ['*', '+', '?', '{'].includes(follows) || ['!', '&'].includes(operator);
  return {
    code: '( )',
    said: isApplied
      ? say`groups ${inner}, so that ${operator} applies to all of it`
      : say`groups ${inner} into one part${hasChoice ? TIGHT : []}`,
  };
}

/** Returns what is said about a bracket. */
export function ofBracket(it) {
  const { tokens, at } = it;
  const { text } = tokens[at];
  if (text === ',') return ofInside(it, at);
  const open = ['}', ')', ']'].includes(text) ? opening(tokens, at) : at;
  if (open < 0) return null;
  if (text === '{' || text === '}') return ofBrace(it, open);
  return text === '(' || text === ')' ? ofParenthesis(it, open) : ofInside(it, open + 1);
}

/** Returns what is said about a piece inside of the braces of a repetition or the brackets of `PEEK`. */
export function ofInside(it, at = it.at) {
  const { tokens, body } = it;
  const open = around(tokens, at);
  if (open < 0 || open === body || tokens[open].text === '(') return null;
  if (tokens[open].text === '{') return ofCount(it, open);
  if (tokens[open - 1]?.text !== 'PEEK') return null;
  const close = closing(tokens, open);
  const inner = tokens.slice(open + 1, tokens[close].text === ']' ? close : close + 1);
  const [from, to = ''] = inner.map(({ text }) => text).join('').split('..');
  return { code: written(tokens, [open - 1, close]), said: ofSlice(from, to) };
}

/** Returns what is said about `PUSH( )` or `PUSH_LITERAL( )`. */
export function ofPushAt(it, at = it.at) {
  const { tokens } = it;
  const { text } = tokens[at];
  const inner = tokens[at + 1]?.text === '(' ? quoted(it, [at + 2, closing(tokens, at + 1) - 1]) : '…';
  const said =
    text === 'PUSH'
      ? say`matches ${inner}, and puts what it matched on the stack, for ${'PEEK'} or ${'POP'} to match it again`
      : say`puts ${inner} on the stack without matching anything, for ${'PEEK'} or ${'POP'} to match it, but ${'uri'} refuses it`;
  return { code: `${text}( )`, said };
}
