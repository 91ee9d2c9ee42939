//! Which values the kept formulas take together, over all strings.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::certificate::evaluate::{Evaluator, May};
use crate::dfa::bdd::Exhausted;

/// A row for each combination of values; the first is that of the empty string.
pub(super) struct Rows {
    pub(super) width: usize,
    /// For each row and letter, the row of the strings with the letter before them.
    pub(super) targets: Vec<u32>,
    pub(super) values: Vec<Rc<[u64]>>,
}

impl Rows {
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "`first` is below the width; there are fewer rows than steps"
    )]
    pub(super) fn of(evaluator: &mut Evaluator<'_>, width: usize, left: &mut u64) -> Result<Rows, Exhausted> {
        evaluator.empty();
        let first: Rc<[u64]> = taken(evaluator, 1).remove(0).into();
        let mut ids = FxHashMap::from_iter([(first.clone(), 0u32)]);
        let mut rows = Rows { width, targets: Vec::new(), values: vec![first] };
        let mut done = 0;
        while let Some(row) = rows.values.get(done) {
            let row: Vec<May> = row.iter().map(|&word| [word, !word]).collect();
            for first in (0..width).step_by(64) {
                *left = left.checked_sub(evaluator.cost()).ok_or(Exhausted)?;
                evaluator.before(&row, first / 64);
                for next in taken(evaluator, (width - first).min(64)) {
                    let next: Rc<[u64]> = next.into();
                    let id = *ids
                        .entry(next.clone())
                        .or_insert(u32::try_from(rows.values.len()).map_err(|_| Exhausted)?);
                    if id as usize == rows.values.len() {
                        rows.values.push(next);
                    }
                    rows.targets.push(id);
                }
            }
            done += 1;
        }
        Ok(rows)
    }
}

/// Returns the value at that place.
#[expect(clippy::indexing_slicing, reason = "a row has a bit for each kept formula")]
pub(super) fn bit(row: &[u64], place: usize) -> bool {
    row[place / 64] >> (place % 64) & 1 == 1
}

/// Returns the values of the kept formulas, which are known, for each letter.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "there are 1 to 64 letters, a row for each, and in it a bit for each kept formula"
)]
fn taken(evaluator: &Evaluator<'_>, letters: usize) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![0u64; evaluator.kept.len().div_ceil(64)]; letters];
    for (place, &formula) in evaluator.kept.iter().enumerate() {
        let mut yes = evaluator.values[formula as usize][0] & (!0 >> (64 - letters));
        while yes != 0 {
            rows[yes.trailing_zeros() as usize][place / 64] |= 1 << (place % 64);
            yes &= yes - 1;
        }
    }
    rows
}
