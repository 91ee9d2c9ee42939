//! The strings that a rule matches, with what it captures in them.

use crate::dfa::Dfa;
use crate::dfa::automaton::Automata;
use crate::dfa::marked::Marked;
use crate::dfa::marks::{Marks, Names};
use crate::error::Error;

/// The strings that a rule matches whole, each with what is captured in it: for every string, the nodes of certain
/// rules that pest's parse tree has below the rule's own node.
///
/// ```
/// use urigram_grammar::{Automata, Grammar, Peg};
///
/// let grammar = Grammar::read(
///     r#"
///         time   = ${ hour ~ ":" ~ minute }
///         hour   = @{ ASCII_DIGIT+ }
///         minute = @{ ASCII_DIGIT{2} }
///     "#,
///     "time.pest",
/// )?;
/// let peg = Peg::new(&grammar);
/// let time = Automata::new(&peg).captures("time", &["hour", "minute"])?;
/// let captured = time.read("9:30").unwrap_or_default();
/// assert_eq!(captured[1].rule, "minute");
/// assert_eq!(captured[1].start..captured[1].end, 2..4);
/// assert_eq!(time.read("9:3"), None);
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captures {
    /// INVARIANT: without its marks, each marked string is accepted here, and each accepted string is one of them.
    pub(crate) language: Dfa,
    pub(crate) marked: Marked,
}

impl Captures {
    /// Returns the automaton of the strings that the rule matches whole.
    #[must_use]
    pub fn dfa(&self) -> &Dfa {
        &self.language
    }
}

impl Automata<'_> {
    /// Returns what the rule, as a start rule, captures of the rules with these names. A silent rule captures
    /// nothing, and neither do the rules that an atomic one calls.
    ///
    /// # Errors
    ///
    /// As [`Automata::dfa`].
    pub fn captures(&mut self, rule: &str, captured: &[&str]) -> Result<Captures, Error> {
        let mut unlimited = usize::MAX;
        self.captures_within(&mut unlimited, rule, captured)
    }

    /// As [`Automata::captures`], and takes the steps of work off those that are left.
    ///
    /// # Errors
    ///
    /// As [`Automata::dfa_within`].
    pub fn captures_within(
        &mut self,
        left: &mut usize,
        rule: &str,
        captured: &[&str],
    ) -> Result<Captures, Error> {
        self.captures_of(left, rule, &captured.iter().copied().collect())
    }

    /// As [`Automata::captures_within`], for many rules of which the same is captured.
    pub(crate) fn captures_of(
        &mut self,
        left: &mut usize,
        rule: &str,
        captured: &Names,
    ) -> Result<Captures, Error> {
        let language = self.dfa_within(left, rule)?;
        let marks = Marks { nodes: captured.clone(), ..Marks::default() };
        let marked = self.marked_within(left, rule, &marks)?;
        Ok(Captures { language, marked })
    }
}
