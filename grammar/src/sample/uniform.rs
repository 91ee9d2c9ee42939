//! Random strings that an automaton accepts, and the number of accepted strings.
//!
//! In: a `Dfa`, a length, and a seed.
//! Out: a `Sampler`, which draws each length and each string of a length with equal probability, and
//! `Counts`, which counts the strings of each length. `edges` is the automaton as both traverse it, and
//! `weight` a number of strings to 64 bits of precision.
//! Next: none.

pub(crate) mod count;
pub(crate) mod edges;
pub(crate) mod random;
pub(crate) mod weight;

use std::fmt;
use std::iter::FusedIterator;

use crate::characters::charset::CharSet;
use crate::dfa::Dfa;
use crate::sample::edges::edges;
use crate::sample::random::Random;
use crate::sample::weight::Weight;

/// The largest number of weights that a sampler keeps, 16 bytes each: 256 MiB.
const MOST_WEIGHTS: usize = 1 << 24;

/// A source of random strings that an automaton accepts, up to a length in characters.
///
/// Every length that accepted strings have is equally likely, and every string of that length is equally
/// likely.
///
/// The distribution of characters follows from that of the strings. Where a rule takes all of Unicode, nearly
/// all characters of a sample are ones that nobody writes; [`Dfa::over`] restricts it to an alphabet, for
/// samples that are easy to read.
///
/// ```
/// use urigram_grammar::{Automata, CharSet, Grammar, Peg, Sampler};
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
#[derive(Debug, Clone)]
pub struct Sampler {
    dfa: Dfa,
    /// The characters of each class.
    sets: Vec<CharSet>,
    /// The number of characters of each class.
    sizes: Vec<u64>,
    /// The number of strings of 0, 1, 2, … characters that lead from each state to acceptance: one row of
    /// weights per length, with a weight for each state.
    weights: Vec<Weight>,
    /// The lengths that accepted strings have.
    lengths: Vec<usize>,
}

/// Why no sample can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SampleError {
    /// Every accepted string is longer than that, or no string is accepted.
    Empty {
        /// The requested length.
        longest: usize,
    },
    /// The automaton has too many states for strings of this length.
    TooLong {
        /// The requested length.
        longest: usize,
        /// The largest length that can be requested.
        most: usize,
    },
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleError::Empty { longest } => {
                write!(f, "no string of at most {longest} characters is accepted")
            }
            SampleError::TooLong { longest, most } => {
                write!(
                    f,
                    "strings of up to {longest} characters are too long to sample here; {most} is the most"
                )
            }
        }
    }
}

impl std::error::Error for SampleError {}

impl Sampler {
    /// Prepares samples of at most `longest` characters.
    ///
    /// Takes 16 bytes for each state and length, and time for each pair of states with a transition from one
    /// to the other and each length. Lengths beyond that of the longest accepted string cost nothing.
    ///
    /// Rounding makes some strings of a length slightly less likely than others: for strings of 10,000
    /// characters it changes the probability by less than one part in 10¹¹, and not at all where there are
    /// fewer than 2⁶⁴ strings.
    ///
    /// # Errors
    ///
    /// [`SampleError`] if no accepted string is that short, or if the table of weights takes more than 256
    /// MiB: 130,000 characters for an automaton of 128 states.
    pub fn new(dfa: &Dfa, longest: usize) -> Result<Sampler, SampleError> {
        let edges = edges(dfa);
        let mut weights = Vec::new();
        let mut lengths = Vec::new();
        let mut row: Vec<Weight> = (0..dfa.states())
            .map(|state| if dfa.is_accepting(state) { Weight::ONE } else { Weight::ZERO })
            .collect();
        let mut length = 0;
        while length <= longest && !row.iter().all(|weight| weight.is_zero()) {
            if weights.len() + row.len() > MOST_WEIGHTS {
                return Err(SampleError::TooLong { longest, most: length.saturating_sub(1) });
            }
            if !row[dfa.start()].is_zero() {
                lengths.push(length);
            }
            weights.extend(&row);
            row = edges
                .iter()
                .map(|edges| Weight::sum(edges.iter().map(|edge| (edge.chars, row[edge.to]))))
                .collect();
            length += 1;
        }
        if lengths.is_empty() {
            return Err(SampleError::Empty { longest });
        }
        let sets = dfa.classes().sets();
        let sizes = sets.iter().map(|set| set.len() as u64).collect();
        Ok(Sampler { dfa: dfa.clone(), sets, sizes, weights, lengths })
    }

    /// Returns an infinite iterator of random strings. The same seed gives the same strings on every machine.
    ///
    /// A string takes time proportional to its characters times the number of classes.
    #[must_use]
    pub fn strings(&self, seed: u64) -> Samples<'_> {
        Samples { sampler: self, random: Random::new(seed) }
    }

    fn string(&self, random: &mut Random) -> Option<String> {
        let length = self.lengths[random.below(self.lengths.len() as u128)? as usize];
        let mut state = self.dfa.start();
        (0..length).rev().map(|to_come| self.step(&mut state, to_come, random)).collect()
    }

    /// Draws a character and moves to the next state, where `to_come` characters are to follow.
    fn step(&self, state: &mut usize, to_come: usize, random: &mut Random) -> Option<char> {
        let weights = &self.weights[to_come * self.dfa.states()..][..self.dfa.states()];
        let targets = self.dfa.row(*state).iter().map(|&to| weights[to as usize]);
        let shift = Weight::common_shift(targets.clone());
        let choices = self.sizes.iter().zip(targets).map(|(&size, weight)| weight.shifted(size, shift));
        let class = random.pick(choices)?;
        *state = self.dfa.next(*state, class);
        self.sets[class].nth(random.below(self.sizes[class].into())? as usize)
    }
}

/// Random strings, from [`Sampler::strings`].
#[derive(Debug, Clone)]
pub struct Samples<'s> {
    sampler: &'s Sampler,
    random: Random,
}

impl Iterator for Samples<'_> {
    type Item = String;

    /// Never returns `None`.
    fn next(&mut self) -> Option<String> {
        self.sampler.string(&mut self.random)
    }
}

impl FusedIterator for Samples<'_> {}
