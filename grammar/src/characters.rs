//! Sets of characters, and partitions of all characters into classes.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a class is less than the width, and a set is a returned index; the first run begins at \
              U+0000; there are fewer sets than bytes of memory"
)]

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// A set of Unicode scalar values: sorted, disjoint, non-adjacent, inclusive ranges.
///
/// The representation is unique, so `==` is equality of sets. Clones share the memory.
///
/// ```
/// use urigram_grammar::CharSet;
///
/// let letters = CharSet::from_ranges([('a', 'z'), ('A', 'Z')]);
/// let vowels = CharSet::from_predicate(|c| "aeiou".contains(c));
/// let consonants = letters.difference(&vowels);
/// assert_eq!(consonants.len(), 47);
/// assert!(consonants.contains('y') && !consonants.contains('e'));
/// assert_eq!(consonants.union(&vowels), letters);
/// assert_eq!(letters.intersect(&CharSet::range('Y', 'b')).ranges(), [('Y', 'Z'), ('a', 'b')]);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CharSet {
    /// INVARIANT: `None` if and only if the set is empty.
    ranges: Option<Arc<[(char, char)]>>,
}

impl CharSet {
    /// Returns the empty set.
    #[must_use]
    pub const fn empty() -> CharSet {
        CharSet { ranges: None }
    }

    /// Returns the set of all characters.
    #[must_use]
    pub fn any() -> CharSet {
        CharSet::range('\0', char::MAX)
    }

    /// Returns the set of one character.
    #[must_use]
    pub fn single(c: char) -> CharSet {
        CharSet::range(c, c)
    }

    /// Returns the set of characters from `first` to `last`, inclusive. The set is empty if `last` is less than
    /// `first`.
    #[must_use]
    pub fn range(first: char, last: char) -> CharSet {
        CharSet::from_ranges([(first, last)])
    }

    /// Returns the union of inclusive ranges in any order.
    #[must_use]
    pub fn from_ranges(ranges: impl IntoIterator<Item = (char, char)>) -> CharSet {
        let mut sorted: Vec<_> = ranges.into_iter().filter(|(first, last)| first <= last).collect();
        sorted.sort_unstable();
        let mut ranges: Vec<(char, char)> = Vec::with_capacity(sorted.len());
        for (first, last) in sorted {
            match ranges.last_mut() {
                Some((_, end)) if first <= *end || Some(first) == after(*end) => *end = last.max(*end),
                _ => ranges.push((first, last)),
            }
        }
        CharSet::of(ranges)
    }

    /// Returns the set of ranges that are already sorted, disjoint and not adjacent.
    fn of(ranges: Vec<(char, char)>) -> CharSet {
        CharSet { ranges: (!ranges.is_empty()).then(|| ranges.into()) }
    }

    /// Returns the set of characters that satisfy a predicate, which is called for each of the 1,112,064
    /// characters.
    #[must_use]
    pub fn from_predicate(predicate: impl Fn(char) -> bool) -> CharSet {
        let mut ranges: Vec<(char, char)> = Vec::new();
        let mut open = None;
        for c in '\0'..=char::MAX {
            if predicate(c) {
                open = Some((open.map_or(c, |(first, _)| first), c));
            } else {
                ranges.extend(open.take());
            }
        }
        ranges.extend(open);
        CharSet::of(ranges)
    }

    /// Returns the ranges, sorted and disjoint.
    #[must_use]
    pub fn ranges(&self) -> &[(char, char)] {
        self.ranges.as_deref().unwrap_or_default()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_none()
    }

    /// Returns the number of characters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges().iter().map(|&(first, last)| (first..=last).count()).sum()
    }

    /// Returns the character with this index in ascending order.
    #[must_use]
    pub fn nth(&self, index: usize) -> Option<char> {
        let mut index = index;
        for &(first, last) in self.ranges() {
            match index.checked_sub((first..=last).count()) {
                Some(rest) => index = rest,
                None => return (first..=last).nth(index),
            }
        }
        None
    }

    /// Returns whether the character is in the set.
    #[must_use]
    pub fn contains(&self, c: char) -> bool {
        let ranges = self.ranges();
        let after = ranges.partition_point(|&(first, _)| first <= c);
        after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|&(_, last)| c <= last)
    }

    /// Returns the most readable character of the set. ASCII letters are preferred, and control characters are
    /// last.
    ///
    /// ```
    /// # use urigram_grammar::CharSet;
    /// assert_eq!(CharSet::range('\n', '9').most_readable(), Some('0'));
    /// assert_eq!(CharSet::empty().most_readable(), None);
    /// ```
    #[must_use]
    pub fn most_readable(&self) -> Option<char> {
        best(self).map(|(_, c)| c)
    }

    /// Returns the only character of the set, if it has exactly one.
    #[must_use]
    pub fn as_single(&self) -> Option<char> {
        match *self.ranges() {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// Returns the smallest character.
    #[must_use]
    pub fn first(&self) -> Option<char> {
        self.ranges().first().map(|&(first, _)| first)
    }

    /// Returns the union of both sets.
    #[must_use]
    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::from_ranges(self.ranges().iter().chain(other.ranges()).copied())
    }

    /// Returns the union of the sets.
    pub(crate) fn union_of(sets: &[CharSet]) -> CharSet {
        match sets {
            [one] => one.clone(),
            sets => CharSet::from_ranges(sets.iter().flat_map(CharSet::ranges).copied()),
        }
    }

    /// Returns the intersection of both sets.
    #[must_use]
    pub fn intersect(&self, other: &CharSet) -> CharSet {
        let (mut left, mut right) = (self.ranges().iter().peekable(), other.ranges().iter().peekable());
        let mut ranges = Vec::new();
        while let (Some(&&a), Some(&&b)) = (left.peek(), right.peek()) {
            let (first, last) = (a.0.max(b.0), a.1.min(b.1));
            if first <= last {
                ranges.push((first, last));
            }
            if a.1 < b.1 {
                left.next()
            } else {
                right.next()
            };
        }
        CharSet::of(ranges)
    }

    /// Returns the complement of the set.
    #[must_use]
    pub fn complement(&self) -> CharSet {
        let mut ranges = Vec::with_capacity(self.ranges().len().saturating_add(1));
        let mut next = Some('\0');
        for &(first, last) in self.ranges() {
            ranges.extend(next.zip(before(first)).filter(|(next, end)| next <= end));
            next = after(last);
        }
        ranges.extend(next.map(|next| (next, char::MAX)));
        CharSet::of(ranges)
    }

    /// Returns the characters of this set that are not in the other.
    #[must_use]
    pub fn difference(&self, other: &CharSet) -> CharSet {
        self.intersect(&other.complement())
    }
}

impl fmt::Debug for CharSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ranges().iter().map(|&(first, last)| first..=last)).finish()
    }
}

/// Returns the next scalar value: U+E000 after U+D7FF.
fn after(c: char) -> Option<char> {
    (c..=char::MAX).nth(1)
}

fn before(c: char) -> Option<char> {
    ('\0'..c).next_back()
}

/// An arena of sets of numbers, each a binary trie over the bits of its members, with the highest bit at the root.
/// Equal tries are shared, so equal sets have equal indices.
#[derive(Debug)]
struct Members {
    /// The subtries of each trie for the bits 0 and 1. [`Members::NONE`] and [`Members::ALL`] are also the leaves, for
    /// which this is unused.
    halves: Vec<(usize, usize)>,
    ids: FxHashMap<(usize, usize), usize>,
    height: u32,
}

impl Members {
    /// The empty trie, at every level.
    const NONE: usize = 0;
    /// The leaf of a member.
    const ALL: usize = 1;

    /// Returns an arena for sets of numbers less than `count`.
    fn of(count: usize) -> Members {
        let none = (Members::NONE, Members::NONE);
        let ids = FxHashMap::from_iter([(none, Members::NONE)]);
        let height = usize::BITS - count.leading_zeros();
        Members { halves: vec![none, none], ids, height }
    }

    /// Returns the set with the member inserted, or removed if present.
    fn toggled(&mut self, set: usize, member: usize) -> usize {
        self.toggled_below(set, member, self.height)
    }

    /// Recurses once for each bit of a member.
    fn toggled_below(&mut self, set: usize, member: usize, height: u32) -> usize {
        let Some(below) = height.checked_sub(1) else {
            return if set == Members::NONE { Members::ALL } else { Members::NONE };
        };
        let mut halves = self.halves[set];
        let half = if member >> below & 1 == 0 { &mut halves.0 } else { &mut halves.1 };
        *half = self.toggled_below(*half, member, below);
        let next = self.halves.len();
        let id = *self.ids.entry(halves).or_insert(next);
        if id == next {
            self.halves.push(halves);
        }
        id
    }
}

/// A partition of all characters. Classes are numbered by their smallest characters.
///
/// ```
/// use urigram_grammar::{Automata, Grammar, Peg};
///
/// let peg = Peg::new(&Grammar::read("hex = @{ \"0x\" ~ ASCII_HEX_DIGIT+ }", "hex.pest")?);
/// let hex = Automata::new(&peg).dfa("hex")?;
/// let classes = hex.classes();
/// assert_eq!(classes.width(), 4, "`0`, `x`, the other digits, and all other characters");
/// assert_eq!(classes.class_of('7'), classes.class_of('f'));
/// assert_ne!(classes.class_of('7'), classes.class_of('0'));
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Classes {
    /// The first character of each run of characters with the same class, and that class, sorted. INVARIANT: the
    /// first run begins at U+0000.
    starts: Vec<(char, u32)>,
    width: usize,
}

impl Classes {
    /// Returns the coarsest partition in which every set is a union of classes.
    ///
    /// Takes O(r log r) time for r ranges in all sets, because a Unicode property may have hundreds of ranges.
    ///
    /// ```
    /// use urigram_grammar::{CharSet, Classes};
    ///
    /// let classes = Classes::of([CharSet::range('a', 'z'), CharSet::single('q')].iter());
    /// assert_eq!(classes.width(), 3);
    /// assert_eq!(classes.class_of('b'), classes.class_of('z'));
    /// ```
    #[must_use]
    pub fn of<'s>(sets: impl Iterator<Item = &'s CharSet>) -> Classes {
        let mut edges = Vec::new();
        let mut count = 0;
        for set in sets {
            for &(first, last) in set.ranges() {
                edges.push((first, count));
                edges.extend(after(last).map(|next| (next, count)));
            }
            count += 1;
        }
        edges.sort_unstable();
        // Sweep over all characters, with the numbers of the sets that contain the current character. Each edge of a
        // range toggles the number of its set.
        let mut members = Members::of(count);
        let mut runs = vec![('\0', Members::NONE)];
        for (start, set) in edges {
            let (at, label) = runs[runs.len() - 1];
            let label = members.toggled(label, set);
            if at == start {
                runs.pop();
            }
            runs.push((start, label));
        }
        Classes::labelled(runs.into_iter())
    }

    /// Returns the partition given by the first character and the label of each run. Runs with equal labels belong to
    /// the same class.
    fn labelled(runs: impl Iterator<Item = (char, usize)>) -> Classes {
        let mut ids: HashMap<usize, u32> = HashMap::new();
        let mut starts: Vec<(char, u32)> = Vec::new();
        for (start, label) in runs {
            let next = ids.len() as u32;
            let class = *ids.entry(label).or_insert(next);
            if starts.last().is_none_or(|&(_, last)| last != class) {
                starts.push((start, class));
            }
        }
        Classes { starts, width: ids.len() }
    }

    /// Returns the partition with classes of the same label merged.
    pub(crate) fn merged(&self, labels: &[usize]) -> Classes {
        Classes::labelled(self.starts.iter().map(|&(start, class)| (start, labels[class as usize])))
    }

    /// Returns the number of classes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the class of a character, less than [`Classes::width`].
    #[must_use]
    pub fn class_of(&self, c: char) -> usize {
        let after = self.starts.partition_point(|&(start, _)| start <= c);
        self.starts[after - 1].1 as usize
    }

    /// Returns the sorted runs of characters with the same class, each as its first character and the class. A run
    /// ends where the next begins.
    #[must_use]
    pub fn stretches(&self) -> &[(char, u32)] {
        &self.starts
    }

    /// Returns the smallest character of each class.
    #[must_use]
    pub fn firsts(&self) -> Vec<char> {
        let mut firsts = Vec::with_capacity(self.width);
        for &(start, class) in &self.starts {
            // INVARIANT: classes are numbered in the order in which they first appear.
            if class as usize == firsts.len() {
                firsts.push(start);
            }
        }
        firsts
    }

    /// Returns the characters of each class.
    #[must_use]
    pub fn sets(&self) -> Vec<CharSet> {
        let ends = self.starts[1..].iter().map(|&(next, _)| before(next)).chain([Some(char::MAX)]);
        let mut ranges = vec![Vec::new(); self.width];
        for (&(start, class), end) in self.starts.iter().zip(ends) {
            ranges[class as usize].extend(end.map(|end| (start, end)));
        }
        ranges.into_iter().map(CharSet::from_ranges).collect()
    }

    /// Returns the most readable character of each class, the most readable first.
    ///
    /// ```
    /// use urigram_grammar::{CharSet, Classes};
    ///
    /// assert_eq!(Classes::of([CharSet::range('0', 'z')].iter()).most_readable(), ['a', '!']);
    /// ```
    #[must_use]
    pub fn most_readable(&self) -> Vec<char> {
        of_classes([self])
    }
}

/// All characters, the most readable first.
const PREFERRED: [(char, char); 12] = [
    ('a', 'z'),
    ('0', '9'),
    ('A', 'Z'),
    ('!', '/'),
    (':', '@'),
    ('[', '`'),
    ('{', '~'),
    (' ', ' '),
    ('à', 'ö'),
    ('\u{A1}', char::MAX),
    // Control characters, which terminals interpret, and the no-break space, which looks like U+0020.
    ('\0', '\u{1F}'),
    ('\u{7F}', '\u{A0}'),
];

/// Returns the most readable character of the set, with its rank in [`PREFERRED`]: smaller pairs are more
/// readable.
pub(crate) fn best(set: &CharSet) -> Option<(usize, char)> {
    (0..).zip(PREFERRED).find_map(|(place, (first, last))| {
        let preferred = set.intersect(&CharSet::range(first, last));
        Some((place, preferred.first()?))
    })
}

/// Returns the most readable character of each class of the common refinement of the partitions, the most
/// readable first.
pub(crate) fn of_classes<'c>(partitions: impl IntoIterator<Item = &'c Classes>) -> Vec<char> {
    let sets: Vec<_> = partitions.into_iter().flat_map(Classes::sets).collect();
    let mut best: Vec<_> = Classes::of(sets.iter()).sets().iter().filter_map(best).collect();
    best.sort_unstable();
    best.into_iter().map(|(_, c)| c).collect()
}

/// Returns whether the character is printable ASCII, including the space.
pub(crate) fn is_printable(c: char) -> bool {
    (' '..='~').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::Members;
    use proptest::prelude::*;
    use std::collections::{BTreeSet, HashMap};

    proptest! {
        #[test]
        fn equal_sets_are_one(members in prop::collection::vec(0usize..20, 0..200)) {
            let mut sets = Members::of(20);
            let (mut set, mut plain) = (Members::NONE, BTreeSet::new());
            let (mut ids, mut known) = (HashMap::new(), HashMap::new());
            for member in members {
                set = sets.toggled(set, member);
                if !plain.remove(&member) {
                    plain.insert(member);
                }
                prop_assert_eq!(ids.entry(plain.clone()).or_insert(set), &set);
                prop_assert_eq!(known.entry(set).or_insert_with(|| plain.clone()), &plain);
            }
        }
    }

    /// Adding a member to a set takes only the space of one path.
    #[test]
    fn nested_sets_share_their_trees() {
        const COUNT: usize = 1 << 16;
        let mut sets = Members::of(COUNT);
        (0..COUNT).fold(Members::NONE, |set, member| sets.toggled(set, member));
        assert!(sets.halves.len() < 20 * COUNT, "{}", sets.halves.len());
    }
}
