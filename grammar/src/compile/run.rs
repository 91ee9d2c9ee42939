//! Runs: repetitions of characters and of short sequences that begin with other characters.

use crate::characters::charset::CharSet;

/// A run: characters of a set, and escapes, which are short sequences such as `%HH`.
///
/// INVARIANT: no escape begins with a character of the set, and no text begins with two escapes, so that at each
/// offset at most one of them applies and their order does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub(super) set: CharSet,
    pub(super) escapes: Vec<Vec<CharSet>>,
}

impl Run {
    /// Returns the characters that the run can begin with.
    pub(super) fn first(&self) -> CharSet {
        let firsts = self.escapes.iter().filter_map(|escape| escape.first());
        firsts.fold(self.set.clone(), |all, first| all.union(first))
    }

    /// Returns the only escape, if it consists of one character and a number of characters of one set, all of
    /// which are in the run's set: the first character, the set of the others, and how many they are.
    pub(super) fn regular_escape(&self) -> Option<(char, &CharSet, usize)> {
        let [escape] = self.escapes.as_slice() else { return None };
        let (first, tail) = escape.split_first()?;
        let first = first.as_single().filter(char::is_ascii)?;
        let set = tail.first()?;
        let regular = tail.iter().all(|other| other == set) && tail.len() <= 8;
        let bytes = self.set.ranges().iter().chain(set.ranges()).all(|&(_, last)| last.is_ascii());
        (regular && bytes && set.difference(&self.set).is_empty()).then_some((first, set, tail.len()))
    }

    /// Returns this run with more characters in its set, if no escape begins with one of them.
    pub(super) fn widened(&self, more: &CharSet) -> Option<Run> {
        let begins =
            |escape: &Vec<CharSet>| escape.first().is_some_and(|first| !first.intersect(more).is_empty());
        (!self.escapes.iter().any(begins))
            .then(|| Run { set: self.set.union(more), escapes: self.escapes.clone() })
    }

    /// Returns whether this run never ends after `other` when both begin at the same offset.
    pub(super) fn within(&self, other: &Run) -> bool {
        self.escapes == other.escapes && self.set.difference(&other.set).is_empty()
    }
}
