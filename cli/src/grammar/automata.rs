//! The automata of many rules, within a common limit on the work.

use urigram_grammar::{Automata, Dfa, Error, Limits, Peg};

/// The limit on the work for one grammar: about ten seconds. That of RFC 3986 takes a hundredth.
pub(super) const STEPS: usize = 5 * Limits::DEFAULT.steps;

/// The automata of a grammar in pest's notation.
pub(super) struct OfPest<'p> {
    file_name: &'p str,
    automata: Automata<'p>,
    left: usize,
}

impl<'p> OfPest<'p> {
    pub(super) fn new(file_name: &'p str, peg: &'p Peg) -> Self {
        Self { file_name, automata: Automata::new(peg), left: STEPS }
    }

    /// Returns the automaton, or the reason why there is none.
    pub(super) fn dfa(&mut self, rule: &str) -> Result<Dfa, String> {
        self.automata.dfa_within(&mut self.left, rule).map_err(|error| said(self.file_name, &error))
    }
}

pub(super) fn said(file_name: &str, error: &Error) -> String {
    format!("{file_name}: {error}")
}
