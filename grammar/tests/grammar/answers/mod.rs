//! What automata answer: how two relate, how many strings there are, and what they look like.

mod compare;
#[cfg(feature = "tools")]
mod count;
mod over;
#[cfg(feature = "tools")]
mod sample;

use fastrand::Rng;
use urigram_grammar::{Automata, CharSet, Dfa, Peg};

use crate::common;
use crate::random::grammar;

/// Of each kind of characters that random grammars tell apart, and in the order in which they are
/// preferred: letters, a digit, other printable ASCII, and one beyond.
const ALPHABET: &str = "ab0%é";

fn alphabet() -> CharSet {
    CharSet::from_ranges(ALPHABET.chars().map(|c| (c, c)))
}

/// The automata of the rules of each of so many random grammars.
fn random_automata(grammars: u64) -> impl Iterator<Item = Vec<Dfa>> {
    (0..grammars).map(|seed| {
        let peg = Peg::new(&common::read(&grammar(&mut Rng::with_seed(seed))));
        let mut automata = Automata::new(&peg);
        peg.names().filter_map(|name| automata.dfa(name).ok()).collect()
    })
}
