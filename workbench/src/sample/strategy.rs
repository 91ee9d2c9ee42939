//! Implements `proptest`'s strategies for samples, for the tests of other crates.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "places and sizes are at most little greater than the length of the text"
)]

use std::sync::Arc;

use proptest::num;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::sample::sampler::Sampler;

/// The maximum number of characters that are removed at each of two offsets.
const WIDEST: usize = 4;
/// The number of strings tried to shrink one string.
const TRIED: usize = 20_000;

/// Draws strings that the rule matches. They shrink to shorter matching strings by removing parts.
///
/// ```
/// use proptest::prelude::*;
/// use urigram_grammar::Grammar;
/// use urigram_workbench::Sampler;
///
/// let grammar = Grammar::read(r#"list = { "[" ~ (list ~ ("," ~ list)*)? ~ "]" }"#, "list.pest")?;
/// let lists = Sampler::of_rule(&grammar, "list", 0..=40)?;
/// proptest!(|(list in lists)| {
///     prop_assert_eq!(list.matches('[').count(), list.matches(']').count());
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Strategy for Sampler {
    type Tree = SampleTree;
    type Value = String;

    /// Fails if no string is found, for instance if a rule without an automaton rejects all
    /// derivations.
    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let seed = num::u64::ANY.new_tree(runner)?.current();
        let text = self.strings(seed).next().ok_or("no string was found that the rule matches")?;
        let chars: Arc<[char]> = text.chars().collect();
        let cut = Cut { size: chars.len(), at: 0, second: None };
        Ok(SampleTree { sampler: self.clone(), text: chars, before: None, cut, budget: TRIED })
    }
}

/// The value tree of [`Sampler`]'s strategy: a string that can be shrunk.
#[derive(Debug, Clone)]
pub struct SampleTree {
    sampler: Sampler,
    text: Arc<[char]>,
    /// The string before the last step, if the step can be undone.
    before: Option<Arc<[char]>>,
    cut: Cut,
    /// The number of strings that may still be tried.
    budget: usize,
}

/// The characters to remove next: `size` characters at the index `at`, and as many at the index
/// `second`, if there is one. Two cuts at once can remove a pair of brackets.
#[derive(Debug, Clone, Copy)]
struct Cut {
    size: usize,
    at: usize,
    second: Option<usize>,
}

impl Cut {
    fn of(self, text: &[char]) -> String {
        let is_cut = |index: usize, at: usize| (at..at + self.size).contains(&index);
        let kept = text.iter().enumerate().filter(|&(index, _)| {
            !is_cut(index, self.at) && !self.second.is_some_and(|second| is_cut(index, second))
        });
        kept.map(|(_, c)| c).collect()
    }

    /// Returns whether the cut is within a text of this length in characters.
    fn fits(self, length: usize) -> bool {
        self.second.unwrap_or(self.at) + self.size <= length
    }

    /// Returns the next cut of a text of this length in characters, or `None` after the last one.
    fn next(self, length: usize) -> Option<Cut> {
        let Cut { size, at, second } = self;
        let pair = |size: usize, at: usize| Cut { size, at, second: Some(at + size) };
        let next = match second {
            None => Cut { at: at + 1, ..self },
            Some(second) => Cut { second: Some(second + 1), ..self },
        };
        let smaller = match second {
            _ if next.fits(length) => return Some(next),
            Some(_) if pair(size, at + 1).fits(length) => return Some(pair(size, at + 1)),
            Some(_) => pair(size.checked_sub(1)?, 0),
            None if size > 1 => Cut { size: size / 2, at: 0, second },
            None => pair(WIDEST, 0),
        };
        if smaller.size == 0 {
            None
        } else if smaller.fits(length) {
            Some(smaller)
        } else {
            smaller.next(length)
        }
    }
}

impl ValueTree for SampleTree {
    type Value = String;

    fn current(&self) -> String {
        self.text.iter().collect()
    }

    fn simplify(&mut self) -> bool {
        while self.budget > 0 {
            if self.cut.size > 0 && self.cut.fits(self.text.len()) {
                self.budget -= 1;
                let shorter = self.cut.of(&self.text);
                if self.sampler.is_sample(&shorter) {
                    self.before = Some(self.text.clone());
                    self.text = shorter.chars().collect();
                    return true;
                }
            }
            let Some(next) = self.cut.next(self.text.len()) else { return false };
            self.cut = next;
        }
        false
    }

    fn complicate(&mut self) -> bool {
        let Some(before) = self.before.take() else { return false };
        self.text = before;
        match self.cut.next(self.text.len()) {
            Some(next) => self.cut = next,
            None => self.budget = 0,
        }
        true
    }
}
