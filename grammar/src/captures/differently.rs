//! Finds the shortest string that two rules accept but parse differently.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a letter is an index of `letters`, which begins with the characters"
)]

use rustc_hash::FxHashMap;

use crate::captures::read::{Capture, Captures, captures};
use crate::captures::shortest::{Searched, shortest};
use crate::characters;
use crate::dfa::arena::Mark;

/// A string that two rules accept, with the captures of each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParsedDifferently {
    /// The string. No shorter string is parsed differently.
    pub text: String,
    /// The captures of the left rule.
    pub left: Vec<Capture>,
    /// The captures of the right rule.
    pub right: Vec<Capture>,
}

impl ParsedDifferently {
    /// Returns the captures that only the left rule has, and those that only the right rule has.
    ///
    /// ```
    /// use urigram_grammar::{Capture, ParsedDifferently};
    ///
    /// let node = |rule: &str, end| Capture { rule: rule.to_owned(), start: 0, end };
    /// let left = vec![node("time", 4), node("hour", 1)];
    /// let right = vec![node("time", 4), node("hour", 2)];
    /// let difference = ParsedDifferently { text: "1230".to_owned(), left, right };
    /// assert_eq!(difference.differing(), (vec![&node("hour", 1)], vec![&node("hour", 2)]));
    /// ```
    #[must_use]
    pub fn differing(&self) -> (Vec<&Capture>, Vec<&Capture>) {
        (extra(&self.left, &self.right), extra(&self.right, &self.left))
    }
}

impl Captures {
    /// Returns the shortest string that both rules accept, and that this rule parses in a way in which the other rule
    /// does not parse it. Returns `None` if there is no such string. For two rules of PEGs, which are unambiguous, the
    /// result does not depend on which of them is `self`. An ABNF rule may parse a string in several ways. Then the
    /// result is `None` if each parse by this rule is also a parse by the other rule.
    ///
    /// Of several shortest strings, the most readable is returned, as in [`Comparison`](crate::Comparison).
    ///
    /// ```
    /// use urigram_grammar::{Automata, Grammar, Peg};
    ///
    /// let read = |rules: &str| Grammar::read(rules, "time.pest").map(|grammar| Peg::new(&grammar));
    /// let old = read("time = ${ hour ~ minute? } hour = @{ ASCII_DIGIT{1, 2} } minute = @{ ASCII_DIGIT+ }")?;
    /// let new = read("time = ${ hour ~ minute? } hour = @{ ASCII_DIGIT } minute = @{ ASCII_DIGIT+ }")?;
    /// let old = Automata::new(&old).captures("time", &["hour", "minute"])?;
    /// let new = Automata::new(&new).captures("time", &["hour", "minute"])?;
    /// assert_eq!(old.dfa(), new.dfa(), "the same strings");
    /// let Some(difference) = old.parses_differently(&new) else { panic!("but not the same minutes") };
    /// assert_eq!(difference.text, "00");
    /// assert_eq!((difference.left.len(), difference.right.len()), (1, 2));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn parses_differently(&self, other: &Captures) -> Option<ParsedDifferently> {
        let mut unlimited = usize::MAX;
        self.parses_differently_within(&mut unlimited, other).flatten()
    }

    /// Like [`Captures::parses_differently`], but subtracts the number of visited states from `budget`, and returns
    /// the outer `None` if the budget is too small.
    #[must_use]
    pub fn parses_differently_within(
        &self,
        budget: &mut usize,
        other: &Captures,
    ) -> Option<Option<ParsedDifferently>> {
        // Equal automata need no search.
        if self.marked == other.marked {
            return Some(None);
        }
        Product::new(self, other).search(budget)
    }
}

/// Returns the multiset difference of `these` and `those`.
fn extra<'c>(these: &'c [Capture], those: &'c [Capture]) -> Vec<&'c Capture> {
    let mut counts: FxHashMap<&Capture, usize> = FxHashMap::default();
    for capture in those {
        *counts.entry(capture).or_default() += 1;
    }
    let mut extra = Vec::new();
    for capture in these {
        match counts.get_mut(capture) {
            Some(count) if *count > 0 => *count -= 1,
            _ => extra.push(capture),
        }
    }
    extra
}

/// A letter that the search tries.
#[derive(Clone, Copy)]
struct Letter<'c> {
    /// The letter of the left automaton.
    left: usize,
    /// The letter of the right automaton, or `None` for a mark that it does not have.
    right: Option<usize>,
    read: Read<'c>,
}

#[derive(Clone, Copy)]
enum Read<'c> {
    /// A character, and its class in the automaton `right.language`.
    Char(char, usize),
    Mark(Mark<'c>),
}

/// A state of the product automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct States {
    /// The state of `left.marked` after the marked string.
    left: usize,
    /// The state of `right.marked` after the marked string, or `None` if no accepted string begins with it.
    right: Option<usize>,
    /// The state of `right.language` after the string without marks.
    language: usize,
}

/// The product automaton that accepts the marked strings of the left rule that the right rule matches, but with other
/// marks.
struct Product<'c> {
    left: &'c Captures,
    right: &'c Captures,
    /// The characters, with the most readable first, followed by the marks.
    letters: Vec<Letter<'c>>,
    chars: usize,
}

impl<'c> Product<'c> {
    fn new(left: &'c Captures, right: &'c Captures) -> Product<'c> {
        let classes = [&left.marked.classes, &right.marked.classes, right.language.classes()];
        let char = |c| Letter {
            left: left.marked.class_of(c),
            right: Some(right.marked.class_of(c)),
            read: Read::Char(c, right.language.class_of(c)),
        };
        let mark = |(mark, letter)| Letter {
            left: letter,
            right: right.marked.letter(mark),
            read: Read::Mark(mark),
        };
        let mut letters: Vec<_> = characters::of_classes(classes).into_iter().map(char).collect();
        let chars = letters.len();
        letters.extend(left.marked.letters().map(mark));
        Product { left, right, letters, chars }
    }

    /// Returns `None` if the budget is too small.
    fn search(&self, budget: &mut usize) -> Option<Option<ParsedDifferently>> {
        let start = States { left: 0, right: Some(0), language: self.right.language.start() };
        Some(shortest(self, start, budget)?.map(|letters| self.parsed(&letters)))
    }

    fn parsed(&self, letters: &[usize]) -> ParsedDifferently {
        let (mut text, mut marks) = (String::new(), Vec::new());
        for &letter in letters {
            match self.letters[letter].read {
                Read::Char(c, _) => text.push(c),
                Read::Mark(mark) => marks.push((mark, text.len())),
            }
        }
        let right = self.right.read(&text).expect("both accept the string");
        ParsedDifferently { left: captures(&marks), right, text }
    }
}

impl Searched for Product<'_> {
    type State = States;

    fn chars(&self) -> usize {
        self.chars
    }

    fn marks(&self) -> usize {
        self.letters.len() - self.chars
    }

    fn is_printable(&self, letter: usize) -> bool {
        matches!(self.letters[letter].read, Read::Char(c, _) if characters::is_printable(c))
    }

    fn next(&self, States { left, right, language }: States, letter: usize) -> Option<States> {
        let letter = &self.letters[letter];
        let left = self.left.marked.next(left, letter.left);
        let right = right.zip(letter.right).map(|(state, letter)| self.right.marked.next(state, letter));
        let right = right.filter(|&state| self.right.marked.is_live(state));
        let language = match letter.read {
            Read::Char(_, class) => self.right.language.next(language, class),
            Read::Mark(_) => language,
        };
        let is_live = self.left.marked.is_live(left) && self.right.language.is_live(language);
        is_live.then_some(States { left, right, language })
    }

    fn is_accepting(&self, States { left, right, language }: States) -> bool {
        let by_right = right.is_some_and(|state| self.right.marked.accept[state]);
        self.left.marked.accept[left] && self.right.language.is_accepting(language) && !by_right
    }
}
