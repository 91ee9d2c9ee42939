//! How the strings of two automata differ, with the shortest example of each difference.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::characters::classes::Classes;
use crate::characters::readable;
use crate::dfa::Dfa;

/// How the strings of two automata relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Both accept the same strings.
    Equal,
    /// The left accepts some of what the right accepts, and nothing else.
    Narrower,
    /// The left accepts all that the right accepts, and more.
    Wider,
    /// Each accepts a string that the other does not.
    Different,
}

/// The answer of [`Dfa::compare`]: for each side a string that only this side accepts, if there is one.
///
/// No other such string is shorter in characters. Among the shortest, none has fewer characters beyond
/// printable ASCII, and then none comes earlier in the order of its characters: lower case letters,
/// digits, upper case letters, other printable ASCII, what is beyond ASCII, controls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// A string that only the left automaton accepts.
    pub only_left: Option<String>,
    /// A string that only the right automaton accepts.
    pub only_right: Option<String>,
}

impl Comparison {
    /// How the strings of the left automaton relate to those of the right.
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
    /// Compares the strings that this automaton, the left, and another, the right, accept.
    ///
    /// Takes time for each pair of states that some string leads to and each class of characters that
    /// the two tell apart, and some 80 bytes for each pair. Pairs are about as many as the states of
    /// automata that are much alike, and at most the product of the two numbers of states.
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

    /// As [`Dfa::compare`], and takes the pairs of states that are looked at off those that are left: many
    /// comparisons, together, stay within what is given for all of them. None if it is not enough.
    #[must_use]
    pub fn compare_within(&self, left: &mut usize, other: &Dfa) -> Option<Comparison> {
        let mut found = Comparison { only_left: None, only_right: None };
        self.search(other, left, &mut found)?;
        Some(found)
    }

    /// Finds what there is to find. None if that is too far off.
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
            layer = search.next_layer(layer, found)?;
        }
        Some(())
    }
}

/// A class of characters that neither automaton tells apart, as its most readable character.
struct Symbol {
    c: char,
    left: usize,
    right: usize,
}

/// A pair of states and the best of the shortest strings that lead to it.
struct Place {
    left: usize,
    right: usize,
    /// The place that the string without its last character leads to.
    before: usize,
    /// The symbol of that character.
    by: usize,
    /// How many of the characters are not printable ASCII.
    unprintable: usize,
}

/// A walk through the pairs of states, one layer of places for each length of strings. Within a layer the
/// strings are in the order of their characters.
///
/// One string a place is enough: what begins a best string is itself the best to where it leads.
struct Search<'d> {
    left: &'d Dfa,
    right: &'d Dfa,
    /// How many places may still be added.
    room: &'d mut usize,
    /// The most readable first.
    symbols: Vec<Symbol>,
    places: Vec<Place>,
    seen: FxHashMap<(usize, usize), usize>,
}

impl<'d> Search<'d> {
    fn new(left: &'d Dfa, right: &'d Dfa, room: &'d mut usize) -> Search<'d> {
        let sets = [left.classes().sets(), right.classes().sets()].concat();
        let mut best: Vec<_> = Classes::of(sets.iter()).sets().iter().filter_map(readable::best).collect();
        best.sort_unstable();
        let symbol = |(_, c)| Symbol { c, left: left.class_of(c), right: right.class_of(c) };
        let symbols = best.into_iter().map(symbol).collect();
        let start = Place { left: left.start(), right: right.start(), before: 0, by: 0, unprintable: 0 };
        let seen = FxHashMap::from_iter([((start.left, start.right), 0)]);
        Search { left, right, room, symbols, places: vec![start], seen }
    }

    /// The best of the layer's strings, if what left and right say of it is wanted.
    fn example(&self, layer: &Range<usize>, wanted: impl Fn(bool, bool) -> bool) -> Option<String> {
        let examples = layer.clone().filter(|&at| {
            let place = &self.places[at];
            wanted(self.left.is_accepting(place.left), self.right.is_accepting(place.right))
        });
        // Of several with the fewest, the first.
        let mut at = examples.min_by_key(|&at| self.places[at].unprintable)?;
        let mut text = Vec::new();
        while at > 0 {
            text.push(self.symbols[self.places[at].by].c);
            at = self.places[at].before;
        }
        Some(text.iter().rev().collect())
    }

    /// Finds the places one character further from which what is still missing can be found. None if
    /// there is no room for them.
    fn next_layer(&mut self, layer: Range<usize>, found: &Comparison) -> Option<Range<usize>> {
        let from = self.places.len();
        for before in layer {
            for (by, symbol) in self.symbols.iter().enumerate() {
                let place = &self.places[before];
                let left = self.left.next(place.left, symbol.left);
                let right = self.right.next(place.right, symbol.right);
                let hopeful = found.only_left.is_none() && self.left.is_live(left)
                    || found.only_right.is_none() && self.right.is_live(right);
                if !hopeful {
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
        // Replacing put some out of order. `seen` does not follow, and need not: of a finished layer all
        // that it is asked is that it is finished.
        self.places[from..].sort_by_key(|place| (place.before, place.by));
        Some(from..self.places.len())
    }
}
