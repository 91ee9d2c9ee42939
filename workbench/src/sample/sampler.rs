//! Random strings, drawn from an automaton, or derived from the expressions of a grammar and checked by the
//! rule.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the rule belongs to the shapes; `least` is at most `longest`, and at most the allowed steps \
              remain"
)]

use std::collections::HashMap;
use std::iter::FusedIterator;
use std::ops::RangeInclusive;
use std::sync::Arc;

use urigram_grammar::tree::Tree;
use urigram_grammar::{Automata, Dfa, Error, Fault, Grammar, Peg, Place, Reason, Refused, with_stack};

use crate::sample::derivation::{Derivations, Plan};
use crate::sample::shape::{Cost, Paths, Shapes};
use crate::sample::uniform::{Random, SampleError, Uniform};
use crate::sample::weights;
use crate::trace::machine::Machine;

/// The maximum number of consecutive derivations that the rule may reject.
const MOST_REJECTED: usize = 2_000;
/// The maximum number of steps of derivations, and of the matches that check them. Each takes about
/// a second.
const STEPS: usize = 20_000_000;
const MATCHED: u64 = 100_000_000;
/// The reciprocal of the fraction of the steps that is restored for each string found.
const SHARE: u32 = 200;
/// The maximum length of derived strings, in characters.
const LONGEST: usize = 1 << 20;

/// The remaining steps for the strings of one seed.
#[derive(Debug, Clone)]
struct Budget {
    derived: usize,
    matched: u64,
}

impl Budget {
    fn new() -> Budget {
        Budget { derived: STEPS, matched: MATCHED }
    }

    /// Restores some steps after a string was found, so that the number of strings is not limited
    /// if they are easy to find.
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
    /// Prepares derivations from a rule, which must exist.
    pub(crate) fn new(
        grammar: &Grammar,
        rule: &str,
        lengths: RangeInclusive<usize>,
    ) -> Result<Derived, Error> {
        let (shapes, rule) = shapes(grammar, rule)?;
        let derivations = Derivations::new(shapes);
        Ok(Derived { derivations, machine: Machine::new(grammar), rule, lengths })
    }

    /// Returns whether a comment sets weights for a rule that derivations can reach.
    fn has_weights(&self) -> bool {
        let Derivations { shapes, costs, .. } = &self.derivations;
        let paths = Paths::new(shapes, costs, self.rule);
        shapes.rules.iter().any(|rule| rule.weights.is_some() && paths.reaches(rule.body))
    }

    /// Returns an error if no string can be derived.
    fn check(&self) -> Result<(), SampleError> {
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

    /// Returns a random string that the rule matches, or `None` if none is found.
    fn string(&self, random: &mut Random, budget: &mut Budget) -> Option<String> {
        let preferred = HashMap::new();
        let (shortest, longest) = (*self.lengths.start(), *self.lengths.end());
        // With the wanted length 0, every choice would take the smallest derivation instead of a
        // random one.
        let least = shortest.max(1).min(longest);
        for _ in 0..MOST_REJECTED {
            let length = least + random.below((longest - least) as u128 + 1)? as usize;
            let plan = Plan { length, shortest, longest, path: &[], goal: None, preferred: &preferred };
            let text = self.derivations.derive(self.rule, plan, random, &mut budget.derived);
            if let Some(text) = text.filter(|text| self.is_sample_within(&mut budget.matched, text)) {
                budget.renew();
                return Some(text);
            }
        }
        None
    }

    /// Returns whether the text has an allowed length and the rule matches it.
    #[cfg(feature = "proptest")]
    fn is_sample(&self, text: &str) -> bool {
        let mut budget = MATCHED;
        self.is_sample_within(&mut budget, text)
    }

    fn is_sample_within(&self, budget: &mut u64, text: &str) -> bool {
        let rule = &self.derivations.shapes.rules[self.rule].name;
        self.lengths.contains(&text.chars().count())
            && within(budget, steps(text), |budget| self.machine.run_within(budget, rule, text)).is_ok()
    }
}

/// Runs work with at most `most` of the remaining steps, and subtracts the steps that it used.
pub(crate) fn within<T>(budget: &mut u64, most: u64, work: impl FnOnce(&mut u64) -> T) -> T {
    let allowed = most.min(*budget);
    let mut unused = allowed;
    let done = work(&mut unused);
    *budget -= allowed - unused;
    done
}

/// Returns the maximum number of steps for the match of a text.
pub(crate) fn steps(text: &str) -> u64 {
    100_000 + 1_000 * text.len() as u64
}

/// Returns the expressions of a grammar with the weights in its comments, and the index of the rule.
fn shapes(grammar: &Grammar, rule: &str) -> Result<(Shapes, usize), Error> {
    with_stack(grammar.file_name(), || {
        let tree = grammar.tree()?;
        let rule = index(&tree, rule);
        let mut shapes = Shapes::new(&tree, rule);
        let (weights, flaws) = weights::read(grammar.text(), &tree);
        if !flaws.is_empty() {
            let offsets: Vec<usize> = flaws.iter().map(|flaw| flaw.range.start).collect();
            let faults = flaws.into_iter().zip(grammar.places_of(&offsets)).map(|(flaw, place)| {
                let Place { file, line, column, .. } = place;
                Fault { file, line, column, message: flaw.message, fix: None }
            });
            return Err(Error::Faulty(faults.collect()));
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

/// A source of random strings that a rule matches, of given lengths in characters.
///
/// With an automaton ([`Sampler::new`], [`Sampler::between`]), every length of accepted strings is equally
/// likely, and every string of a length is equally likely.
///
/// The distribution of characters follows from that of the strings. If a rule matches all of Unicode, nearly
/// all characters of a sample are rare; [`Dfa::over`] restricts it to an alphabet, for readable samples.
///
/// ```
/// use urigram_grammar::{Automata, CharSet, Grammar, Peg};
/// use urigram_workbench::Sampler;
///
/// let grammar = Grammar::read(r#"quoted = @{ "'" ~ (!"'" ~ ANY)* ~ "'" }"#, "quoted.pest")?;
/// let peg = Peg::new(&grammar);
/// let quoted = Automata::new(&peg).dfa("quoted")?;
/// let some = CharSet::from_ranges([('a', 'z'), ('\'', '\''), ('à', 'ö'), ('漢', '漢')]);
/// let sampler = Sampler::new(&quoted.over(&some), 8)?;
/// for text in sampler.strings(1).take(100) {
///     assert!(quoted.accepts(&text) && text.chars().count() <= 8);
/// }
/// assert!(sampler.strings(2).take(9).eq(sampler.strings(2).take(9)), "equal seeds, equal strings");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A rule without an automaton, because it is recursive or uses the stack, is sampled by its expressions:
///
/// ```
/// use urigram_grammar::Grammar;
/// use urigram_workbench::{Machine, Sampler};
///
/// let grammar = Grammar::read(r#"list = { "[" ~ (list ~ ("," ~ list)*)? ~ "]" }"#, "list.pest")?;
/// let machine = Machine::new(&grammar);
/// for text in Sampler::of_rule(&grammar, "list", 0..=20)?.strings(1).take(100) {
///     assert!(machine.run("list", &text, 100_000).is_ok());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sampler {
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    Uniform(Arc<Uniform>),
    Derived(Arc<Derived>),
}

impl Sampler {
    /// Prepares samples of at most `longest` characters.
    ///
    /// Takes 16 bytes for each state and length, and time linear in the number of lengths times the number
    /// of pairs of states with a transition. Lengths beyond that of the longest accepted string cost
    /// nothing.
    ///
    /// Rounding makes some strings of a length slightly less likely than others: for strings of 10,000
    /// characters it changes the probability by less than one part in 10¹¹, and not at all if there are fewer
    /// than 2⁶⁴ strings.
    ///
    /// # Errors
    ///
    /// [`SampleError`] if no accepted string is that short, or if the table of weights takes more than 256
    /// MiB, as for 130,000 characters and an automaton of 128 states.
    pub fn new(dfa: &Dfa, longest: usize) -> Result<Sampler, SampleError> {
        Sampler::between(dfa, 0..=longest)
    }

    /// Prepares samples of the given lengths in characters. Otherwise the same as [`Sampler::new`].
    ///
    /// ```
    /// use urigram_grammar::{Automata, Grammar, Peg};
    /// use urigram_workbench::Sampler;
    ///
    /// let peg = Peg::new(&Grammar::read("hex = @{ ASCII_HEX_DIGIT+ }", "hex.pest")?);
    /// let sampler = Sampler::between(&Automata::new(&peg).dfa("hex")?, 6..=8)?;
    /// assert!(sampler.strings(1).take(100).all(|text| (6..=8).contains(&text.len())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SampleError`] if no accepted string has such a length, or if the table of weights is too large.
    pub fn between(dfa: &Dfa, lengths: RangeInclusive<usize>) -> Result<Sampler, SampleError> {
        let uniform = Uniform::new(dfa, *lengths.start(), *lengths.end())?;
        Ok(Sampler { source: Source::Uniform(Arc::new(uniform)) })
    }

    /// Prepares samples of a rule of any grammar.
    ///
    /// If the rule has an automaton, the samples are those of [`Sampler::between`]. If it has none, or if a
    /// comment sets weights for the rule or for a rule that it calls, strings are derived from the
    /// expressions at random, and strings that the rule rejects are discarded. pest's parser matches every
    /// sample as a whole.
    ///
    /// A comment on a line above a rule weights the alternatives of its outermost choice:
    ///
    /// ```
    /// use urigram_grammar::Grammar;
    /// use urigram_workbench::Sampler;
    ///
    /// let source = "
    ///     // sample: 9 | 1
    ///     side = { \"left\" | \"right\" }
    /// ";
    /// let grammar = Grammar::read(source, "side.pest")?;
    /// let sampler = Sampler::of_rule(&grammar, "side", 0..=5)?;
    /// let left = sampler.strings(1).take(1000).filter(|side| side == "left").count();
    /// assert!((850..950).contains(&left));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SampleError`] if there is no such rule, if a comment that begins with `sample:` does not have a
    /// weight of at most 1,000,000 for each alternative, or if certainly no string has such a length.
    pub fn of_rule(
        grammar: &Grammar,
        rule: &str,
        lengths: RangeInclusive<usize>,
    ) -> Result<Sampler, SampleError> {
        if grammar.rule(rule).is_none() {
            return Err(Error::Refused(Refused { rule: rule.to_owned(), reason: Reason::Unknown }).into());
        }
        let derived = Derived::new(grammar, rule, lengths.clone())?;
        if !derived.has_weights() {
            let peg = Peg::new(grammar);
            if let Ok(dfa) = Automata::new(&peg).dfa(rule) {
                return Sampler::between(&dfa, lengths);
            }
        }
        Sampler::derived(derived)
    }

    /// Prepares samples that are derived from a rule's expressions.
    pub(crate) fn derived(derived: Derived) -> Result<Sampler, SampleError> {
        derived.check()?;
        Ok(Sampler { source: Source::Derived(Arc::new(derived)) })
    }

    /// Returns an iterator of random strings. The same seed gives the same strings on every machine.
    ///
    /// With an automaton, a string takes time proportional to its length times the number of character
    /// classes. Without an automaton, the iterator ends after 2,000 consecutive derivations that the rule
    /// rejects, or if derivations and matches take so many steps that each further string would take seconds.
    #[must_use]
    pub fn strings(&self, seed: u64) -> Samples<'_> {
        Samples { sampler: self, random: Random::new(seed), budget: Budget::new(), has_ended: false }
    }

    /// Returns whether the text has an allowed length and the rule matches it.
    #[cfg(feature = "proptest")]
    pub(crate) fn is_sample(&self, text: &str) -> bool {
        match &self.source {
            Source::Uniform(uniform) => uniform.is_sample(text),
            Source::Derived(derived) => derived.is_sample(text),
        }
    }

    fn string(&self, random: &mut Random, budget: &mut Budget) -> Option<String> {
        match &self.source {
            Source::Uniform(uniform) => uniform.string(random),
            Source::Derived(derived) => derived.string(random, budget),
        }
    }
}

/// Random strings, from [`Sampler::strings`].
#[derive(Debug, Clone)]
pub struct Samples<'s> {
    sampler: &'s Sampler,
    random: Random,
    budget: Budget,
    has_ended: bool,
}

impl Iterator for Samples<'_> {
    type Item = String;

    /// Returns `None` only if a rule without an automaton rejects too many derivations.
    fn next(&mut self) -> Option<String> {
        if self.has_ended {
            return None;
        }
        let string = self.sampler.string(&mut self.random, &mut self.budget);
        self.has_ended = string.is_none();
        string
    }
}

impl FusedIterator for Samples<'_> {}
