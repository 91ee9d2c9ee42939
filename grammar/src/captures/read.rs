//! The nodes below a rule's own node, in each string that it matches.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "states belong to their automata, a letter is an index of `letters`, which begins with the \
              characters, and places have been added; offsets are character boundaries"
)]

use std::collections::HashMap;

use crate::dfa::Dfa;
use crate::dfa::arena::{Mark, Marks, Names};
use crate::dfa::automaton::Automata;
use crate::dfa::marked::Marked;
use crate::error::Error;

/// The strings that a rule matches as a whole, each with its captures: the nodes of certain rules below the
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
    /// INVARIANT: the language of `marked` without the marks.
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
    /// Returns the captures of the rules with these names when the rule is the start rule. A silent rule
    /// captures nothing, and neither do the rules that an atomic rule calls.
    ///
    /// # Errors
    ///
    /// As [`Automata::dfa`].
    pub fn captures(&mut self, rule: &str, captured: &[&str]) -> Result<Captures, Error> {
        let mut unlimited = usize::MAX;
        self.captures_within(&mut unlimited, rule, captured)
    }

    /// Like [`Automata::captures`], but subtracts the steps from a budget.
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

    /// Like [`Automata::captures_within`], for several rules with the same captured rules.
    ///
    /// # Errors
    ///
    /// As [`Automata::dfa_within`].
    pub fn captures_of(&mut self, left: &mut usize, rule: &str, captured: &Names) -> Result<Captures, Error> {
        let language = self.dfa_within(left, rule)?;
        let marks = Marks { nodes: captured.clone(), ..Marks::default() };
        let marked = self.marked_within(left, rule, &marks)?;
        Ok(Captures { language, marked })
    }
}

/// A node of a parse tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Capture {
    /// The name of the rule.
    pub rule: String,
    /// The byte offset at which it begins.
    pub start: usize,
    /// The byte offset at which it ends.
    pub end: usize,
}

/// A step from a state at an offset to the next.
#[derive(Clone, Copy)]
struct Step<'c> {
    from: (usize, usize),
    /// The mark that was read, or `None` for a character.
    mark: Option<Mark<'c>>,
}

impl Captures {
    /// Returns the captures in the text, in the order in which the nodes begin, or `None` if the rule does
    /// not match the whole text. If a rule of an ABNF parses the text in several ways, the captures are those
    /// of one of them.
    ///
    /// Takes time and memory for each character and each state that is reachable there; these are few.
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
    /// Returns the spans of the marked calls, in the order in which they begin, or `None` if the rule does
    /// not match the text, or also makes marked nodes in it.
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

/// Returns the captures given by the marks with these letters, if the text is accepted with no other marks.
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

/// Returns the marks on the path to `at`, each with its offset.
fn marks<'c>(steps: &HashMap<(usize, usize), Step<'c>>, mut at: (usize, usize)) -> Vec<(Mark<'c>, usize)> {
    let mut marks = Vec::new();
    while let Some(step) = steps.get(&at) {
        marks.extend(step.mark.map(|mark| (mark, at.0)));
        at = step.from;
    }
    marks.reverse();
    marks
}

/// Returns the nodes of the marks, which have the same nesting.
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
