//! Rules that can be parsed by their automaton: those that always match the longest prefix that the automaton
//! accepts.
//!
//! A rule's automaton decides which strings the rule matches as a whole. As a part of something longer, a PEG
//! rule may end elsewhere: a choice that looks ahead, or commits, may end it early. This module decides for
//! all inputs whether it does. A mark is inserted where the rule ends, the rule is changed to skip a mark
//! everywhere else, and the automaton of the marked strings is compared with the one that the longest prefix
//! would produce.

use std::collections::HashSet;

use crate::characters::charset::CharSet;
use crate::dfa::Dfa;
use crate::dfa::automaton::Automata;
use crate::peg::Peg;
use crate::peg::expr::Expr;
use crate::peg::rule::Rule;

/// Returns the rule's automaton, if the rule always ends where the longest prefix that the automaton accepts
/// ends.
///
/// `rule` is an index of [`Peg::rules`].
pub(crate) fn longest(peg: &Peg, rule: usize) -> Option<Dfa> {
    let mark = mark(peg, rule)?;
    let name = String::from("marked");
    let whole = Peg::of(&peg.rules()[..=rule], &name, Expr::Call(rule));
    let dfa = Automata::new(&whole).dfa(&name).ok()?;

    let rules: Vec<Rule> = peg.rules()[..=rule]
        .iter()
        .map(|rule| Rule { expr: past_marks(&rule.expr, mark), ..rule.clone() })
        .collect();
    let rest = Expr::Chars(CharSet::single(mark).complement()).star();
    let marked = Expr::seq([Expr::Call(rule), Expr::Chars(CharSet::single(mark)), rest]);
    let ends = Automata::new(&Peg::of(&rules, &name, marked)).dfa(&name).ok()?;
    ends_where_longest(&ends, &dfa, mark).then_some(dfa)
}

/// Returns whether rules of this name match, as parts of others, only strings that they match on their own.
pub(crate) fn matches_as_alone(peg: &Peg, name: &str, alone: &Dfa) -> bool {
    let mut contexts = (0..peg.rules().len()).filter(|&rule| peg.rules()[rule].name == name);
    contexts.all(|rule| longest(peg, rule).as_ref() == Some(alone))
}

/// Returns a character that no part of the rule can read or looks at.
fn mark(peg: &Peg, rule: usize) -> Option<char> {
    let mut all = CharSet::empty();
    let mut open = vec![rule];
    let mut seen = HashSet::from([rule]);
    while let Some(rule) = open.pop() {
        let expr = &peg.rules()[rule].expr;
        all = all.union(&sets(expr)?);
        open.extend(expr.calls().into_iter().filter(|&callee| seen.insert(callee)));
    }
    all.complement().first()
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
    let list = |parts: &[Expr]| parts.iter().map(|part| past_marks(part, mark)).collect::<Vec<_>>();
    let skip = || Expr::Chars(CharSet::single(mark)).opt();
    match expr {
        Expr::Chars(_) | Expr::End => Expr::seq([skip(), expr.clone()]),
        Expr::Seq(parts) => Expr::seq(list(parts)),
        Expr::Choice(parts) => Expr::choice(list(parts)),
        Expr::Star(inner) => past_marks(inner, mark).star(),
        Expr::Not(inner) => past_marks(inner, mark).not(),
        Expr::And(inner) => past_marks(inner, mark).and(),
        Expr::Empty | Expr::Fail | Expr::Call(_) | Expr::Start => expr.clone(),
    }
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

/// Returns whether the marked strings are those with the mark after the longest prefix that `dfa` accepts.
fn ends_where_longest(ends: &Dfa, dfa: &Dfa, mark: char) -> bool {
    // The characters at which one of the two partitions changes its class; between two of them nothing
    // changes.
    let stretches = ends.classes().stretches().iter().chain(dfa.classes().stretches());
    let classes: Vec<char> = stretches.map(|&(first, _)| first).collect();
    let mut open = vec![(ends.start(), Read::Before(dfa.start()))];
    let mut seen: HashSet<_> = open.iter().copied().collect();
    while let Some((state, read)) = open.pop() {
        if ends.is_accepting(state) != matches!(read, Read::After(_)) {
            return false;
        }
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
    true
}
