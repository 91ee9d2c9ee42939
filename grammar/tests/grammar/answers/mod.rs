//! Questions to automata: how two relate, how many strings they accept, and what these look like.

mod compare;
mod count;
mod over;
mod sample;

use fastrand::Rng;
use urigram_grammar::{Automata, CharSet, Dfa, Peg};

use crate::common;
use crate::random::grammar;

/// Characters of each kind that random grammars distinguish, in the order of preference: letters, a digit,
/// other printable ASCII, and one beyond.
const ALPHABET: &str = "ab0%é";

fn alphabet() -> CharSet {
    CharSet::from_ranges(ALPHABET.chars().map(|c| (c, c)))
}

/// Returns the automata of the rules of each of this many random grammars.
fn random_automata(grammars: u64) -> impl Iterator<Item = Vec<Dfa>> {
    (0..grammars).map(|seed| {
        let peg = Peg::new(&common::read(&grammar(&mut Rng::with_seed(seed))));
        let mut automata = Automata::new(&peg);
        peg.names().filter_map(|name| automata.dfa(name).ok()).collect()
    })
}
