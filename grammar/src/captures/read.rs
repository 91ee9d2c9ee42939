//! The nodes that a rule makes below its own, in each string that it matches.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "states are those of the automata, a letter is an index of `letters`, which begins with \
              the characters, and a place is one that was added; offsets are between characters"
)]

use std::collections::HashMap;

use crate::dfa::Dfa;
use crate::dfa::arena::{Mark, Marks, Names};
use crate::dfa::automaton::Automata;
use crate::dfa::marked::Marked;
use crate::error::Error;

/// The strings that a rule matches whole, each with what is captured in it: for every string, the nodes of
/// certain rules that pest's parse tree has below the rule's own node.
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
    /// INVARIANT: without its marks, each marked string is accepted here, and each accepted string is one of
    /// them.
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
    /// Returns the captures of the rules with these names when the rule is the start rule. A silent rule
    /// captures nothing, and neither do the rules that an atomic one calls.
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
    /// The rule, by its name.
    pub rule: String,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends, in bytes.
    pub end: usize,
}

/// A step from a state at an offset of the text to the next.
#[derive(Clone, Copy)]
struct Step<'c> {
    from: (usize, usize),
    /// The mark that was read, if it was no character.
    mark: Option<Mark<'c>>,
}

impl Captures {
    /// Returns the captures in the text, in the order in which the nodes begin, or nothing if the rule does not
    /// match it whole. Where a rule of an ABNF parses a text in several ways, it is one of them.
    ///
    /// Takes time and memory for each character and each state that can be reached at it, which is few.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Vec<Capture>> {
        if !self.language.accepts(text) {
            return None;
        }
        let captured =
            read(&self.marked, self.marked.letters(), text).expect("a string that is accepted is marked");
        Some(captured)
    }
}

impl Marked {
    /// Returns the spans of the rules whose calls are marked, in the order in which they begin, or nothing if
    /// the rule does not match the text or also makes nodes that are marked in it.
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

/// Returns the marks on the way there, each with its offset.
fn marks<'c>(steps: &HashMap<(usize, usize), Step<'c>>, mut at: (usize, usize)) -> Vec<(Mark<'c>, usize)> {
    let mut marks = Vec::new();
    while let Some(step) = steps.get(&at) {
        marks.extend(step.mark.map(|mark| (mark, at.0)));
        at = step.from;
    }
    marks.reverse();
    marks
}

/// Returns the nodes of the marks, which are nested as the nodes are.
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
