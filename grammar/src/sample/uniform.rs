//! Strings of an automaton, each length and each string of a length with equal probability.

use crate::characters::charset::CharSet;
use crate::dfa::Dfa;
use crate::sample::edges::edges;
use crate::sample::error::SampleError;
use crate::sample::random::Random;
use crate::sample::weight::Weight;

/// The largest number of weights that a sampler keeps, 16 bytes each: 256 MiB.
const MOST_WEIGHTS: usize = 1 << 24;

#[derive(Debug, Clone)]
pub(crate) struct Uniform {
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

impl Uniform {
    /// Prepares samples of at least `shortest` and at most `longest` characters.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a row has a weight for each state; there are at most `MOST_WEIGHTS` in all"
    )]
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
    #[expect(clippy::indexing_slicing, reason = "the number is below the bound")]
    pub(crate) fn string(&self, random: &mut Random) -> Option<String> {
        let length = self.lengths[random.below(self.lengths.len() as u128)? as usize];
        let mut state = self.dfa.start();
        (0..length).rev().map(|to_come| self.step(&mut state, to_come, random)).collect()
    }

    #[cfg(feature = "proptest")]
    pub(crate) fn is_sample(&self, text: &str) -> bool {
        self.dfa.accepts(text) && self.lengths.binary_search(&text.chars().count()).is_ok()
    }

    /// Draws a character and moves to the next state, where `to_come` characters are to follow.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "there is a row for each number of characters to come, with a weight for each state; \
                  classes are below the width"
    )]
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
