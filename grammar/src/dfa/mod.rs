//! Minimal deterministic automata over classes of characters, which decide the language of a rule.
//!
//! In: a `Peg`, or the states and transitions of any automaton, for `minimize`.
//! Out: a `Dfa`. Two of them are equal if and only if they accept the same strings. In `automaton`, expressions
//! (`arena`) become formulas (`bdd`), and formulas become states. `marked` builds the automaton of strings with marks
//! where nodes begin and end. `compare` finds counterexamples, `redundant` finds alternatives and parts of sequences
//! without effect, `passing` builds the automaton of the strings whose match calls a given rule, and `tables` writes an
//! automaton as Rust.
//! Next: `captures`, `abnf` and `compile`.

pub(crate) mod arena;
pub(crate) mod automaton;
pub(crate) mod bdd;
pub(crate) mod compare;
pub(crate) mod marked;
pub(crate) mod minimize;
pub(crate) mod passing;
pub(crate) mod redundant;
pub(crate) mod tables;

use crate::characters::Classes;

/// A minimal and complete automaton that accepts the strings that a rule matches as a whole.
///
/// States are numbered in the order of a traversal from the start state, and classes by their smallest characters. So
/// two automata are equal if and only if they accept the same strings.
///
/// ```
/// use urigram_grammar::{Automata, Grammar, Peg};
///
/// let source = "year = @{ ASCII_DIGIT{4} }\nfour = @{ '0'..'9'{2} ~ '0'..'9'{2} }";
/// let peg = Peg::new(&Grammar::read(source, "date.pest")?);
/// let mut automata = Automata::new(&peg);
/// let year = automata.dfa("year")?;
/// assert!(year.accepts("1986") && !year.accepts("86"));
/// assert_eq!(year.viable_prefix("19x6"), 2);
/// assert_eq!(year.states(), 6, "one for each number of digits, and one for what is no year");
/// assert_eq!(year, automata.dfa("four")?);
/// // Step by step.
/// let state = "198".chars().fold(year.start(), |state, c| year.step(state, c));
/// assert!(year.is_live(state) && !year.is_accepting(state));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dfa {
    classes: Classes,
    /// For each state, a row of targets, one for each class. INVARIANT: each target is a state.
    next: Vec<u32>,
    /// Whether each state accepts.
    accept: Vec<bool>,
    /// The state from which no accepting state is reachable. A minimal automaton has at most one.
    dead: Option<usize>,
}

impl Dfa {
    /// Returns the start state.
    #[must_use]
    pub fn start(&self) -> usize {
        0
    }

    /// Returns the number of states, including the dead state. States are `0..states()`.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accept.len()
    }

    /// Returns the number of classes. Classes are `0..width()`.
    #[must_use]
    pub fn width(&self) -> usize {
        self.classes.width()
    }

    /// Returns the partition of all characters into classes: two characters are in the same class if and only if they
    /// lead from each state to the same state.
    #[must_use]
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Returns the class of a character.
    #[must_use]
    pub fn class_of(&self, c: char) -> usize {
        self.classes.class_of(c)
    }

    /// Returns the next state by a character of the class.
    ///
    /// # Panics
    ///
    /// If there is no such state or class.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "documented")]
    pub fn next(&self, state: usize, class: usize) -> usize {
        self.row(state)[class] as usize
    }

    /// Returns the next states, one for each class.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "documented")]
    pub fn row(&self, state: usize) -> &[u32] {
        // If the product wrapped, an invalid state could return the row of another state instead of a panic.
        &self.next[state.saturating_mul(self.width())..][..self.width()]
    }

    /// Returns the next state by a character.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    #[must_use]
    pub fn step(&self, state: usize, c: char) -> usize {
        self.next(state, self.class_of(c))
    }

    /// Returns whether a string that ends in this state is accepted.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "documented")]
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accept[state]
    }

    /// Returns whether a string that ends in this state is a prefix of an accepted string.
    #[must_use]
    pub fn is_live(&self, state: usize) -> bool {
        self.dead != Some(state)
    }

    /// Returns whether the rule matches the whole text.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a row contains states")]
    pub fn accepts(&self, text: &str) -> bool {
        self.accept[text.chars().fold(self.start(), |state, c| self.step(state, c))]
    }

    /// Returns the length in bytes of the longest prefix of the text that is also a prefix of an accepted string. For a
    /// rejected text, this is the offset of the fault, or the length of the text if the text is merely incomplete.
    #[must_use]
    pub fn viable_prefix(&self, text: &str) -> usize {
        let mut state = self.start();
        for (at, c) in text.char_indices() {
            state = self.step(state, c);
            if !self.is_live(state) {
                return at;
            }
        }
        text.len()
    }
}
