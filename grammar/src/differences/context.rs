//! The context of a difference: the shortest string of a start rule in which it shows.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a letter is an index of `letters`, which begins with the characters; `read` is at most \
              two more than the text is long, and a place is that of a node"
)]

use crate::captures::{Capture, Captures, Searched, shortest};
use crate::characters;
use crate::dfa::marked::Marked;
use crate::pest::read::Grammar;
use crate::run::machine::{Machine, Stopped};

/// The steps for one text: more than a search allows itself.
const STEPS: u64 = 1_000_000;

/// The rules of a grammar, and those whose nodes count.
pub(super) struct Reader<'g> {
    machine: Machine,
    counted: &'g [&'g str],
}

/// The readers of the old and the new grammar.
pub(super) type Readers<'g> = (Reader<'g>, Reader<'g>);

impl<'g> Reader<'g> {
    pub(super) fn new(grammar: &Grammar, counted: &'g [&'g str]) -> Reader<'g> {
        Reader { machine: Machine::new(grammar), counted }
    }

    /// Returns the nodes below the rule's own one.
    pub(super) fn nodes(&self, rule: &str, text: &str) -> Result<Vec<Capture>, Stopped> {
        let nodes = self.machine.run(rule, text, STEPS)?;
        let is_own = |at: usize| at == 0 && nodes[at].rule == rule;
        let counts = |at: usize| !is_own(at) && self.counted.contains(&nodes[at].rule);
        let captures = nodes.iter().enumerate().filter(|&(at, _)| counts(at)).map(|(_, node)| Capture {
            rule: node.rule.to_owned(),
            start: node.start,
            end: node.end,
        });
        Ok(captures.collect())
    }
}

/// Returns the nodes of the old and the new rule in a text, below their own, or nothing if they do not
/// match. If that takes one of them too many steps, the nodes of both are only those that their automata have
/// marks for.
pub(super) fn readings(
    (old, new): &Readers<'_>,
    rule: &str,
    of_old: &Captures,
    of_new: &Captures,
    text: &str,
) -> (Option<Vec<Capture>>, Option<Vec<Capture>>) {
    let accepted = |captures: &Captures, reader: &Reader<'_>| match captures.dfa().accepts(text) {
        true => reader.nodes(rule, text).map(Some),
        false => Ok(None),
    };
    match (accepted(of_old, old), accepted(of_new, new)) {
        (Ok(old), Ok(new)) => (old, new),
        _ => (of_old.read(text), of_new.read(text)),
    }
}

/// Returns the shortest string of a rule in which another rule reads exactly `text`, and of which another
/// grammar's rule makes something else, or nothing; or nothing if there is none.
///
/// `within` has marks of the calls of one rule beside those of nodes, `other` only marks of nodes. Subtracts
/// the states that are visited from `room`, and returns `None` if it is not enough.
pub(super) fn shortest_around(
    within: &Marked,
    other: &Marked,
    text: &str,
    room: &mut usize,
) -> Option<Option<String>> {
    let around = Around::new(within, other, text);
    let start = State { within: 0, other: Some(0), read: 0 };
    Some(shortest(&around, start, room)?.map(|letters| around.text(&letters)))
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    within: usize,
    /// `None` if the other rule does not mark the string so, or does not match it.
    other: Option<usize>,
    /// 0 before the text; inside, 1 and the number of its characters that have been read; then, one more than
    /// that.
    read: usize,
}

/// The meaning of a letter.
#[derive(Clone, Copy)]
enum Read {
    /// A character before or after the text.
    Char(char),
    /// The next character of the text.
    Next,
    /// A mark of a node.
    Node {
        other: Option<usize>,
    },
    Begin,
    End,
    /// The mark of a call that does not read the text.
    Pass,
}

struct Around<'m> {
    within: &'m Marked,
    other: &'m Marked,
    text: Vec<char>,
    /// Each with its number in `within`. That of `Next` depends on the character.
    letters: Vec<(Read, usize)>,
    chars: usize,
}

impl<'m> Around<'m> {
    fn new(within: &'m Marked, other: &'m Marked, text: &str) -> Around<'m> {
        let chars = characters::of_classes([&within.classes, &other.classes]);
        let mut letters: Vec<_> = chars.into_iter().map(|c| (Read::Char(c), within.class_of(c))).collect();
        letters.push((Read::Next, 0));
        let chars = letters.len();
        letters.extend(
            within.letters().map(|(mark, letter)| (Read::Node { other: other.letter(mark) }, letter)),
        );
        for (mark, letter) in within.call_letters() {
            letters.extend([(if mark.ends { Read::End } else { Read::Begin }, letter), (Read::Pass, letter)]);
        }
        Around { within, other, text: text.chars().collect(), letters, chars }
    }

    fn text(&self, letters: &[usize]) -> String {
        let mut rest = self.text.iter();
        let char = |&letter: &usize| match self.letters[letter].0 {
            Read::Char(c) => Some(c),
            Read::Next => rest.next().copied(),
            Read::Node { .. } | Read::Begin | Read::End | Read::Pass => None,
        };
        letters.iter().filter_map(char).collect()
    }

    /// The value of `read` behind the text.
    fn after(&self) -> usize {
        self.text.len() + 2
    }

    fn is_inside(&self, read: usize) -> bool {
        (1..self.after()).contains(&read)
    }
}

impl Searched for Around<'_> {
    type State = State;

    fn chars(&self) -> usize {
        self.chars
    }

    fn marks(&self) -> usize {
        self.letters.len() - self.chars
    }

    fn is_printable(&self, letter: usize) -> bool {
        !matches!(self.letters[letter].0, Read::Char(c) if !characters::is_printable(c))
    }

    fn next(&self, State { within, other, read }: State, letter: usize) -> Option<State> {
        let (kind, letter) = self.letters[letter];
        let is_inside = self.is_inside(read);
        // The number of the letter on both sides, unless it is one for this side alone.
        let (letter, of_other, read) = match kind {
            Read::Char(c) if !is_inside => (letter, Some(Some(self.other.class_of(c))), read),
            Read::Next if is_inside => {
                let &c = self.text.get(read - 1)?;
                (self.within.class_of(c), Some(Some(self.other.class_of(c))), read + 1)
            }
            Read::Node { other } => (letter, Some(other), read),
            Read::Begin if read == 0 => (letter, None, 1),
            Read::End if read + 1 == self.after() => (letter, None, read + 1),
            Read::Pass if !is_inside => (letter, None, read),
            Read::Char(_) | Read::Next | Read::Begin | Read::End | Read::Pass => return None,
        };
        let within = self.within.next(within, letter);
        let other = match of_other {
            Some(letter) => other.zip(letter).map(|(state, letter)| self.other.next(state, letter)),
            None => other,
        };
        let other = other.filter(|&state| self.other.is_live(state));
        self.within.is_live(within).then_some(State { within, other, read })
    }

    fn is_answer(&self, State { within, other, read }: State) -> bool {
        let by_other = other.is_some_and(|state| self.other.accept[state]);
        read == self.after() && self.within.accept[within] && !by_other
    }
}
