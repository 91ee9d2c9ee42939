//! The edits of a string by one character.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`kept` and `rest` are at most the number of characters, and no text is longer than memory"
)]

use std::ops::ControlFlow;

use crate::sample::near::near_miss::Edit;

/// An edited string: the first `kept` characters of the accepted one, `new`, and those from `rest` on.
#[derive(Clone, Copy)]
pub(super) struct Edited<'a> {
    pub(super) accepted: &'a [char],
    pub(super) kept: usize,
    pub(super) new: &'a [char],
    pub(super) rest: usize,
    pub(super) edit: Edit,
}

impl Edited<'_> {
    /// Returns the number of characters.
    pub(super) fn length(&self) -> usize {
        self.kept + self.new.len() + self.accepted.len() - self.rest
    }

    pub(super) fn text(&self) -> String {
        self.accepted[..self.kept].iter().chain(self.behind()).collect()
    }

    /// Returns the characters behind those that were kept.
    pub(super) fn behind(&self) -> impl Iterator<Item = &char> {
        self.new.iter().chain(&self.accepted[self.rest..])
    }
}

/// Does something with each edit, the first places first, that inserts one of the symbols, puts it in place of another
/// character, deletes a character, or swaps two that are neighbours.
pub(super) fn each_edit(
    accepted: &[char],
    symbols: &[char],
    mut work: impl FnMut(Edited<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for kept in 0..=accepted.len() {
        let mut edit = |new: &[char], rest, edit| work(Edited { accepted, kept, new, rest, edit });
        for &symbol in symbols {
            edit(&[symbol], kept, Edit::Insert)?;
            if accepted.get(kept).is_some_and(|&old| old != symbol) {
                edit(&[symbol], kept + 1, Edit::Replace)?;
            }
        }
        if kept < accepted.len() {
            edit(&[], kept + 1, Edit::Delete)?;
        }
        match accepted.get(kept..kept + 2) {
            Some(&[one, other]) if one != other => edit(&[other, one], kept + 2, Edit::Swap)?,
            _ => {}
        }
    }
    ControlFlow::Continue(())
}
