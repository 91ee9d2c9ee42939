//! Draws random strings that an automaton accepts, and counts the accepted strings. Each length is equally
//! likely, and so is each string of a length.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the start and the targets of edges are states; a row has a weight for each state, and there \
              are at most `MOST_WEIGHTS` in all; a length adds at most 64 bits to a weight, and there are \
              at most 2²⁴ lengths"
)]

use std::collections::BTreeMap;
use std::fmt;
use std::iter::FusedIterator;

use num_bigint::BigUint;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

use urigram_grammar::{CharSet, Dfa, Error};

/// A random number generator whose numbers depend only on the seed. They must not change between versions of
/// the crate, which `rand_pcg` guarantees. Smaller crates, such as `fastrand`, do not.
#[derive(Debug, Clone)]
pub(crate) struct Random(Pcg64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Pcg64::seed_from_u64(seed))
    }

    /// Returns a uniformly distributed number below the bound, or `None` if the bound is 0.
    pub(crate) fn below(&mut self, bound: u128) -> Option<u128> {
        let largest = bound.checked_sub(1)?;
        // Rejection sampling: numbers have as many bits as the largest, so at least half are accepted.
        loop {
            let bits = u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64());
            let number = bits.checked_shr(largest.leading_zeros()).unwrap_or(0);
            if number <= largest {
                return Some(number);
            }
        }
    }

    /// Returns `true` with probability `times / of`.
    pub(crate) fn chance(&mut self, times: u32, of: u32) -> bool {
        self.below(u128::from(of)).is_some_and(|number| number < u128::from(times))
    }

    /// Returns the index of a weight, chosen with a probability proportional to the weight, or `None` if all
    /// are zero.
    pub(crate) fn pick(&mut self, weights: impl Iterator<Item = u128> + Clone) -> Option<usize> {
        let mut rest = self.below(weights.clone().sum())?;
        weights.into_iter().position(|weight| match rest.checked_sub(weight) {
            Some(less) => {
                rest = less;
                false
            }
            None => true,
        })
    }
}

/// All transitions from one state to another.
#[derive(Debug, Clone)]
struct Edge {
    to: usize,
    /// The number of characters of the transitions. It is at least 1, and at most 1,112,064 for all
    /// edges of a state together, which is the number of all characters.
    chars: u64,
}

/// Returns the edges from each state to live states.
fn edges(dfa: &Dfa) -> Vec<Vec<Edge>> {
    let sizes: Vec<u64> = dfa.classes().sets().iter().map(|set| set.len() as u64).collect();
    let from = |state| {
        let mut chars = BTreeMap::new();
        for (&to, size) in dfa.row(state).iter().zip(&sizes) {
            if dfa.is_live(to as usize) {
                *chars.entry(to as usize).or_insert(0) += size;
            }
        }
        chars.into_iter().map(|(to, chars)| Edge { to, chars }).collect()
    };
    (0..dfa.states()).map(from).collect()
}

/// The numbers of accepted strings by length, from [`Counts::of`].
#[derive(Debug, Clone)]
pub struct Counts<'d> {
    dfa: &'d Dfa,
    edges: Vec<Vec<Edge>>,
    /// For each live state, the number of strings that lead to the state and have the length that
    /// is counted next.
    counts: Vec<BigUint>,
}

impl<'d> Counts<'d> {
    /// Returns the exact number of accepted strings of 0, 1, 2, … characters. The iterator ends after the
    /// longest string, if there is one.
    ///
    /// Each length takes one big-integer addition for each pair of states with a transition. The integers
    /// grow by up to 21 bits per character of length.
    ///
    /// ```
    /// use urigram_grammar::{Automata, Grammar, Peg};
    /// use urigram_workbench::{BigUint, Counts};
    ///
    /// let grammar = Grammar::read(r#"byte = @{ "0" | '1'..'9' ~ ASCII_DIGIT{, 2} }"#, "byte.pest")?;
    /// let peg = Peg::new(&grammar);
    /// let byte = Automata::new(&peg).dfa("byte")?;
    /// assert!(Counts::of(&byte).eq([0u32, 10, 90, 900].map(BigUint::from)));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn of(dfa: &'d Dfa) -> Counts<'d> {
        let mut counts = vec![BigUint::ZERO; dfa.states()];
        if dfa.is_live(dfa.start()) {
            counts[dfa.start()] = BigUint::from(1u32);
        }
        Counts { dfa, edges: edges(dfa), counts }
    }
}

impl Iterator for Counts<'_> {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        if self.counts.iter().all(|counts| *counts == BigUint::ZERO) {
            return None;
        }
        let accepting = (0..).zip(&self.counts).filter(|&(state, _)| self.dfa.is_accepting(state));
        let count = accepting.map(|(_, counts)| counts).sum();
        let mut longer = vec![BigUint::ZERO; self.counts.len()];
        for (counts, edges) in self.counts.iter().zip(&self.edges) {
            for edge in edges {
                longer[edge.to] += counts * edge.chars;
            }
        }
        self.counts = longer;
        Some(count)
    }
}

impl FusedIterator for Counts<'_> {}

/// A number of strings in floating point: `digits` times 2 to the power of `shift`, rounded down.
///
/// Numbers below 2^64 are exact. For larger ones, the highest bit of `digits` is set, so rounding loses less
/// than one part in 2^63.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Weight {
    digits: u64,
    /// Zero if the number is zero.
    shift: u32,
}

impl Weight {
    const ZERO: Weight = Weight { digits: 0, shift: 0 };
    const ONE: Weight = Weight { digits: 1, shift: 0 };

    /// Returns the sum of weights, each multiplied by a factor. The sum of the factors must be less
    /// than 2^64.
    fn sum(parts: impl Iterator<Item = (u64, Weight)> + Clone) -> Weight {
        let shift = Weight::common_shift(parts.clone().map(|(_, weight)| weight));
        let sum: u128 = parts.map(|(times, weight)| weight.shifted(times, shift)).sum();
        let extra = 64u32.saturating_sub(sum.leading_zeros());
        Weight { digits: (sum >> extra) as u64, shift: shift + extra }
    }

    /// Returns the maximum shift of the weights. In units of this shift, all weights can be
    /// compared.
    fn common_shift(weights: impl Iterator<Item = Weight>) -> u32 {
        weights.map(|weight| weight.shift).max().unwrap_or(0)
    }

    /// Returns the weight times a factor, in units of 2 to the power of `shift`. `shift` must not be less
    /// than the weight's own shift.
    fn shifted(self, times: u64, shift: u32) -> u128 {
        let product = u128::from(times) * u128::from(self.digits);
        product.checked_shr(shift.saturating_sub(self.shift)).unwrap_or(0)
    }

    fn is_zero(self) -> bool {
        self.digits == 0
    }
}

/// An error in drawing samples.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SampleError {
    /// No accepted string has such a length.
    Empty {
        /// The minimum requested length.
        shortest: usize,
        /// The maximum requested length.
        longest: usize,
    },
    /// No string of such a length was found for a rule without an automaton, although some may
    /// exist.
    NotFound {
        /// The minimum requested length.
        shortest: usize,
        /// The maximum requested length.
        longest: usize,
    },
    /// There are too many states or steps for strings of this length.
    TooLong {
        /// The maximum requested length.
        longest: usize,
        /// The maximum length that can be requested.
        most: usize,
    },
    /// The rule has too many points to cover.
    TooMany {
        /// The maximum number.
        most: usize,
    },
    /// The grammar has no such rule, its comments set invalid weights, or no thread can be started.
    Grammar(Error),
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleError::Empty { shortest, longest } => {
                write!(f, "no string of {} characters is accepted", Lengths(*shortest, *longest))
            }
            SampleError::NotFound { shortest, longest } => {
                write!(f, "no string of {} characters is found", Lengths(*shortest, *longest))
            }
            SampleError::TooLong { longest, most } => {
                write!(
                    f,
                    "strings of up to {longest} characters are too long to sample here; {most} is the most"
                )
            }
            SampleError::TooMany { most } => {
                write!(f, "more than {most} alternatives, bounds and edges of classes to cover")
            }
            SampleError::Grammar(error) => error.fmt(f),
        }
    }
}

struct Lengths(usize, usize);

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Lengths(0, longest) => write!(f, "at most {longest}"),
            Lengths(shortest, longest) if shortest == longest => write!(f, "{longest}"),
            Lengths(shortest, longest) => write!(f, "{shortest} to {longest}"),
        }
    }
}

impl std::error::Error for SampleError {}

impl From<Error> for SampleError {
    fn from(error: Error) -> SampleError {
        SampleError::Grammar(error)
    }
}

/// The maximum number of weights in a sampler, 16 bytes each: 256 MiB.
const MOST_WEIGHTS: usize = 1 << 24;

#[derive(Debug, Clone)]
pub(crate) struct Uniform {
    dfa: Dfa,
    /// The characters of each class.
    sets: Vec<CharSet>,
    /// The number of characters of each class.
    sizes: Vec<u64>,
    /// A table with a row for each length 0, 1, 2, …, and a column for each state: the number of strings
    /// of this length that lead from this state to acceptance.
    weights: Vec<Weight>,
    /// The lengths of accepted strings.
    lengths: Vec<usize>,
}

impl Uniform {
    /// Prepares samples of at least `shortest` and at most `longest` characters.
    pub(crate) fn new(dfa: &Dfa, shortest: usize, longest: usize) -> Result<Uniform, SampleError> {
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
            if length >= shortest && !row[dfa.start()].is_zero() {
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
            return Err(SampleError::Empty { shortest, longest });
        }
        let sets = dfa.classes().sets();
        let sizes = sets.iter().map(|set| set.len() as u64).collect();
        Ok(Uniform { dfa: dfa.clone(), sets, sizes, weights, lengths })
    }

    /// Returns a random string.
    pub(crate) fn string(&self, random: &mut Random) -> Option<String> {
        let length = self.lengths[random.below(self.lengths.len() as u128)? as usize];
        let mut state = self.dfa.start();
        (0..length).rev().map(|to_come| self.step(&mut state, to_come, random)).collect()
    }

    #[cfg(feature = "proptest")]
    pub(crate) fn is_sample(&self, text: &str) -> bool {
        self.dfa.accepts(text) && self.lengths.binary_search(&text.chars().count()).is_ok()
    }

    /// Draws a character and moves to the next state. `to_come` more characters follow.
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
