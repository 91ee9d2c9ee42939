//! Rows made fewer: those that no longer string tells apart become one, in which values may be unknown.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "rows and blocks are numbered from 0, with a target for each letter and a bit for each kept \
              formula"
)]

use rustc_hash::FxHashMap;

use crate::certificate::evaluate::{ANY, Evaluator, May};
use crate::certificate::rows::{Rows, bit};
use crate::dfa::bdd::Exhausted;

/// The rows of a proof.
pub(super) struct Merged {
    pub(super) targets: Vec<u32>,
    pub(super) rows: Vec<Vec<May>>,
}

/// A place in a merged row whose value the rows in it do not agree on.
type Split = (usize, usize);

/// Merges the rows in which both sides of the claim have the same values, here and with any
/// letters put before them.
///
/// The values of the merged row must still prove those of the claim. What they do not prove, and is not of the claim,
/// becomes unknown too; where that ends in one of the claim, a row is split by a value that had been lost.
pub(super) fn merged(
    rows: &Rows,
    evaluator: &mut Evaluator<'_>,
    left: &mut u64,
) -> Result<Merged, Exhausted> {
    let roots = evaluator.roots;
    let value = |row: usize, place: usize| u32::from(bit(&rows.values[row], place));
    let mut blocks = Blocks { of: vec![0; rows.values.len()], count: 1 };
    roots.iter().for_each(|&root| blocks.split(|row, _| value(row, root)));
    loop {
        blocks.refine(rows, left)?;
        let mut merged = blocks.merged(rows);
        let splits = merged.weaken(rows.width, evaluator, left)?;
        if splits.is_empty() {
            return Ok(merged);
        }
        blocks.split(|row, block| splits.get(&block).map_or(0, |&place| value(row, place)));
    }
}

struct Blocks {
    of: Vec<u32>,
    count: usize,
}

impl Blocks {
    /// Numbers the blocks anew, those apart whose rows have different keys.
    fn split(&mut self, key: impl Fn(usize, usize) -> u32) {
        let mut ids: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (row, block) in self.of.iter_mut().enumerate() {
            let next = ids.len() as u32;
            *block = *ids.entry((*block, key(row, *block as usize))).or_insert(next);
        }
        self.count = ids.len();
    }

    /// Splits blocks until the rows of each have targets in the same blocks.
    fn refine(&mut self, rows: &Rows, left: &mut u64) -> Result<(), Exhausted> {
        loop {
            *left = left.checked_sub(rows.targets.len() as u64).ok_or(Exhausted)?;
            let before = self.count;
            for letter in 0..rows.width {
                let old = self.of.clone();
                self.split(|row, _| old[rows.targets[row * rows.width + letter] as usize]);
            }
            if self.count == before {
                return Ok(());
            }
        }
    }

    /// INVARIANT: blocks are numbered as they first appear, so that of the empty string is the first.
    fn merged(&self, rows: &Rows) -> Merged {
        // INVARIANT: the first row is that of the empty string.
        let size = rows.values[0].len();
        let mut merged =
            Merged { targets: vec![0; self.count * rows.width], rows: vec![vec![[0, 0]; size]; self.count] };
        for (row, &block) in self.of.iter().enumerate() {
            for (may, &word) in merged.rows[block as usize].iter_mut().zip(rows.values[row].iter()) {
                *may = [may[0] | word, may[1] | !word];
            }
            for letter in 0..rows.width {
                merged.targets[block as usize * rows.width + letter] =
                    self.of[rows.targets[row * rows.width + letter] as usize];
            }
        }
        merged
    }
}

impl Merged {
    /// Makes values unknown that do not follow, and returns the places of those that the claim lacks then.
    fn weaken(
        &mut self,
        width: usize,
        evaluator: &mut Evaluator<'_>,
        left: &mut u64,
    ) -> Result<FxHashMap<usize, usize>, Exhausted> {
        // For a value that was made unknown, the one that it is due to.
        let mut causes: FxHashMap<Split, Split> = FxHashMap::default();
        let mut splits: FxHashMap<usize, usize> = FxHashMap::default();
        let mut open: Vec<usize> = (0..self.rows.len()).rev().collect();
        let mut is_open = vec![true; self.rows.len()];
        while let Some(block) = open.pop() {
            is_open[block] = false;
            for first in (0..width).step_by(64) {
                *left = left.checked_sub(evaluator.cost()).ok_or(Exhausted)?;
                evaluator.before(&self.rows[block], first / 64);
                let letters = !0 >> (64 - (width - first).min(64));
                for place in 0..evaluator.kept.len() {
                    let formula = evaluator.kept[place];
                    let [yes, no] = evaluator.values[formula as usize];
                    let mut unknown = yes & no & letters;
                    while unknown != 0 {
                        let letter = unknown.trailing_zeros() as usize;
                        unknown &= unknown - 1;
                        let target = self.targets[block * width + first + letter] as usize;
                        let claimed = &mut self.rows[target][place / 64];
                        if claimed.iter().all(|may| may >> (place % 64) & 1 == 1) {
                            continue;
                        }
                        let cause = (block, evaluator.cause(formula, letter));
                        let cause = causes.get(&cause).copied().unwrap_or(cause);
                        if evaluator.roots.contains(&place) {
                            splits.entry(cause.0).or_insert(cause.1);
                            continue;
                        }
                        for (claimed, any) in claimed.iter_mut().zip(ANY) {
                            *claimed |= any & 1 << (place % 64);
                        }
                        causes.insert((target, place), cause);
                        if !std::mem::replace(&mut is_open[target], true) {
                            open.push(target);
                        }
                    }
                }
            }
            // What is made unknown from here on is due to what is split already.
            if !splits.is_empty() {
                break;
            }
        }
        Ok(splits)
    }
}
