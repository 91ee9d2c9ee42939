//! Finds the captures in a string.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "states belong to their automata, a letter is an index of `letters`, which begins with the \
              characters, and captures have been added; offsets are character boundaries"
)]

use std::collections::HashMap;

use crate::dfa::Dfa;
use crate::dfa::arena::{Mark, Marks, Names};
use crate::dfa::automaton::Automata;
use crate::dfa::marked::Marked;
use crate::error::Error;

/// The strings that a rule matches as a whole, each with its captures, which are the nodes of some rules below the
/// rule's own node in pest's parse tree.
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
    /// INVARIANT: accepts the strings of `marked` with the marks removed.
    pub(crate) language: Dfa,
    pub(crate) marked: Marked,
}

impl Captures {
    /// Returns the automaton of the strings that the rule matches as a whole.
    #[must_use]
    pub fn dfa(&self) -> &Dfa {
        &self.language
    }
}

impl Automata<'_> {
    /// Returns the captures of the rules `captured` below the start rule `rule`. Silent rules are not captured, and
    /// neither are rules that an atomic rule calls.
    ///
    /// # Errors
    ///
    /// The errors of [`Automata::dfa`].
    pub fn captures(&mut self, rule: &str, captured: &[&str]) -> Result<Captures, Error> {
        let mut unlimited = usize::MAX;
        self.captures_within(&mut unlimited, rule, captured)
    }

    /// Like [`Automata::captures`], but subtracts the steps from `budget`.
    ///
    /// # Errors
    ///
    /// The errors of [`Automata::dfa_within`].
    pub fn captures_within(
        &mut self,
        budget: &mut usize,
        rule: &str,
        captured: &[&str],
    ) -> Result<Captures, Error> {
        self.captures_of(budget, rule, &captured.iter().copied().collect())
    }

    /// Like [`Automata::captures_within`], but with [`Names`], which several calls can share.
    ///
    /// # Errors
    ///
    /// The errors of [`Automata::dfa_within`].
    pub fn captures_of(
        &mut self,
        budget: &mut usize,
        rule: &str,
        captured: &Names,
    ) -> Result<Captures, Error> {
        let language = self.dfa_within(budget, rule)?;
        let marks = Marks { nodes: captured.clone(), ..Marks::default() };
        let marked = self.marked_within(budget, rule, &marks)?;
        Ok(Captures { language, marked })
    }
}

/// A node of a parse tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Capture {
    /// The name of the rule.
    pub rule: String,
    /// The byte offset at which the node begins.
    pub start: usize,
    /// The byte offset at which the node ends.
    pub end: usize,
}

/// The step by which the search reached a state at an offset.
#[derive(Clone, Copy)]
struct Step<'c> {
    /// The previous offset and state.
    from: (usize, usize),
    /// The mark that the step reads, or `None` if it reads a character.
    mark: Option<Mark<'c>>,
}

impl Captures {
    /// Returns the captures in the text, in the order in which the nodes begin, or `None` if the rule does not match
    /// the whole text. If an ABNF rule derives the text in several ways, the captures of one derivation are returned.
    ///
    /// Takes time and memory proportional to the number of characters, times the number of states that are reachable
    /// at a character by any marks, which is small.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Vec<Capture>> {
        if !self.language.accepts(text) {
            return None;
        }
        let captured = read(&self.marked, self.marked.letters(), text)
            .expect("each accepted string has a marked string");
        Some(captured)
    }
}

impl Marked {
    /// Returns the spans of the marked calls, in the order in which they begin. Returns `None` if the rule does not
    /// match the text, or if a match of the text also has marked nodes.
    ///
    /// ```
    /// use urigram_grammar::marked::Marks;
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let grammar = Grammar::read(r#"hour = @{ digit ~ digit } digit = { '0'..'9' }"#, "hour.pest")?;
    /// let peg = Peg::with_all_calls(&grammar);
    /// let marks = Marks { calls: ["digit"].into_iter().collect(), ..Marks::default() };
    /// let hour = Automata::new(&peg).marked_within(&mut 10_000, "hour", &marks)?;
    /// let calls = hour.calls("12").unwrap_or_default();
    /// assert_eq!((calls[1].rule.as_str(), calls[1].start), ("digit", 1), "called where no node is made");
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn calls(&self, text: &str) -> Option<Vec<Capture>> {
        read(self, self.call_letters(), text)
    }
}

/// Returns the captures in the text, using only the marks in `letters`, or `None` if the text is only accepted with
/// other marks, or not at all.
fn read<'c>(
    marked: &'c Marked,
    letters: impl Iterator<Item = (Mark<'c>, usize)>,
    text: &str,
) -> Option<Vec<Capture>> {
    let letters: Vec<_> = letters.collect();
    let start = (0, 0);
    let mut steps: HashMap<(usize, usize), Step<'_>> = HashMap::new();
    let mut open = vec![start];
    while let Some((at, state)) = open.pop() {
        if at == text.len() && marked.accept[state] {
            return Some(captures(&marks(&steps, (at, state))));
        }
        let by_mark = letters.iter().map(|&(mark, letter)| ((at, marked.next(state, letter)), Some(mark)));
        let by_char = text[at..].chars().next().map(|c| {
            let next = marked.next(state, marked.class_of(c));
            ((at + c.len_utf8(), next), None)
        });
        for (to, mark) in by_char.into_iter().chain(by_mark) {
            if marked.is_live(to.1) && to != start && !steps.contains_key(&to) {
                steps.insert(to, Step { from: (at, state), mark });
                open.push(to);
            }
        }
    }
    None
}

/// Returns the marks on the search path to `at`, each with its offset.
fn marks<'c>(steps: &HashMap<(usize, usize), Step<'c>>, mut at: (usize, usize)) -> Vec<(Mark<'c>, usize)> {
    let mut marks = Vec::new();
    while let Some(step) = steps.get(&at) {
        marks.extend(step.mark.map(|mark| (mark, at.0)));
        at = step.from;
    }
    marks.reverse();
    marks
}

/// Returns the nodes that the marks delimit, like opening and closing brackets.
pub(super) fn captures(marks: &[(Mark<'_>, usize)]) -> Vec<Capture> {
    let mut captures: Vec<Capture> = Vec::new();
    let mut open = Vec::new();
    for &(mark, at) in marks {
        if mark.ends {
            let place = open.pop().expect("a node begins before it ends");
            let capture: &mut Capture = &mut captures[place];
            capture.end = at;
        } else {
            open.push(captures.len());
            captures.push(Capture { rule: mark.rule.to_owned(), start: at, end: at });
        }
    }
    assert!(open.is_empty(), "invariant broken: a node that begins ends");
    captures
}
