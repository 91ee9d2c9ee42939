//! Strings that are derived from the expressions of a grammar, of which those are kept that a rule matches.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::error::Error;
use crate::pest::big_stack::with_stack;
use crate::pest::meta::tree::Tree;
use crate::pest::read::{Grammar, faulty, parse};
use crate::pest::weights;
use crate::run::machine::Machine;
use crate::sample::cost::{Cost, Ways};
use crate::sample::derive::{Derivations, Plan};
use crate::sample::error::SampleError;
use crate::sample::random::Random;
use crate::sample::shape::Shapes;

/// The number of derivations in a row that the rule may reject.
const MOST_REJECTED: usize = 2_000;
/// The steps of derivations, and of their matches: about a second each.
const STEPS: usize = 20_000_000;
const MATCHED: u64 = 100_000_000;
/// One in so many of these steps is allowed again for each string that is found.
const SHARE: u32 = 200;
/// The longest string that is derived, in characters.
const LONGEST: usize = 1 << 20;

/// The steps that are left for strings of one seed.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    derived: usize,
    matched: u64,
}

impl Left {
    pub(crate) fn new() -> Left {
        Left { derived: STEPS, matched: MATCHED }
    }

    /// Allows more, so that any number of strings can be found that are easy to find.
    #[expect(clippy::arithmetic_side_effects, reason = "at most the constants and their share")]
    fn renew(&mut self) {
        self.derived = (self.derived + STEPS / SHARE as usize).min(STEPS);
        self.matched = (self.matched + MATCHED / u64::from(SHARE)).min(MATCHED);
    }
}

#[derive(Debug)]
pub(crate) struct Derived {
    derivations: Derivations,
    machine: Machine,
    rule: usize,
    lengths: RangeInclusive<usize>,
}

impl Derived {
    /// Prepares a rule that the grammar has.
    pub(crate) fn new(
        grammar: &Grammar,
        rule: &str,
        lengths: RangeInclusive<usize>,
    ) -> Result<Derived, Error> {
        let (shapes, rule) = shapes(grammar, rule)?;
        let derivations = Derivations::new(shapes);
        Ok(Derived { derivations, machine: Machine::new(grammar), rule, lengths })
    }

    /// Returns whether a comment sets weights in a rule that strings are derived by.
    pub(crate) fn has_weights(&self) -> bool {
        let Derivations { shapes, costs, .. } = &self.derivations;
        let ways = Ways::new(shapes, costs, self.rule);
        shapes.rules.iter().any(|rule| rule.weights.is_some() && ways.reaches(rule.body))
    }

    /// Returns an error if no string can be derived.
    #[expect(clippy::indexing_slicing, reason = "the rule is one of the shapes")]
    pub(crate) fn check(&self) -> Result<(), SampleError> {
        let (shortest, longest) = (*self.lengths.start(), *self.lengths.end());
        let body = self.derivations.shapes.rules[self.rule].body;
        if self.lengths.is_empty() || self.derivations.costs[body] == Cost::MAX {
            return Err(SampleError::Empty { shortest, longest });
        }
        if longest > LONGEST {
            return Err(SampleError::TooLong { longest, most: LONGEST });
        }
        Ok(())
    }

    /// Returns a random string that the rule matches, or nothing if none is found.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "`least` is at most `longest`, and the number at most their difference"
    )]
    pub(crate) fn string(&self, random: &mut Random, left: &mut Left) -> Option<String> {
        let wanted = HashMap::new();
        let (shortest, longest) = (*self.lengths.start(), *self.lengths.end());
        // At length 0 no choice would be random.
        let least = shortest.max(1).min(longest);
        for _ in 0..MOST_REJECTED {
            let length = least + random.below((longest - least) as u128 + 1)? as usize;
            let plan = Plan { length, shortest, longest, way: &[], goal: None, wanted: &wanted };
            let text = self.derivations.derive(self.rule, plan, random, &mut left.derived);
            if let Some(text) = text.filter(|text| self.is_sample_within(&mut left.matched, text)) {
                left.renew();
                return Some(text);
            }
        }
        None
    }

    /// Returns whether the rule matches the text, which has one of the lengths.
    #[cfg(feature = "proptest")]
    pub(crate) fn is_sample(&self, text: &str) -> bool {
        let mut left = MATCHED;
        self.is_sample_within(&mut left, text)
    }

    #[expect(clippy::indexing_slicing, reason = "the rule is one of the shapes")]
    fn is_sample_within(&self, left: &mut u64, text: &str) -> bool {
        let rule = &self.derivations.shapes.rules[self.rule].name;
        self.lengths.contains(&text.chars().count())
            && within(left, steps(text), |left| self.machine.run_within(left, rule, text)).is_ok()
    }
}

/// Does some work within a part of a budget.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "no more steps are left than were allowed, and these are at most `left`"
)]
pub(crate) fn within<T>(left: &mut u64, most: u64, work: impl FnOnce(&mut u64) -> T) -> T {
    let allowed = most.min(*left);
    let mut unused = allowed;
    let done = work(&mut unused);
    *left -= allowed - unused;
    done
}

/// Returns the number of steps that the match of a text may take.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "no text is longer than memory, of which there is less than 64 bits count thousandths of"
)]
pub(crate) fn steps(text: &str) -> u64 {
    100_000 + 1_000 * text.len() as u64
}

/// Returns the expressions of a grammar with the weights in its comments, and the index of a rule that it has.
fn shapes(grammar: &Grammar, rule: &str) -> Result<(Shapes, usize), Error> {
    with_stack(grammar.file_name(), || {
        let tree = parse(&grammar.text)?;
        let rule = index(&tree, rule);
        let mut shapes = Shapes::new(&tree, rule);
        let (weights, flaws) = weights::read(grammar.text(), &tree);
        if !flaws.is_empty() {
            let faults = flaws.into_iter().map(|flaw| (flaw.range.start, flaw.message));
            return Err(faulty(&grammar.text, faults.collect()));
        }
        for (rule, weights) in shapes.rules.iter_mut().zip(weights) {
            rule.weights = weights;
        }
        Ok((shapes, rule))
    })
}

/// Returns the index of a rule that the grammar has.
pub(crate) fn index(tree: &Tree<'_>, rule: &str) -> usize {
    let index = tree.rules.iter().position(|one| one.name == rule);
    index.expect("the rules of a grammar are those of its text")
}
