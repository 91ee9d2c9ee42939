//! Samples for the tests of other crates, by `proptest`.

use std::sync::Arc;

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rand_pcg::rand_core::Rng;

use crate::sample::Sampler;

/// Draws strings that the rule matches. They shrink to shorter ones that it matches, by leaving out parts.
///
/// ```
/// use proptest::prelude::*;
/// use urigram_grammar::{Grammar, Sampler};
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

    /// Fails if no string is found, as where a rule without an automaton rejects all that is derived.
    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let seed = runner.rng().next_u64();
        let text = self.strings(seed).next().ok_or("no string was found that the rule matches")?;
        let chars: Arc<[char]> = text.chars().collect();
        let size = chars.len();
        Ok(SampleTree { sampler: self.clone(), text: chars, before: None, size, at: 0 })
    }
}

/// A string that shrinks, from a [`Sampler`] as a `Strategy`.
#[derive(Debug, Clone)]
pub struct SampleTree {
    sampler: Sampler,
    text: Arc<[char]>,
    /// The string before the last step, if that can be taken back.
    before: Option<Arc<[char]>>,
    /// The number of characters that are left out next, and where.
    size: usize,
    at: usize,
}

impl ValueTree for SampleTree {
    type Value = String;

    fn current(&self) -> String {
        self.text.iter().collect()
    }

    fn simplify(&mut self) -> bool {
        while self.size > 0 {
            while self.at + self.size <= self.text.len() {
                let kept = self.text[..self.at].iter().chain(&self.text[self.at + self.size..]);
                let shorter: String = kept.collect();
                if self.sampler.is_sample(&shorter) {
                    self.before = Some(self.text.clone());
                    self.text = shorter.chars().collect();
                    return true;
                }
                self.at += 1;
            }
            (self.size, self.at) = (self.size / 2, 0);
        }
        false
    }

    fn complicate(&mut self) -> bool {
        let Some(before) = self.before.take() else { return false };
        self.text = before;
        self.at += 1;
        true
    }
}
