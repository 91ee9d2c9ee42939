//! The nodes that a rule makes below its own, and where two rules parse the same string differently.
//!
//! `dfa::marked` builds the automata of strings with marks where nodes begin and end. [`Captures`] parses a
//! string by one, and finds the shortest string that another rule accepts too and parses differently.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "states are those of the automata, a letter is an index of `letters`, which begins with \
              the characters, and a place is one that was added; offsets are between characters"
)]

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::characters;
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

/// Returns the captures given by the marks with these letters, if the text is accepted with no other marks.
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
fn captures(marks: &[(Mark<'_>, usize)]) -> Vec<Capture> {
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

/// An automaton to search. Its letters are `0..chars()`, the most readable first, and after them `marks()` more
/// that read no character.
pub(crate) trait Searched {
    type State: Copy + Eq + Hash;

    fn chars(&self) -> usize;
    fn marks(&self) -> usize;
    fn is_printable(&self, letter: usize) -> bool;
    /// Returns the state that the letter leads to, if an answer may lie beyond it.
    fn next(&self, state: Self::State, letter: usize) -> Option<Self::State>;
    fn is_answer(&self, state: Self::State) -> bool;
}

#[derive(Clone, Copy)]
struct Reached<S> {
    state: S,
    /// The place before the last letter, and that letter.
    before: usize,
    by: usize,
    /// The number of characters that are not printable ASCII.
    unprintable: usize,
}

impl<S> Reached<S> {
    /// A better place for the same state is less.
    fn order(&self) -> (usize, usize, usize) {
        (self.unprintable, self.before, self.by)
    }
}

/// Returns the letters of the shortest answer, or nothing if there is none. Of several shortest answers it is
/// the most readable.
///
/// Subtracts the states that are visited from `room`, and returns `None` if it is not enough.
pub(crate) fn shortest<A: Searched>(
    automaton: &A,
    start: A::State,
    room: &mut usize,
) -> Option<Option<Vec<usize>>> {
    let mut search = ShortestSearch { automaton, room, places: Vec::new(), seen: FxHashSet::default() };
    let mut layer = search.add_layer(vec![Reached { state: start, before: 0, by: 0, unprintable: 0 }])?;
    while !layer.is_empty() {
        if let Some(at) = layer.clone().find(|&at| automaton.is_answer(search.places[at].state)) {
            return Some(Some(search.letters(at)));
        }
        let next = search.next_layer(layer);
        layer = search.add_layer(next)?;
    }
    Some(None)
}

/// One layer of places for each number of characters. Marks lead to places of the same layer. Within a layer
/// the places are in the order of their strings, the most readable first.
struct ShortestSearch<'a, 'l, A: Searched> {
    automaton: &'a A,
    room: &'l mut usize,
    places: Vec<Reached<A::State>>,
    seen: FxHashSet<A::State>,
}

impl<A: Searched> ShortestSearch<'_, '_, A> {
    /// Returns the best place for each state that is one character further.
    fn next_layer(&self, layer: Range<usize>) -> Vec<Reached<A::State>> {
        let mut found: FxHashMap<A::State, Reached<A::State>> = FxHashMap::default();
        for before in layer {
            for by in 0..self.automaton.chars() {
                let Some(place) = self.reached(before, by) else { continue };
                let best = found.entry(place.state).or_insert(place);
                if place.order() < best.order() {
                    *best = place;
                }
            }
        }
        let mut next: Vec<Reached<A::State>> = found.into_values().collect();
        next.sort_unstable_by_key(Reached::order);
        next
    }

    /// Adds the places, each followed by those that marks lead to from it. Returns `None` if there is no room.
    fn add_layer(&mut self, layer: Vec<Reached<A::State>>) -> Option<Range<usize>> {
        let from = self.places.len();
        let chars = self.automaton.chars();
        for place in layer {
            let mut at = self.places.len();
            self.add(place)?;
            while at < self.places.len() {
                for by in chars..chars + self.automaton.marks() {
                    if let Some(place) = self.reached(at, by) {
                        self.add(place)?;
                    }
                }
                at += 1;
            }
        }
        Some(from..self.places.len())
    }

    fn add(&mut self, place: Reached<A::State>) -> Option<()> {
        if self.seen.insert(place.state) {
            *self.room = self.room.checked_sub(1)?;
            self.places.push(place);
        }
        Some(())
    }

    /// Returns the place that the letter leads to, if it is a new one.
    fn reached(&self, before: usize, by: usize) -> Option<Reached<A::State>> {
        let Reached { state, unprintable, .. } = self.places[before];
        let state = self.automaton.next(state, by).filter(|state| !self.seen.contains(state))?;
        let is_printable = by >= self.automaton.chars() || self.automaton.is_printable(by);
        Some(Reached { state, before, by, unprintable: unprintable + usize::from(!is_printable) })
    }

    fn letters(&self, mut at: usize) -> Vec<usize> {
        let mut letters = Vec::new();
        while at > 0 {
            letters.push(self.places[at].by);
            at = self.places[at].before;
        }
        letters.reverse();
        letters
    }
}

/// A string that two rules accept, with the captures of each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ParsedDifferently {
    /// The string. None that has fewer characters is parsed differently.
    pub text: String,
    /// The captures of the left rule.
    pub left: Vec<Capture>,
    /// The captures of the right rule.
    pub right: Vec<Capture>,
}

impl ParsedDifferently {
    /// Returns the captures of the left rule alone, and those of the right rule alone.
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

    /// Returns the offset at which the two readings part: where the first node begins that only one of them
    /// has, or if both have the same nodes, the first that one of them nests in another order.
    pub(crate) fn parts_at(&self) -> usize {
        let (left, right) = self.differing();
        let nested = || self.left.iter().zip(&self.right).find(|(left, right)| left != right);
        let first = left.into_iter().chain(right).map(|node| node.start).min();
        first.or_else(|| nested().map(|(left, _)| left.start)).expect("two rules parse a string differently")
    }

    pub(crate) fn swapped(self) -> ParsedDifferently {
        ParsedDifferently { text: self.text, left: self.right, right: self.left }
    }
}

impl Captures {
    /// Returns the shortest string that both rules accept, and that this one parses as the other does not;
    /// nothing if there is none. Two rules of a PEG parse each string in one way, so it does not matter which
    /// of them is `self`. A rule of an ABNF may do so in several: then this tells whether all ways of this rule
    /// are ways of the other.
    ///
    /// Of several shortest strings it is the most readable, as in [`Comparison`](crate::Comparison).
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

    /// As [`Captures::parses_differently`], with a budget of `left` places of the search, from which the
    /// visited places are subtracted. Returns `None` if it is not enough.
    #[must_use]
    pub fn parses_differently_within(
        &self,
        left: &mut usize,
        other: &Captures,
    ) -> Option<Option<ParsedDifferently>> {
        // Equal automata need no search.
        if self.marked == other.marked {
            return Some(None);
        }
        Both::new(self, other).search(left)
    }
}

/// Returns those of `these` that are not among `those`, each as often as it is missing there.
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
    /// Its number on the left, and on the right unless nothing is marked so there.
    left: usize,
    right: Option<usize>,
    read: Read<'c>,
}

#[derive(Clone, Copy)]
enum Read<'c> {
    /// A character, and its class in the language of the right.
    Char(char, usize),
    Mark(Mark<'c>),
}

/// The state of the search: the states of the left and the right after the marked string, and of the language
/// of the right after the string.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct States {
    left: usize,
    /// `None` if it has not marked the string so.
    right: Option<usize>,
    language: usize,
}

/// The marked strings of the left whose text the right accepts, with the states of the right.
struct Both<'c> {
    left: &'c Captures,
    right: &'c Captures,
    /// The characters, the most readable first, and after them the marks.
    letters: Vec<Letter<'c>>,
    chars: usize,
}

impl<'c> Both<'c> {
    fn new(left: &'c Captures, right: &'c Captures) -> Both<'c> {
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
        Both { left, right, letters, chars }
    }

    /// Returns `None` if there is not enough room.
    fn search(&self, room: &mut usize) -> Option<Option<ParsedDifferently>> {
        let start = States { left: 0, right: Some(0), language: self.right.language.start() };
        Some(shortest(self, start, room)?.map(|letters| self.parsed(&letters)))
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

impl Searched for Both<'_> {
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
        let is_hopeful = self.left.marked.is_live(left) && self.right.language.is_live(language);
        is_hopeful.then_some(States { left, right, language })
    }

    fn is_answer(&self, States { left, right, language }: States) -> bool {
        let by_right = right.is_some_and(|state| self.right.marked.accept[state]);
        self.left.marked.accept[left] && self.right.language.is_accepting(language) && !by_right
    }
}
