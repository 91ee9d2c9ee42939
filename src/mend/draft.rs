//! A text with edits, each with its place in the original.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::mistake::Edit;

/// The original text, and what it has become.
#[derive(Clone)]
pub(super) struct Draft {
    pub(super) text: String,
    /// In the order of their places, which do not overlap.
    pub(super) changes: Vec<Changed>,
    /// What was done about each mistake, at most [`MOST_MISTAKES`].
    pub(super) helps: Vec<String>,
}

/// The most mistakes that are mended in one text. Each takes linear time.
pub(super) const MOST_MISTAKES: usize = u16::BITS as usize;

/// A part of the original that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Changed {
    /// The place in the original.
    pub(super) original: Range<usize>,
    /// The place of the new text.
    pub(super) current: Range<usize>,
    /// The mistakes that it mends: a bit for each index in [`Draft::helps`].
    pub(super) mistakes: u16,
}

impl Draft {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.into(), changes: Vec::new(), helps: Vec::new() }
    }

    /// Applies edits, whose places are those in the current text. They are in order and do not overlap. An edit of what
    /// an earlier one has inserted becomes one change with that. Linear in the length of the text.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "edits and changes are in order, and lie in texts that are shorter than `isize::MAX` bytes"
    )]
    pub(super) fn apply(&self, edits: &[Edit], help: String) -> Self {
        let mut helps = self.helps.clone();
        helps.push(help);
        let mistake = 1 << self.helps.len();
        let mut next = Self { text: String::with_capacity(self.text.len()), changes: Vec::new(), helps };
        let (mut edits, mut changes) = (edits.iter().peekable(), self.changes.iter().peekable());
        // The end of what is copied of the current text, and the place in the original that belongs to it.
        let (mut copied, mut original) = (0, 0);
        loop {
            let starts =
                [edits.peek().map(|edit| edit.range.start), changes.peek().map(|own| own.current.start)];
            let Some(start) = starts.into_iter().flatten().min() else { break };
            self.keep(&mut next, copied..start);
            original += start - copied;
            copied = start;
            let first = next.text.len();
            // What overlaps becomes one change, up to `end` in the current text.
            let (mut end, mut shift, mut mistakes) = (start, 0, 0);
            loop {
                let overlaps = |own: &Range<usize>| own.start < end || own.start == end && mistakes == 0;
                if let Some(change) = changes.next_if(|change| overlaps(&change.current)) {
                    end = end.max(change.current.end);
                    shift += change.original.len() as isize - change.current.len() as isize;
                    mistakes |= change.mistakes;
                } else if let Some(edit) = edits.next_if(|edit| overlaps(&edit.range)) {
                    self.keep(&mut next, copied..edit.range.start);
                    next.text.push_str(&edit.new);
                    copied = edit.range.end;
                    end = end.max(edit.range.end);
                    mistakes |= mistake;
                } else {
                    break;
                }
            }
            self.keep(&mut next, copied..end);
            copied = end;
            let replaced = original..original + (end - start).saturating_add_signed(shift);
            original = replaced.end;
            match next.changes.last_mut() {
                // Two insertions at one place are one change.
                Some(last) if last.original == replaced && last.current.end == first => {
                    last.current.end = next.text.len();
                    last.mistakes |= mistakes;
                }
                _ => {
                    let current = first..next.text.len();
                    next.changes.push(Changed { original: replaced, current, mistakes });
                }
            }
        }
        self.keep(&mut next, copied..self.text.len());
        next
    }

    fn keep(&self, next: &mut Self, range: Range<usize>) {
        next.text.push_str(self.text.get(range).expect("edits are in order and between characters"));
    }
}
