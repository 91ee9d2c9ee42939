//! The search for the shortest string that an automaton with marks accepts.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "places have been added, and a letter is less than the number of letters"
)]

use std::hash::Hash;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

/// An automaton to search. Its letters are `0..chars()`, the most readable first, followed by `marks()`
/// letters that read no character.
pub(super) trait Searched {
    type State: Copy + Eq + Hash;

    fn chars(&self) -> usize;
    fn marks(&self) -> usize;
    fn is_printable(&self, letter: usize) -> bool;
    /// Returns the next state by the letter, if an accepting state may be reachable from it.
    fn next(&self, state: Self::State, letter: usize) -> Option<Self::State>;
    fn is_answer(&self, state: Self::State) -> bool;
}

#[derive(Clone, Copy)]
struct Reached<S> {
    state: S,
    /// The previous place and the last letter.
    before: usize,
    by: usize,
    /// The number of characters that are not printable ASCII.
    unprintable: usize,
}

impl<S> Reached<S> {
    /// Returns a key that is smaller for better places of the same state.
    fn order(&self) -> (usize, usize, usize) {
        (self.unprintable, self.before, self.by)
    }
}

/// Returns the letters of the shortest accepted string, or `None` if there is none; of several, the most
/// readable.
///
/// Subtracts the visited states from `room`, and returns the outer `None` if it is not enough.
pub(super) fn shortest<A: Searched>(
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

/// A breadth-first search with a layer of places for each number of characters. Marks lead to places in the
/// same layer. Within a layer the places are sorted by their strings, the most readable first.
struct ShortestSearch<'a, 'l, A: Searched> {
    automaton: &'a A,
    room: &'l mut usize,
    places: Vec<Reached<A::State>>,
    seen: FxHashSet<A::State>,
}

impl<A: Searched> ShortestSearch<'_, '_, A> {
    /// Returns the best place for each state after one more character.
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

    /// Adds the places, each followed by those reachable by marks. Returns `None` if there is not enough
    /// room.
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

    /// Returns the next place by the letter, if it is new.
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
