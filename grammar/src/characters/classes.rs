//! Partitions of Unicode into classes of characters that are treated alike.

use std::collections::HashMap;

use crate::characters::charset::{CharSet, after, before};
use crate::characters::members::Members;

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
    /// The first character of each stretch of one class, sorted; the first is U+0000.
    starts: Vec<(char, u32)>,
    width: usize,
}

impl Classes {
    /// The coarsest partition in which every set is a union of classes.
    ///
    /// Takes O(r log r) time for r ranges in all sets: not for the size of a grammar, in which one name may stand for
    /// hundreds of ranges.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a stretch that is taken off is put back; there are fewer sets than bytes of memory"
    )]
    pub(crate) fn of<'s>(sets: impl Iterator<Item = &'s CharSet>) -> Classes {
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
        // A sweep over all characters: at each edge of a range its set begins or ceases to have them.
        let mut members = Members::of(count);
        let mut stretches = vec![('\0', Members::NONE)];
        for (start, set) in edges {
            let (at, label) = stretches[stretches.len() - 1];
            let label = members.toggled(label, set);
            if at == start {
                stretches.pop();
            }
            stretches.push((start, label));
        }
        Classes::labelled(stretches.into_iter())
    }

    /// From stretches that begin at the given characters, with any labels.
    fn labelled(stretches: impl Iterator<Item = (char, usize)>) -> Classes {
        let mut ids: HashMap<usize, u32> = HashMap::new();
        let mut starts: Vec<(char, u32)> = Vec::new();
        for (start, label) in stretches {
            let next = ids.len() as u32;
            let class = *ids.entry(label).or_insert(next);
            if starts.last().is_none_or(|&(_, last)| last != class) {
                starts.push((start, class));
            }
        }
        Classes { starts, width: ids.len() }
    }

    /// The partition with classes of the same label made one.
    #[expect(clippy::indexing_slicing, reason = "there is a label for each class")]
    pub(crate) fn merged(&self, labels: &[usize]) -> Classes {
        Classes::labelled(self.starts.iter().map(|&(start, class)| (start, labels[class as usize])))
    }

    /// The number of classes.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The class of a character, less than [`Classes::width`].
    #[must_use]
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "the first stretch begins at U+0000, so that one begins at `c` or before it"
    )]
    pub fn class_of(&self, c: char) -> usize {
        let after = self.starts.partition_point(|&(start, _)| start <= c);
        self.starts[after - 1].1 as usize
    }

    /// Each stretch of characters of one class: its first character and the class, sorted. It ends
    /// where the next begins.
    #[must_use]
    pub fn stretches(&self) -> &[(char, u32)] {
        &self.starts
    }

    /// The smallest character of each class.
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

    /// The characters of each class.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "there is a first stretch, and a class is below the width")]
    pub fn sets(&self) -> Vec<CharSet> {
        let ends = self.starts[1..].iter().map(|&(next, _)| before(next)).chain([Some(char::MAX)]);
        let mut ranges = vec![Vec::new(); self.width];
        for (&(start, class), end) in self.starts.iter().zip(ends) {
            ranges[class as usize].extend(end.map(|end| (start, end)));
        }
        ranges.into_iter().map(CharSet::from_ranges).collect()
    }
}
