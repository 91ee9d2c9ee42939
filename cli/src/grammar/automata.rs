//! The automata of many rules, within bounds for all of them together.

use urigram_grammar::{Abnf, Automata, Dfa, Error, Limits, Peg};

/// The work for one grammar: some ten seconds. That of RFC 3986 takes a hundredth.
const STEPS: usize = 5 * Limits::DEFAULT.steps;

/// The automata of a grammar in pest's notation.
pub(super) struct OfPest<'p> {
    automata: Automata<'p>,
    left: usize,
}

impl<'p> OfPest<'p> {
    pub(super) fn new(peg: &'p Peg) -> Self {
        Self { automata: Automata::new(peg), left: STEPS }
    }

    pub(super) fn dfa(&mut self, rule: &str) -> Result<Dfa, Error> {
        self.automata.dfa_within(&mut self.left, rule)
    }
}

/// The automata of an ABNF.
pub(super) struct OfAbnf<'a> {
    abnf: &'a Abnf,
    left: usize,
}

impl<'a> OfAbnf<'a> {
    pub(super) fn new(abnf: &'a Abnf) -> Self {
        Self { abnf, left: STEPS }
    }

    pub(super) fn dfa(&mut self, rule: &str) -> Result<Dfa, Error> {
        self.abnf.dfa_within(&mut self.left, rule)
    }
}
