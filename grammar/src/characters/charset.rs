//! Sets of characters, as sorted ranges.

use std::fmt;
use std::sync::Arc;

/// A set of Unicode scalar values: sorted, disjoint, inclusive ranges, none adjacent to the next.
///
/// One set has one representation, so `==` is equality of sets. A clone shares the memory.
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
    /// INVARIANT: `None` for the empty set, and only for it.
    ranges: Option<Arc<[(char, char)]>>,
}

impl CharSet {
    /// The set of no character.
    #[must_use]
    pub const fn empty() -> CharSet {
        CharSet { ranges: None }
    }

    /// The set of every character.
    #[must_use]
    pub fn any() -> CharSet {
        CharSet::range('\0', char::MAX)
    }

    /// The set of one character.
    #[must_use]
    pub fn single(c: char) -> CharSet {
        CharSet::range(c, c)
    }

    /// The characters from `first` to `last`, both included; none if they are out of order.
    #[must_use]
    pub fn range(first: char, last: char) -> CharSet {
        CharSet::from_ranges([(first, last)])
    }

    /// The union of inclusive ranges in any order.
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

    /// The characters that a predicate holds of. Asks it about each of the 1,112,064.
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

    /// The ranges, sorted and disjoint.
    #[must_use]
    pub fn ranges(&self) -> &[(char, char)] {
        self.ranges.as_deref().unwrap_or_default()
    }

    /// Whether the set has no character.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_none()
    }

    /// The number of characters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges().iter().map(|&(first, last)| (first..=last).count()).sum()
    }

    /// The character before which the set has that many smaller ones.
    #[must_use]
    pub fn nth(&self, smaller: usize) -> Option<char> {
        let mut smaller = smaller;
        for &(first, last) in self.ranges() {
            match smaller.checked_sub((first..=last).count()) {
                Some(less) => smaller = less,
                None => return (first..=last).nth(smaller),
            }
        }
        None
    }

    /// Whether the character is in the set.
    #[must_use]
    pub fn contains(&self, c: char) -> bool {
        let ranges = self.ranges();
        let after = ranges.partition_point(|&(first, _)| first <= c);
        after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|&(_, last)| c <= last)
    }

    /// The only character of the set, if it has exactly one.
    #[must_use]
    pub fn as_single(&self) -> Option<char> {
        match *self.ranges() {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// The smallest character.
    #[must_use]
    pub fn first(&self) -> Option<char> {
        self.ranges().first().map(|&(first, _)| first)
    }

    /// The characters in either set.
    #[must_use]
    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::from_ranges(self.ranges().iter().chain(other.ranges()).copied())
    }

    /// Returns the characters that are in any of the sets.
    pub(crate) fn union_of(sets: &[CharSet]) -> CharSet {
        match sets {
            [one] => one.clone(),
            sets => CharSet::from_ranges(sets.iter().flat_map(CharSet::ranges).copied()),
        }
    }

    /// The characters in both sets.
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

    /// The characters not in the set.
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

    /// The characters in this set and not in the other.
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

/// The next scalar value: U+E000 after U+D7FF.
pub(crate) fn after(c: char) -> Option<char> {
    (c..=char::MAX).nth(1)
}

pub(crate) fn before(c: char) -> Option<char> {
    ('\0'..c).next_back()
}
