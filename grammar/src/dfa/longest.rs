//! Rules that can be parsed by their automaton: those that always match the longest prefix that the automaton
//! accepts.
//!
//! A rule's automaton decides which strings the rule matches as a whole. As a part of something longer, a PEG
//! rule may end elsewhere: a choice that looks ahead, or commits, may end it early. This module decides for
//! all inputs whether it does. A mark is inserted where the rule ends, the rule is changed to skip a mark
//! everywhere else, and the automaton of the marked strings is compared with the one that the longest prefix
//! would produce.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::characters::charset::CharSet;
use crate::dfa::Dfa;
use crate::dfa::automaton::Automata;
use crate::peg::Peg;
use crate::peg::expr::Expr;
use crate::peg::rule::Rule;

/// Returns the rule's automaton, if the rule always ends where the longest prefix that the automaton accepts
/// ends, and if that is decided within that many steps, from which those that it takes are subtracted.
///
/// `rule` is an index of [`Peg::rules`].
#[expect(clippy::arithmetic_side_effects, reason = "the rule itself is reached")]
pub(crate) fn longest(peg: &Peg, rule: usize, steps: &mut usize) -> Option<Dfa> {
    let rules = reached(peg, rule, steps)?;
    let rule = rules.len() - 1;
    let mark = mark(&rules)?;
    let name = String::from("marked");
    let whole = Peg::of(&rules, &name, Expr::Call(rule));
    let dfa = Automata::new(&whole).dfa_within(steps, &name).ok()?;

    let past: Vec<Rule> =
        rules.iter().map(|rule| Rule { expr: past_marks(&rule.expr, mark), ..rule.clone() }).collect();
    let rest = Expr::Chars(CharSet::single(mark).complement()).star();
    let marked = Expr::seq([Expr::Call(rule), Expr::Chars(CharSet::single(mark)), rest]);
    let ends = Automata::new(&Peg::of(&past, &name, marked)).dfa_within(steps, &name).ok()?;
    ends_where_longest(&ends, &dfa, mark, steps)?.then_some(dfa)
}

/// Returns the rule, as the last one, and those that it comes to call. Takes a step for each expression and each
/// range of characters in them; nothing is returned if there are not enough.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule and what it calls are indices of `Peg::rules`; no more ranges than bytes of memory"
)]
fn reached(peg: &Peg, rule: usize, steps: &mut usize) -> Option<Vec<Rule>> {
    let mut reached = BTreeSet::from([rule]);
    let mut open = vec![rule];
    while let Some(rule) = open.pop() {
        let mut exprs = vec![&peg.rules()[rule].expr];
        while let Some(expr) = exprs.pop() {
            *steps = steps.checked_sub(1 + ranges(expr))?;
            exprs.extend(expr.parts());
            if let Expr::Call(callee) = expr {
                if reached.insert(*callee) {
                    open.push(*callee);
                }
            }
        }
    }
    let places: HashMap<usize, usize> =
        reached.iter().enumerate().map(|(place, &rule)| (rule, place)).collect();
    let rules = reached.iter().map(|&rule| &peg.rules()[rule]);
    Some(rules.map(|rule| Rule { expr: moved(&rule.expr, &places), ..rule.clone() }).collect())
}

fn ranges(expr: &Expr) -> usize {
    if let Expr::Chars(set) = expr { set.ranges().len() } else { 0 }
}

/// Returns the expression with its calls directed to the new places of rules.
fn moved(expr: &Expr, places: &HashMap<usize, usize>) -> Expr {
    expr.map(&|leaf| match leaf {
        Expr::Call(rule) => Expr::Call(places[rule]),
        leaf => leaf.clone(),
    })
}

/// Returns whether rules of this name match, as parts of others, only strings that they match on their own.
#[expect(clippy::indexing_slicing, reason = "an index of `Peg::rules`")]
pub(crate) fn matches_as_alone(peg: &Peg, name: &str, alone: &Dfa) -> bool {
    let mut contexts = (0..peg.rules().len()).filter(|&rule| peg.rules()[rule].name == name);
    let mut unlimited = usize::MAX;
    contexts.all(|rule| longest(peg, rule, &mut unlimited).as_ref() == Some(alone))
}

/// Returns a character that no part of the rules can read or looks at.
fn mark(rules: &[Rule]) -> Option<char> {
    let sets: Option<Vec<CharSet>> = rules.iter().map(|rule| sets(&rule.expr)).collect();
    CharSet::union_of(&sets?).complement().first()
}

/// Returns all characters that the expression tests for, or `None` if it tests for the start of the input.
fn sets(expr: &Expr) -> Option<CharSet> {
    match expr {
        Expr::Empty | Expr::Fail | Expr::Call(_) | Expr::End => Some(CharSet::empty()),
        Expr::Start => None,
        Expr::Chars(set) => Some(set.clone()),
        Expr::Seq(parts) | Expr::Choice(parts) => {
            parts.iter().try_fold(CharSet::empty(), |all, part| Some(all.union(&sets(part)?)))
        }
        Expr::Star(inner) | Expr::Not(inner) | Expr::And(inner) => sets(inner),
    }
}

/// Returns the expression, changed to skip a mark before each character and before the end.
fn past_marks(expr: &Expr, mark: char) -> Expr {
    expr.map(&|leaf| match leaf {
        Expr::Chars(_) | Expr::End => Expr::seq([Expr::Chars(CharSet::single(mark)).opt(), leaf.clone()]),
        leaf => leaf.clone(),
    })
}

/// The state after reading a prefix by the longest-prefix rule: before the mark, or after it without having
/// accepted since.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    Before(usize),
    After(usize),
    /// The mark was not at the end of the longest prefix.
    Wrong,
}

/// Returns whether the marked strings are those with the mark after the longest prefix that `dfa` accepts. Takes a
/// step for each state and each character; nothing is returned if there are not enough.
fn ends_where_longest(ends: &Dfa, dfa: &Dfa, mark: char, steps: &mut usize) -> Option<bool> {
    // The characters at which one of the two partitions changes its class; between two of them nothing
    // changes.
    let stretches = ends.classes().stretches().iter().chain(dfa.classes().stretches());
    let classes: Vec<char> = stretches.map(|&(first, _)| first).collect();
    let mut open = vec![(ends.start(), Read::Before(dfa.start()))];
    let mut seen: HashSet<_> = open.iter().copied().collect();
    while let Some((state, read)) = open.pop() {
        if ends.is_accepting(state) != matches!(read, Read::After(_)) {
            return Some(false);
        }
        *steps = steps.checked_sub(classes.len())?;
        for &c in classes.iter().chain([&mark]) {
            let next = match read {
                Read::Before(at) if c != mark => Read::Before(dfa.step(at, c)),
                Read::Before(at) if dfa.is_accepting(at) => Read::After(at),
                Read::Before(_) => Read::Wrong,
                // A marked string has only one mark.
                Read::After(_) | Read::Wrong if c == mark => continue,
                Read::After(at) => match dfa.step(at, c) {
                    longer if dfa.is_accepting(longer) => Read::Wrong,
                    shorter => Read::After(shorter),
                },
                Read::Wrong => Read::Wrong,
            };
            let pair = (ends.step(state, c), next);
            if seen.insert(pair) {
                open.push(pair);
            }
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;
    use rstest::rstest;

    #[rstest]
    #[case::string("r = { \"x\" }", true)]
    #[case::other_rules("r = { \"x\" ~ o }\no = { 'a'..'z'* }", true)]
    #[case::other_rules_behind_one_that_is_not_reached(
        "q = { \"y\" }\no = { 'a'..'z'* }\nr = { \"x\" ~ o }",
        true
    )]
    #[case::looks_ahead("r = { \"ab\" ~ &\"c\" | \"a\" }", false)]
    #[case::looks_ahead_in_another_rule("o = { \"ab\" ~ &\"c\" | \"a\" }\nr = { o }", false)]
    #[case::another_rule_looks_ahead("o = { r ~ &\"c\" }\nr = { \"a\" }", true)]
    #[case::first_of_all_characters("r = { \"\\u{00}\"* }", true)]
    #[case::first_of_all_characters_before_an_end("r = { \"\\u{00}b\" ~ &\"c\" | \"\\u{00}\" }", false)]
    #[case::space_in_one_context("WHITESPACE = _{ \" \" }\nr = { \"a\" ~ \"b\" }\no = @{ r }", false)]
    fn as_a_part_and_alone(#[case] source: &str, #[case] expected: bool) {
        let peg = Peg::new(&Grammar::read(source, "r.pest").unwrap());
        let alone = Automata::new(&peg).dfa("r").unwrap();
        assert_eq!(matches_as_alone(&peg, "r", &alone), expected);
    }

    #[test]
    fn steps_are_counted_by_ranges() {
        let peg = Peg::new(&Grammar::read("r = { 'a'..'b' | 'd'..'e' | 'g'..'h' }", "r.pest").unwrap());
        let mut steps = 100;
        reached(&peg, 0, &mut steps).unwrap();
        assert_eq!(100 - steps, 4, "one expression, with three ranges");
    }
}
