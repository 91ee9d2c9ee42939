//! Inputs on which a formula holds: whether there is one, and which is shortest.

use rustc_hash::FxHashSet;

use crate::characters::classes::Classes;
use crate::characters::readable;
use crate::dfa::atoms::FREE;
use crate::dfa::automaton::Automata;
use crate::dfa::bdd::{Exhausted, FALSE, Formula, TRUE};

/// A class of characters, represented by its most readable one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letter {
    /// A class of [`Automata`].
    class: u32,
    c: char,
}

/// What is left to satisfy after a string: the first formula, and not the second.
struct Place {
    wanted: Formula,
    unwanted: Formula,
    /// The index of the place that the string without its last character leads to, and that character.
    from: Option<(usize, char)>,
}

impl Automata<'_> {
    /// Returns one of the shortest strings that the expression matches; if it looks ahead of its end, then with what
    /// it has to see there.
    pub(super) fn shortest(&mut self, node: u32, letters: &[Letter]) -> Result<Option<String>, Exhausted> {
        let alone = self.matches(node, self.end)?;
        if let Some(found) = self.example(alone, FALSE, letters)? {
            return Ok(Some(found));
        }
        let followed = self.matches(node, TRUE)?;
        self.example(followed, FALSE, letters)
    }

    /// Returns the letters that the expressions distinguish, the most readable first.
    pub(super) fn letters(&mut self, roots: &[u32]) -> Result<Vec<Letter>, Exhausted> {
        let (classes, columns): (Classes, Vec<u32>) = self.columns(roots)?;
        let sets = classes.sets();
        let best = sets.iter().zip(columns).filter_map(|(set, class)| Some((readable::best(set)?, class)));
        let mut letters: Vec<((usize, char), u32)> = best.collect();
        letters.sort_unstable();
        Ok(letters.into_iter().map(|((_, c), class)| Letter { class, c }).collect())
    }

    /// Returns whether on some input `wanted` holds and `unwanted` does not, at the start of the input or
    /// later in it.
    pub(super) fn is_possible(
        &mut self,
        wanted: Formula,
        unwanted: Formula,
        letters: &[Letter],
    ) -> Result<bool, Exhausted> {
        Ok(self.example(wanted, unwanted, letters)?.is_some())
    }

    /// Returns one of the shortest inputs on which `wanted` holds and `unwanted` does not, at the start of the
    /// input or later in it: what is left of the input there.
    #[expect(clippy::arithmetic_side_effects, reason = "there are fewer places than steps")]
    pub(super) fn example(
        &mut self,
        wanted: Formula,
        unwanted: Formula,
        letters: &[Letter],
    ) -> Result<Option<String>, Exhausted> {
        let mut places = Vec::new();
        for at_start in [true, false] {
            let (wanted, unwanted) = (self.enter(wanted, at_start, 0)?, self.enter(unwanted, at_start, 0)?);
            places.push(Place { wanted, unwanted, from: None });
        }
        let mut seen: FxHashSet<(Formula, Formula)> =
            places.iter().map(|place| (place.wanted, place.unwanted)).collect();
        let mut done = 0;
        while let Some(&Place { wanted, unwanted, .. }) = places.get(done) {
            let branch = self.bdd.branch(wanted);
            let states: &[Formula] =
                if branch.var == FREE { &[branch.then, branch.other] } else { &[wanted] };
            for &state in states {
                if self.at_end(state) && !self.at_end(unwanted) {
                    return Ok(Some(text(&places, done)));
                }
                for &Letter { class, c } in letters {
                    self.bdd.spend(0)?;
                    let wanted = self.after(state, class, 0)?;
                    if wanted == FALSE {
                        continue;
                    }
                    let unwanted = self.after(unwanted, class, 0)?;
                    if unwanted != TRUE && seen.insert((wanted, unwanted)) {
                        places.push(Place { wanted, unwanted, from: Some((done, c)) });
                    }
                }
            }
            done += 1;
        }
        Ok(None)
    }

    /// Returns whether the formula holds on an input that is this text. Takes a step for each character.
    pub(super) fn holds(&mut self, formula: Formula, text: &str) -> Result<bool, Exhausted> {
        let mut state = self.enter(formula, true, 0)?;
        for c in text.chars() {
            self.bdd.spend(0)?;
            let class = self.class_of(c);
            state = self.after(state, class, 0)?;
        }
        Ok(self.at_end(state))
    }
}

/// Returns the string that leads to the place.
#[expect(clippy::indexing_slicing, reason = "a place is one that was added")]
fn text(places: &[Place], mut at: usize) -> String {
    let mut reversed = Vec::new();
    while let Some((before, c)) = places[at].from {
        reversed.push(c);
        at = before;
    }
    reversed.iter().rev().collect()
}
