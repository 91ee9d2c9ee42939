//! Finds the shortest string that two rules accept and take apart differently.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::captures::automaton::Captures;
use crate::captures::reading::{Capture, captures};
use crate::characters::classes::Classes;
use crate::characters::readable;
use crate::dfa::marks::Mark;

/// A string that two rules accept, and what each of them captures in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TakenApart {
    /// The string. None that has fewer characters is taken apart differently.
    pub text: String,
    /// What the left rule captures.
    pub left: Vec<Capture>,
    /// What the right rule captures.
    pub right: Vec<Capture>,
}

impl TakenApart {
    /// Returns what only the left rule captures, and what only the right one does.
    ///
    /// ```
    /// use urigram_grammar::{Capture, TakenApart};
    ///
    /// let node = |rule: &str, end| Capture { rule: rule.to_owned(), start: 0, end };
    /// let left = vec![node("time", 4), node("hour", 1)];
    /// let right = vec![node("time", 4), node("hour", 2)];
    /// let apart = TakenApart { text: "1230".to_owned(), left, right };
    /// assert_eq!(apart.differing(), (vec![&node("hour", 1)], vec![&node("hour", 2)]));
    /// ```
    #[must_use]
    pub fn differing(&self) -> (Vec<&Capture>, Vec<&Capture>) {
        (extra(&self.left, &self.right), extra(&self.right, &self.left))
    }

    pub(crate) fn swapped(self) -> TakenApart {
        TakenApart { text: self.text, left: self.right, right: self.left }
    }
}

impl Captures {
    /// Returns the shortest string that both rules accept, and that this one takes apart as the other does not;
    /// nothing if there is none. Two rules of a PEG take each string apart in one way, so it does not matter which
    /// of them is `self`. A rule of an ABNF may do so in several: then this tells whether all ways of this rule are
    /// ways of the other.
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
    /// let Some(apart) = old.takes_apart_differently(&new) else { panic!("but not the same minutes") };
    /// assert_eq!(apart.text, "00");
    /// assert_eq!((apart.left.len(), apart.right.len()), (1, 2));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn takes_apart_differently(&self, other: &Captures) -> Option<TakenApart> {
        let mut unlimited = usize::MAX;
        Search::new(self, other, &mut unlimited).run().flatten()
    }

    /// As [`Captures::takes_apart_differently`], with a budget of `left` places of the search, from which the
    /// visited places are subtracted. Returns `None` if it is not enough.
    #[must_use]
    pub fn takes_apart_differently_within(
        &self,
        left: &mut usize,
        other: &Captures,
    ) -> Option<Option<TakenApart>> {
        Search::new(self, other, left).run()
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

/// What has been read so far: the states of the left and the right after the marked string, and of the language of
/// the right after the string.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct States {
    left: usize,
    /// `None` if it has not marked the string so.
    right: Option<usize>,
    language: usize,
}

#[derive(Clone, Copy)]
struct Place {
    states: States,
    /// The place before the last letter, and that letter.
    before: usize,
    by: usize,
    /// The number of characters that are not printable ASCII.
    unprintable: usize,
}

impl Place {
    /// A better place for the same states is less.
    fn order(&self) -> (usize, usize, usize) {
        (self.unprintable, self.before, self.by)
    }
}

/// A breadth-first search, one layer of places for each number of characters. Marks lead to places of the same
/// layer. Within a layer the places are in the order of their strings, the most readable first.
struct Search<'c, 'l> {
    left: &'c Captures,
    right: &'c Captures,
    room: &'l mut usize,
    /// The characters, the most readable first.
    chars: Vec<Letter<'c>>,
    marks: Vec<Letter<'c>>,
    places: Vec<Place>,
    seen: FxHashSet<States>,
}

impl<'c, 'l> Search<'c, 'l> {
    fn new(left: &'c Captures, right: &'c Captures, room: &'l mut usize) -> Search<'c, 'l> {
        let classes = [&left.marked.classes, &right.marked.classes, right.language.classes()];
        let sets: Vec<_> = classes.into_iter().flat_map(Classes::sets).collect();
        let mut best: Vec<_> = Classes::of(sets.iter()).sets().iter().filter_map(readable::best).collect();
        best.sort_unstable();
        let char = |(_, c)| Letter {
            left: left.marked.class_of(c),
            right: Some(right.marked.class_of(c)),
            read: Read::Char(c, right.language.class_of(c)),
        };
        let mark = |(mark, letter)| Letter {
            left: letter,
            right: right.marked.letter(mark),
            read: Read::Mark(mark),
        };
        let chars = best.into_iter().map(char).collect();
        let marks = left.marked.letters().map(mark).collect();
        Search { left, right, room, chars, marks, places: Vec::new(), seen: FxHashSet::default() }
    }

    /// Returns `None` if there is not enough room.
    fn run(mut self) -> Option<Option<TakenApart>> {
        let states = States { left: 0, right: Some(0), language: self.right.language.start() };
        let mut layer = self.add_layer(vec![Place { states, before: 0, by: 0, unprintable: 0 }])?;
        while !layer.is_empty() {
            if let Some(at) = layer.clone().find(|&at| self.is_answer(self.places[at].states)) {
                return Some(Some(self.taken_apart(at)));
            }
            let next = self.next_layer(layer);
            layer = self.add_layer(next)?;
        }
        Some(None)
    }

    /// Returns the places one character further, the best for each of their states.
    fn next_layer(&self, layer: Range<usize>) -> Vec<Place> {
        let mut found: FxHashMap<States, Place> = FxHashMap::default();
        for before in layer {
            for by in 0..self.chars.len() {
                let Some(place) = self.reached(before, by) else { continue };
                let best = found.entry(place.states).or_insert(place);
                if place.order() < best.order() {
                    *best = place;
                }
            }
        }
        let mut next: Vec<Place> = found.into_values().collect();
        next.sort_unstable_by_key(Place::order);
        next
    }

    /// Adds the places, each followed by those that marks lead to from it. Returns `None` if there is no room.
    fn add_layer(&mut self, layer: Vec<Place>) -> Option<Range<usize>> {
        let from = self.places.len();
        for place in layer {
            let mut at = self.places.len();
            self.add(place)?;
            while at < self.places.len() {
                for by in self.chars.len()..self.chars.len() + self.marks.len() {
                    if let Some(place) = self.reached(at, by) {
                        self.add(place)?;
                    }
                }
                at += 1;
            }
        }
        Some(from..self.places.len())
    }

    fn add(&mut self, place: Place) -> Option<()> {
        if self.seen.insert(place.states) {
            *self.room = self.room.checked_sub(1)?;
            self.places.push(place);
        }
        Some(())
    }

    /// Returns the place that the letter leads to, if an answer may lie beyond it and it is a new one.
    fn reached(&self, before: usize, by: usize) -> Option<Place> {
        let Place { states: States { left, right, language }, unprintable, .. } = self.places[before];
        let letter = self.letter(by);
        let left = self.left.marked.next(left, letter.left);
        let right = right.zip(letter.right).map(|(state, letter)| self.right.marked.next(state, letter));
        let right = right.filter(|&state| self.right.marked.is_live(state));
        let (language, is_printable) = match letter.read {
            Read::Char(c, class) => (self.right.language.next(language, class), readable::is_printable(c)),
            Read::Mark(_) => (language, true),
        };
        let states = States { left, right, language };
        let is_hopeful = self.left.marked.is_live(left) && self.right.language.is_live(language);
        (is_hopeful && !self.seen.contains(&states)).then(|| {
            let unprintable = unprintable + usize::from(!is_printable);
            Place { states, before, by, unprintable }
        })
    }

    fn letter(&self, by: usize) -> Letter<'c> {
        *self.chars.get(by).unwrap_or_else(|| &self.marks[by - self.chars.len()])
    }

    fn is_answer(&self, States { left, right, language }: States) -> bool {
        let by_right = right.is_some_and(|state| self.right.marked.accept[state]);
        self.left.marked.accept[left] && self.right.language.is_accepting(language) && !by_right
    }

    fn taken_apart(&self, mut at: usize) -> TakenApart {
        let mut letters = Vec::new();
        while at > 0 {
            letters.push(self.letter(self.places[at].by).read);
            at = self.places[at].before;
        }
        let (mut text, mut marks) = (String::new(), Vec::new());
        for letter in letters.into_iter().rev() {
            match letter {
                Read::Char(c, _) => text.push(c),
                Read::Mark(mark) => marks.push((mark, text.len())),
            }
        }
        let Some(right) = self.right.read(&text) else { panic!("invariant broken: both accept the string") };
        TakenApart { left: captures(&marks), right, text }
    }
}
