//! Checks differences by pest on many short strings: on all strings up to a length over a few alphabets,
//! on some matching strings, and on mutations of those.

use std::collections::HashMap;
use std::fmt;

use fastrand::Rng;
use urigram_grammar::{Capture, Captures, Comparison, Dfa, Grammar, ParsedDifferently};

use crate::common::{Pest, strings};
use crate::compiled::program;
use crate::mutants;

/// The maximum number and the maximum length of the strings over the characters that the rule
/// distinguishes.
const ALL: usize = 1000;
const LONGEST: usize = 9;

/// Alphabets, each with the length up to which all strings are tried.
pub(crate) type Alphabets = &'static [(&'static str, usize)];

/// The number of matching strings for each of the two grammars.
const WALKS: usize = 30;

/// The differences of a rule that automata found. The second grammar is the left side of the
/// comparison.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) language: Comparison,
    pub(crate) apart: Option<ParsedDifferently>,
}

impl Claim {
    pub(crate) fn of(old: &Captures, new: &Captures) -> Claim {
        Claim { language: new.dfa().compare(old.dfa()), apart: new.parses_differently(old) }
    }

    fn gains(&self) -> Option<&str> {
        self.language.only_left.as_deref()
    }

    fn loses(&self) -> Option<&str> {
        self.language.only_right.as_deref()
    }
}

/// Writes the claim as in the lists: `wider "a", captures "b"`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let language = match (self.gains(), self.loses()) {
            (None, None) => None,
            (Some(gains), None) => Some(format!("wider {gains:?}")),
            (None, Some(loses)) => Some(format!("narrower {loses:?}")),
            (Some(gains), Some(loses)) => Some(format!("different {gains:?} {loses:?}")),
        };
        let captures = self.apart.as_ref().map(|apart| format!("captures {:?}", apart.text));
        let all: Vec<String> = language.into_iter().chain(captures).collect();
        f.write_str(if all.is_empty() { "same" } else { "" })?;
        f.write_str(&all.join(", "))
    }
}

pub(crate) struct Oracle {
    alphabets: Alphabets,
    before: (Grammar, Pest),
    after: (Grammar, Pest),
    /// The answers of the first grammar.
    known: HashMap<(String, String), Option<Vec<Capture>>>,
}

impl Oracle {
    pub(crate) fn new(before: &Grammar, alphabets: Alphabets) -> Oracle {
        let pair = || (before.clone(), Pest::new(before));
        Oracle { alphabets, before: pair(), after: pair(), known: HashMap::new() }
    }

    /// Replaces the second grammar.
    pub(crate) fn change(&mut self, after: &Grammar) {
        self.after = (after.clone(), Pest::new(after));
    }

    /// Checks the claimed strings that the rule gains, loses and parses differently, and that no
    /// shorter string has such a difference.
    pub(crate) fn check(&mut self, rule: &str, claim: &Claim, automata: [&Dfa; 2]) -> Result<(), String> {
        let wrong =
            |text: &str, what: &str| Err(format!("{rule}: {text:?} is {what}; the claim is {claim:?}"));
        let examples = [(claim.gains(), (false, true)), (claim.loses(), (true, false))];
        for (example, expected) in examples {
            if let Some(text) = example
                && (self.before.1.accepts(rule, text), self.after.1.accepts(rule, text)) != expected
            {
                return wrong(text, "no example");
            }
        }
        if let Some(ParsedDifferently { text, left, right }) = &claim.apart {
            let (before, after) = (self.before.1.tree(rule, text), self.after.1.tree(rule, text));
            if left == right || after.as_ref() != Some(left) || before.as_ref() != Some(right) {
                return wrong(text, "parsed in another way by pest");
            }
        }
        let moves = claim.apart.as_ref().map(|apart| apart.text.as_str());
        let is_new = |text: &str, example: Option<&str>| {
            example.is_none_or(|example| text.chars().count() < example.chars().count())
        };
        let mut random = Rng::with_seed(3986);
        let matched = automata.iter().flat_map(|dfa| program::texts(dfa, WALKS, &mut random)).collect();
        for text in self.texts(rule, matched) {
            match self.trees(rule, &text) {
                (None, Some(_)) if is_new(&text, claim.gains()) => return wrong(&text, "gained"),
                (Some(_), None) if is_new(&text, claim.loses()) => return wrong(&text, "lost"),
                (Some(before), Some(after)) if before != after && is_new(&text, moves) => {
                    return wrong(&text, "parsed differently");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns pest's nodes below the rule's own node, for each grammar; `None` if the rule does
    /// not match.
    pub(crate) fn trees(&mut self, rule: &str, text: &str) -> (Option<Vec<Capture>>, Option<Vec<Capture>>) {
        let key = (rule.to_owned(), text.to_owned());
        let before = self.known.entry(key).or_insert_with(|| self.before.1.tree(rule, text));
        (before.clone(), self.after.1.tree(rule, text))
    }

    /// Returns the strings to try, the shortest first: all short strings, and `texts`.
    pub(crate) fn texts(&self, rule: &str, mut texts: Vec<String>) -> Vec<String> {
        let alphabet = mutants::of(rule, [&self.before.0, &self.after.0]);
        let mut longest = 1;
        while longest < LONGEST && alphabet.chars().count().pow(longest as u32 + 1) <= ALL {
            longest += 1;
        }
        texts.extend(strings(&alphabet, longest));
        texts.extend(self.alphabets.iter().flat_map(|(alphabet, longest)| strings(alphabet, *longest)));
        texts.sort_by(|a, b| (a.chars().count(), a).cmp(&(b.chars().count(), b)));
        texts.dedup();
        texts
    }
}
