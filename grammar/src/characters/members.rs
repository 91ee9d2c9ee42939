//! Sets of small numbers in canonical form: equal sets have the same index.

use rustc_hash::FxHashMap;

/// Sets as binary tries over the bits of their members, the highest bit at the root. Equal tries are shared.
#[derive(Debug)]
pub(crate) struct Members {
    /// The two subtrees of each trie. The two tries of the lowest level have none.
    halves: Vec<(usize, usize)>,
    ids: FxHashMap<(usize, usize), usize>,
    height: u32,
}

impl Members {
    /// The empty set, on every level.
    pub(crate) const NONE: usize = 0;
    const ALL: usize = 1;

    /// Returns an arena for sets of numbers less than `count`.
    #[expect(clippy::arithmetic_side_effects, reason = "a number has no more leading zeros than bits")]
    pub(crate) fn of(count: usize) -> Members {
        let none = (Members::NONE, Members::NONE);
        let ids = FxHashMap::from_iter([(none, Members::NONE)]);
        let height = usize::BITS - count.leading_zeros();
        Members { halves: vec![none, none], ids, height }
    }

    /// Returns the set with the member inserted, or removed if it is there.
    pub(crate) fn toggled(&mut self, set: usize, member: usize) -> usize {
        self.toggled_below(set, member, self.height)
    }

    /// Recursion: once for each bit of a member.
    #[expect(
        clippy::indexing_slicing,
        reason = "a set is an index that was returned, or one of the constants"
    )]
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::Members;
    use proptest::prelude::*;

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

    /// A set with one member more than another takes only the space of one path.
    #[test]
    fn nested_sets_share_their_trees() {
        const COUNT: usize = 1 << 16;
        let mut sets = Members::of(COUNT);
        (0..COUNT).fold(Members::NONE, |set, member| sets.toggled(set, member));
        assert!(sets.halves.len() < 20 * COUNT, "{}", sets.halves.len());
    }
}
