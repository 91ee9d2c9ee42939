//! Compares the strings of two automata, with the shortest example of each difference.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a place is one that was added, with those before it, and a symbol one of `symbols`; no text \
              is longer than they are many"
)]

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::characters::classes::Classes;
use crate::characters::readable;
use crate::dfa::Dfa;

/// How the strings of two automata relate.
///
/// ```
/// use urigram_grammar::{Automata, Grammar, Peg, Relation};
///
/// let peg = Peg::new(&Grammar::read("any = { '0'..'9' }\neven = { \"0\" | \"2\" | \"4\" | \"6\" | \"8\" }", "digits.pest")?);
/// let mut automata = Automata::new(&peg);
/// let (any, even) = (automata.dfa("any")?, automata.dfa("even")?);
/// assert_eq!(even.compare(&any).relation(), Relation::Narrower);
/// assert_eq!(any.compare(&even).relation(), Relation::Wider);
/// assert_eq!(any.compare(&even).only_left.as_deref(), Some("1"));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Both accept the same strings.
    Equal,
    /// The left accepts a proper subset of what the right accepts.
    Narrower,
    /// The left accepts a proper superset of what the right accepts.
    Wider,
    /// Each accepts a string that the other does not.
    Different,
}

/// The result of [`Dfa::compare`]: for each side a string that only this side accepts, if there is one.
///
/// No such string has fewer characters. Among the shortest, the example has the fewest characters beyond
/// printable ASCII, and among those it is the first in this order of characters: lower case letters, digits,
/// upper case letters, other printable ASCII, characters beyond ASCII, controls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// A string that only the left automaton accepts.
    pub only_left: Option<String>,
    /// A string that only the right automaton accepts.
    pub only_right: Option<String>,
}

impl Comparison {
    /// Returns how the strings of the left automaton relate to those of the right.
    #[must_use]
    pub fn relation(&self) -> Relation {
        match (&self.only_left, &self.only_right) {
            (None, None) => Relation::Equal,
            (None, Some(_)) => Relation::Narrower,
            (Some(_), None) => Relation::Wider,
            (Some(_), Some(_)) => Relation::Different,
        }
    }
}

impl Dfa {
    /// Compares the strings that this automaton, the left, and `other`, the right, accept.
    ///
    /// Takes time for each reachable pair of states and each class of characters that the two distinguish,
    /// and some 80 bytes for each pair. For similar automata there are about as many pairs as states, and at
    /// most the product of the two numbers of states.
    ///
    /// ```
    /// use urigram_grammar::{Automata, Grammar, Peg, Relation};
    ///
    /// let source = r#"
    ///     old = @{ ASCII_DIGIT{1, 4} }
    ///     new = @{ (ASCII_DIGIT | "_")+ }
    /// "#;
    /// let peg = Peg::new(&Grammar::read(source, "number.pest")?);
    /// let mut automata = Automata::new(&peg);
    /// let changes = automata.dfa("old")?.compare(&automata.dfa("new")?);
    /// assert_eq!(changes.relation(), Relation::Narrower);
    /// assert_eq!(changes.only_right.as_deref(), Some("_"));
    /// # Ok::<(), urigram_grammar::Error>(())
    /// ```
    #[must_use]
    pub fn compare(&self, other: &Dfa) -> Comparison {
        let mut unlimited = usize::MAX;
        let mut found = Comparison { only_left: None, only_right: None };
        self.search(other, &mut unlimited, &mut found);
        found
    }

    /// As [`Dfa::compare`], with a budget of `left` pairs of states, from which the visited pairs are
    /// subtracted: one budget can bound many comparisons. Returns `None` if it is not enough.
    #[must_use]
    pub fn compare_within(&self, left: &mut usize, other: &Dfa) -> Option<Comparison> {
        let mut found = Comparison { only_left: None, only_right: None };
        self.search(other, left, &mut found)?;
        Some(found)
    }

    /// Searches for both examples. Returns `None` if the budget is used up.
    fn search(&self, other: &Dfa, left: &mut usize, found: &mut Comparison) -> Option<()> {
        let mut search = Search::new(self, other, left);
        let mut layer = 0..1;
        while !layer.is_empty() && found.relation() != Relation::Different {
            if found.only_left.is_none() {
                found.only_left = search.example(&layer, |left, right| left && !right);
            }
            if found.only_right.is_none() {
                found.only_right = search.example(&layer, |left, right| right && !left);
            }
            let hopeful = |left: bool, right: bool| {
                found.only_left.is_none() && left || found.only_right.is_none() && right
            };
            layer = search.next_layer(layer, hopeful)?;
        }
        Some(())
    }
}

/// A class of characters that neither automaton distinguishes, represented by its most readable character.
pub(super) struct Symbol {
    pub(super) c: char,
    pub(super) left: usize,
    pub(super) right: usize,
}

/// A pair of states and the best of the shortest strings that lead to it.
pub(super) struct Place {
    pub(super) left: usize,
    pub(super) right: usize,
    /// The index of the place that the string without its last character leads to.
    before: usize,
    /// The symbol of that character.
    by: usize,
    /// The number of characters that are not printable ASCII.
    pub(super) unprintable: usize,
}

/// A breadth-first search through the pairs of states, one layer of places for each length of strings. Within
/// a layer the places are in the lexicographic order of their strings.
///
/// One string per place is enough: a prefix of a best string is itself the best string that leads to its
/// place.
pub(super) struct Search<'d> {
    left: &'d Dfa,
    right: &'d Dfa,
    /// The number of places that may still be added.
    pub(super) room: &'d mut usize,
    /// The symbols, the most readable first.
    pub(super) symbols: Vec<Symbol>,
    pub(super) places: Vec<Place>,
    seen: FxHashMap<(usize, usize), usize>,
}

impl<'d> Search<'d> {
    /// The first layer is the place 0.
    pub(super) fn new(left: &'d Dfa, right: &'d Dfa, room: &'d mut usize) -> Search<'d> {
        let sets = [left.classes().sets(), right.classes().sets()].concat();
        let mut best: Vec<_> = Classes::of(sets.iter()).sets().iter().filter_map(readable::best).collect();
        best.sort_unstable();
        let symbol = |(_, c)| Symbol { c, left: left.class_of(c), right: right.class_of(c) };
        let symbols = best.into_iter().map(symbol).collect();
        let start = Place { left: left.start(), right: right.start(), before: 0, by: 0, unprintable: 0 };
        let seen = FxHashMap::from_iter([((start.left, start.right), 0)]);
        Search { left, right, room, symbols, places: vec![start], seen }
    }

    /// Returns the best string of the layer for which `wanted` holds, given whether the left and the right
    /// accept it.
    fn example(&self, layer: &Range<usize>, wanted: impl Fn(bool, bool) -> bool) -> Option<String> {
        let examples = layer.clone().filter(|&at| {
            let place = &self.places[at];
            wanted(self.left.is_accepting(place.left), self.right.is_accepting(place.right))
        });
        // `min_by_key` returns the first of several minima.
        let at = examples.min_by_key(|&at| self.places[at].unprintable)?;
        Some(self.path(at).into_iter().map(|by| self.symbols[by].c).collect())
    }

    /// Returns the symbols that lead to the place.
    pub(super) fn path(&self, mut at: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while at > 0 {
            path.push(self.places[at].by);
            at = self.places[at].before;
        }
        path.reverse();
        path
    }

    /// Finds the places one character further that are hopeful, given whether the left and the right can still
    /// accept. Returns `None` if there is no room for them.
    pub(super) fn next_layer(
        &mut self,
        layer: Range<usize>,
        hopeful: impl Fn(bool, bool) -> bool,
    ) -> Option<Range<usize>> {
        let from = self.places.len();
        for before in layer {
            for (by, symbol) in self.symbols.iter().enumerate() {
                let place = &self.places[before];
                let left = self.left.next(place.left, symbol.left);
                let right = self.right.next(place.right, symbol.right);
                if !hopeful(self.left.is_live(left), self.right.is_live(right)) {
                    continue;
                }
                let unprintable = place.unprintable + usize::from(!readable::is_printable(symbol.c));
                let reached = Place { left, right, before, by, unprintable };
                let at = *self.seen.entry((left, right)).or_insert(self.places.len());
                if at == self.places.len() {
                    *self.room = self.room.checked_sub(1)?;
                    self.places.push(reached);
                } else if at >= from && unprintable < self.places[at].unprintable {
                    self.places[at] = reached;
                }
            }
        }
        // Replacing entries put some out of order. `seen` is not updated, and need not be: of a finished
        // layer it is asked only whether a place belongs to it.
        self.places[from..].sort_by_key(|place| (place.before, place.by));
        Some(from..self.places.len())
    }
}
