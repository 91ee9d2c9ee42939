// The strings to keep as tests in Rust, for the parser that pest derives from the grammar.

import { MOST, read } from './notation.js';
import { quoted } from './text.js';

/** The maximum number of characters of a string in the name of its case. */
const LONGEST = 40;

/** The keywords of Rust, which are raw identifiers as names of rules. */
const KEYWORDS = new Set(
  `
  abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let
  loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized
  use virtual where while yield
`
    .trim()
    .split(/\s+/),
);

/** The start of the tests. A line that begins with a comment is sent empty, so that of Rust does not begin with it. */
const START = `#[cfg(test)]
mod strings_to_keep {
    use pest::Parser;
    use rstest::rstest;

    use super::{Rule, YourParser};

    ${'///'} Returns whether the rule matches the whole text.
    fn matches(rule: Rule, text: &str) -> bool {
        YourParser::parse(rule, text).is_ok_and(|pairs| pairs.as_str() == text)
    }
`;

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '').slice(0, LONGEST);

/** Returns names of cases, each different: of the rule, and of the letters and digits of the string. */
function names(strings) {
  const taken = new Set();
  return strings.map(({ rule, text }) => {
    const name = `${rule.toLowerCase()}_${text === '' ? 'empty' : slug(text) || 'other'}`;
    let number = 1;
    while (taken.has(number === 1 ? name : `${name}_${number}`)) number += 1;
    taken.add(number === 1 ? name : `${name}_${number}`);
    return number === 1 ? name : `${name}_${number}`;
  });
}

/** Returns one test with these strings, or nothing if there are none. */
function test(strings, name, not) {
  if (strings.length === 0) return '';
  const all = names(strings);
  const cases = strings.map(({ rule, text }, at) => `    #[case::${all[at]}(Rule::${KEYWORDS.has(rule) ? 'r#' : ''}${rule}, ${quoted(text)})]\n`);
  return `
    #[rstest]
${cases.join('')}    fn ${name}(#[case] rule: Rule, #[case] text: &str) {
        assert!(${not}matches(rule, text));
    }
`;
}

/** Returns the token after the equals sign of a rule, which is its modifier if it has one. */
function modifierOf(grammar, { start, end }) {
  const text = grammar.slice(start, Math.min(end, start + MOST));
  const [, , sign] = read(text).tokens.filter(({ kind }) => kind !== 'comment');
  return sign && text.slice(sign.start, sign.end);
}

/**
 * Returns the tests. `grammar` is the text of the grammar, after that of the one that it changes. A silent rule makes no node,
 * by whose end a test could see that the whole text matches.
 */
export function asTests(strings, grammar) {
  const rules = new Map(read(grammar).rules.map((rule) => [rule.name, rule]));
  const isSilent = (name) => rules.has(name) && modifierOf(grammar, rules.get(name)) === '_';
  const testable = strings.filter(({ rule }) => !isSilent(rule));
  const others = [...new Set(strings.map(({ rule }) => rule))].filter(isSilent);
  const left = others.map((rule) => `\n    // Not tested: \`${rule}\` is silent, so pest does not say where its match ends.\n`);
  const must = test(testable.filter((one) => one.must), 'must_match', '');
  const mustNot = test(testable.filter((one) => !one.must), 'must_not_match', '!');
  return `${START}${must}${mustNot}${left.join('')}}\n`;
}
