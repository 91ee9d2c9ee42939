//! Counts the strings of each length that an automaton accepts.

use std::iter::FusedIterator;

use num_bigint::BigUint;

use crate::dfa::Dfa;
use crate::sample::edges::{Edge, edges};

impl Dfa {
    /// Returns the exact number of accepted strings of 0, 1, 2, … characters. The iterator ends after the
    /// longest string, if there is one.
    ///
    /// Each length takes one big-integer addition for each pair of states with a transition from one to the
    /// other. The numbers grow with the length, by up to 21 bits per character.
    ///
    /// ```
    /// use urigram_grammar::{Automata, BigUint, Grammar, Peg};
    ///
    /// let grammar = Grammar::read(r#"byte = @{ "0" | '1'..'9' ~ ASCII_DIGIT{, 2} }"#, "byte.pest")?;
    /// let peg = Peg::new(&grammar);
    /// let byte = Automata::new(&peg).dfa("byte")?;
    /// assert!(byte.counts().eq([0u32, 10, 90, 900].map(BigUint::from)));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "the start is a state")]
    pub fn counts(&self) -> Counts<'_> {
        let mut ways = vec![BigUint::ZERO; self.states()];
        if self.is_live(self.start()) {
            ways[self.start()] = BigUint::from(1u32);
        }
        Counts { dfa: self, edges: edges(self), ways }
    }
}

/// The numbers of accepted strings by length, from [`Dfa::counts`].
#[derive(Debug, Clone)]
pub struct Counts<'d> {
    dfa: &'d Dfa,
    edges: Vec<Vec<Edge>>,
    /// The number of strings of the next length that lead to each live state.
    ways: Vec<BigUint>,
}

impl Iterator for Counts<'_> {
    type Item = BigUint;

    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "an edge leads to a state; numbers of any size can be added"
    )]
    fn next(&mut self) -> Option<BigUint> {
        if self.ways.iter().all(|ways| *ways == BigUint::ZERO) {
            return None;
        }
        let accepting = (0..).zip(&self.ways).filter(|&(state, _)| self.dfa.is_accepting(state));
        let count = accepting.map(|(_, ways)| ways).sum();
        let mut longer = vec![BigUint::ZERO; self.ways.len()];
        for (ways, edges) in self.ways.iter().zip(&self.edges) {
            for edge in edges {
                longer[edge.to] += ways * edge.chars;
            }
        }
        self.ways = longer;
        Some(count)
    }
}

impl FusedIterator for Counts<'_> {}
