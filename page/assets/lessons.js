// The notation in two minutes: for each piece a small grammar, and strings that match it or not.

import { given } from './state.js';

/** The start of the lookahead that `host` in uri.pest would be wrong without. */
const LOOKAHEAD = / ~ !\([^)]*\)(?= \| reg_name)/;

/** Returns the definition of `host` in uri.pest as it is written. */
const hostIn = (grammar) => /^host .*$/m.exec(grammar)?.[0] ?? '';

/** Returns uri.pest without the lookahead in `host`. */
function hasty(grammar) {
  const host = hostIn(grammar);
  return grammar.replace(host, () => host.replace(LOOKAHEAD, ''));
}

/**
 * The lessons: `title`; `about`, which explains it; `grammar`, whose first rule is the start rule if `rule` is not; and strings of
 * which it `matches` or `misses` each. `shown` is shown in the place of a long grammar.
 */
export const lessons = () => [
  {
    title: 'Rule',
    about: 'A rule has a name, and what it matches in braces. A string in quotes matches itself, letter for letter.',
    grammar: 'greeting = { "hello" }',
    matches: ['hello'],
    misses: ['Hello'],
  },
  {
    title: 'Sequence',
    about: '`~` means *followed by*: first the one, then, where it ended, the other.',
    grammar: 'parcel = { "box" ~ "-" ~ "7" }',
    matches: ['box-7'],
    misses: ['box7'],
  },
  {
    title: 'Range, and a rule that calls another',
    about: "`'0'..'9'` matches one character from 0 to 9. The name of a rule stands for whatever that rule matches.",
    grammar: `clock = { digit ~ digit ~ ":" ~ digit ~ digit }
digit = { '0'..'9' }`,
    matches: ['12:30'],
    misses: ['1:30'],
  },
  {
    title: 'Ordered choice',
    about: '`|` means *or else*: the alternatives are tried in order, and the first that matches is taken.',
    grammar: 'answer = { "yes" | "no" }',
    matches: ['yes', 'no'],
    misses: ['yesno'],
  },
  {
    title: 'Order matters',
    about:
      'A choice commits. For `into`, the alternative `"in"` matches, and is never taken back, although `to` is left ' +
      'over: `"into"` must come first.',
    grammar: 'word = { "in" | "into" }',
    matches: ['in'],
    misses: ['into'],
  },
  {
    title: 'Repetition',
    about: '`+` repeats once or more, `*` any number of times, also none; `{2, 3}` two to three times.',
    grammar: `plate = { 'A'..'Z'{2, 3} ~ "-"* ~ '0'..'9'+ }`,
    matches: ['AB1', 'ABC--123'],
    misses: ['A-1'],
  },
  {
    title: 'Repetitions commit, too',
    about:
      'A repetition takes all that it can, and gives nothing back: `*` takes the last `z` as well, so that no `"z"` ' +
      'is left.',
    grammar: `buzz = { 'a'..'z'* ~ "z" }`,
    matches: [],
    misses: ['buzz', 'z'],
  },
  {
    title: 'Optional',
    about: '`?` matches once or not at all.',
    grammar: `integer = { "-"? ~ '0'..'9'+ }`,
    matches: ['5', '-5'],
    misses: ['--5'],
  },
  {
    title: 'Predicates',
    about:
      '`!"x"` looks ahead, and consumes nothing: it fails if an x comes next, and succeeds otherwise. `&"x"` is the ' +
      'opposite.',
    grammar: `label = { !"x" ~ 'a'..'z'+ }`,
    matches: ['box'],
    misses: ['xylophone'],
  },
  {
    title: 'Upper and lower case',
    about: '`^"px"` matches its letters in either case; only the letters of ASCII have two.',
    grammar: `width = { '0'..'9'+ ~ ^"px" }`,
    matches: ['12px', '12Px'],
    misses: ['12pt'],
  },
  {
    title: 'Atomic: `@{ }`',
    about:
      'If a grammar has a rule `WHITESPACE`, it is skipped between the parts of the other rules. In `@{ }` it is ' +
      'not, and the rules called inside make no nodes of the parse tree: `number` is a leaf. uri.pest has no such rule.',
    grammar: `sum = { number ~ "+" ~ number }
number = @{ digit+ }
digit = { '0'..'9' }
WHITESPACE = _{ " " }`,
    matches: ['1 + 23'],
    misses: ['1 + 2 3'],
  },
  {
    title: 'Silent: `_{ }`',
    about:
      'The same strings match, but the rule makes no node of the parse tree: here, there are items but no ' +
      'separators.',
    grammar: `list = { item ~ (separator ~ item)* }
item = { 'a'..'z'+ }
separator = _{ "," | ";" }`,
    matches: ['a,b;c'],
    misses: ['a,'],
  },
  {
    title: 'Why `1.2.3.4.example` is a name',
    about:
      'The rule `host` of RFC 3986. After `IPv4address`, the predicate `!(…)` asks whether the name goes on. In ' +
      '`1.2.3.4.example` it does, with `.example`, so that this alternative fails, and `reg_name` matches it all.',
    grammar: given.builtin,
    rule: 'host',
    shown: hostIn(given.builtin),
    matches: ['1.2.3.4', '1.2.3.4.example'],
    misses: [],
  },
  {
    title: 'The same without the predicate',
    about:
      '`IPv4address` matches the beginning `1.2.3.4`, and the choice commits to it: `.example` is left over, and ' +
      '`reg_name` is never tried.',
    grammar: hasty(given.builtin),
    rule: 'host',
    shown: hostIn(hasty(given.builtin)),
    matches: ['1.2.3.4'],
    misses: ['1.2.3.4.example'],
  },
];
