//! The automata of many rules, within a common limit on the work.

use urigram_grammar::{Abnf, Automata, Comparison, Dfa, Error, Limits, Peg};

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

/// The automata of an ABNF.
pub(super) struct OfAbnf<'a> {
    file_name: &'a str,
    abnf: &'a Abnf,
    left: usize,
}

impl<'a> OfAbnf<'a> {
    pub(super) fn new(file_name: &'a str, abnf: &'a Abnf) -> Self {
        Self { file_name, abnf, left: STEPS }
    }

    /// Returns the automaton, or the reason why there is none.
    pub(super) fn dfa(&mut self, rule: &str) -> Result<Dfa, String> {
        self.abnf.dfa_within(&mut self.left, rule).map_err(|error| said(self.file_name, &error))
    }
}

pub(super) fn said(file_name: &str, error: &Error) -> String {
    format!("{file_name}: {error}")
}

/// Compares the automata of many rules.
pub(super) struct Comparer {
    left: usize,
}

impl Comparer {
    pub(super) fn new() -> Self {
        Self { left: STEPS }
    }

    /// Returns the comparison, or the reason why there is none.
    pub(super) fn compare(
        &mut self,
        left: Result<Dfa, String>,
        right: Result<Dfa, String>,
    ) -> Result<Comparison, String> {
        let (left, right) = (left?, right?);
        // One comparison takes no more memory than one automaton may.
        let allowed = self.left.min(Limits::DEFAULT.steps);
        let mut unused = allowed;
        let found = left.compare_within(&mut unused, &right);
        self.left -= allowed - unused;
        found.ok_or_else(|| "its automata are too large to be compared".to_owned())
    }
}
