//! Finds the shortest string in which a call matches a given text, and which another rule parses differently.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a letter is an index of `letters`, which begins with the characters; `read` is at most the \
              length of the text plus 2"
)]

use crate::captures::shortest::{Searched, shortest};
use crate::characters;
use crate::dfa::marked::Marked;

impl Marked {
    /// Returns the shortest string of this rule in which a marked call matches exactly `text`, and which `other` rejects
    /// or parses with other nodes. Returns `Some(None)` if there is no such string. `other` must have no marks of calls.
    ///
    /// Subtracts the number of visited states from `budget`, and returns `None` if the budget is too small.
    ///
    /// ```
    /// use urigram_grammar::marked::Marks;
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let read = |rules: &str| Grammar::read(rules, "time.pest");
    /// let old = read(r#"time = ${ hour ~ "h" } hour = @{ ASCII_DIGIT{1, 2} }"#)?;
    /// let new = read(r#"time = ${ hour ~ "h" } hour = @{ ASCII_DIGIT{2} }"#)?;
    /// let (old, new) = (Peg::with_all_calls(&old), Peg::new(&new));
    /// let marks = Marks { nodes: ["hour"].into_iter().collect(), calls: ["hour"].into_iter().collect() };
    /// let within = Automata::new(&old).marked_within(&mut 10_000, "time", &marks)?;
    /// let other = Marks { nodes: marks.nodes, ..Marks::default() };
    /// let other = Automata::new(&new).marked_within(&mut 10_000, "time", &other)?;
    /// assert_eq!(within.shortest_around(&other, "7", &mut 1_000), Some(Some("7h".to_owned())));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn shortest_around(&self, other: &Marked, text: &str, budget: &mut usize) -> Option<Option<String>> {
        let around = Around::new(self, other, text);
        let start = State { within: 0, other: Some(0), read: 0 };
        Some(shortest(&around, start, budget)?.map(|letters| around.text(&letters)))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    within: usize,
    /// `None` if the other rule rejects the string, or marks it differently.
    other: Option<usize>,
    /// The progress through the text: 0 before the call, 1 plus the number of characters that were read in the call,
    /// and [`Around::after`] after the call.
    read: usize,
}

/// The meaning of a letter.
#[derive(Clone, Copy)]
enum Read {
    /// A character before or after the text.
    Char(char),
    /// The next character of the text.
    Next,
    /// A mark of a node, with the letter of the other automaton.
    Node { other: Option<usize> },
    /// The mark where the call that matches the text begins.
    Begin,
    /// The mark where that call ends.
    End,
    /// A mark of any other call.
    Pass,
}

struct Around<'m> {
    within: &'m Marked,
    other: &'m Marked,
    text: Vec<char>,
    /// The letters, each with the letter of `within`. That of `Next` depends on the character, so it is unused.
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

    /// Returns the value of [`State::read`] after the call.
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
        // The letter that `within` reads, the letter that `other` reads, and the next value of `read`. The letter for
        // `other` is `None` if `other` reads no letter in this step.
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

    fn is_accepting(&self, State { within, other, read }: State) -> bool {
        let by_other = other.is_some_and(|state| self.other.accept[state]);
        read == self.after() && self.within.accept[within] && !by_other
    }
}
