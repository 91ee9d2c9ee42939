//! Parses a string: which nodes it has, and where.

use std::collections::HashMap;

use crate::captures::automaton::Captures;
use crate::dfa::marked::Marked;
use crate::dfa::marks::Mark;

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
    /// Returns what is captured in the text, in the order in which the nodes begin, or nothing if the rule does not
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

/// Returns what the marks with these letters say of the text, if a marked string of it is accepted that has no others.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "states are those of the automaton; offsets are between characters"
)]
pub(crate) fn read<'c>(
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
#[expect(clippy::indexing_slicing, reason = "a place is that of a node that has begun")]
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
