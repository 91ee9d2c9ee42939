//! A mistake in a text, and its correction in words and as edits.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::validate::write_text;

/// A mistake, and its likely corrections.
#[derive(Debug)]
pub(super) struct Mistake {
    /// The advice, as a phrase without a full stop.
    pub(super) help: String,
    /// The edits of each possible correction, the likeliest first. Empty if only the author can know the intended
    /// text.
    pub(super) readings: Vec<Vec<Edit>>,
}

/// A replacement of a part of the text. The edits of one reading are in order and do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) new: Cow<'static, str>,
}

impl Edit {
    pub(super) fn new(range: Range<usize>, new: impl Into<Cow<'static, str>>) -> Self {
        Self { range, new: new.into() }
    }

    pub(super) fn insert(at: usize, new: impl Into<Cow<'static, str>>) -> Self {
        Self::new(at..at, new)
    }

    pub(super) fn remove(range: Range<usize>) -> Self {
        Self::new(range, "")
    }
}

impl Mistake {
    /// Returns a mistake with one correction.
    pub(super) fn new(help: impl Into<String>, edits: impl Into<Vec<Edit>>) -> Self {
        Self { help: help.into(), readings: [edits.into()].into() }
    }

    /// Returns a mistake that only the author can correct.
    pub(super) fn unclear(help: impl Into<String>) -> Self {
        Self { help: help.into(), readings: Vec::new() }
    }

    /// Returns a mistake with several possible corrections.
    pub(super) fn of_readings(
        help: impl Into<String>,
        readings: impl IntoIterator<Item = Vec<Edit>>,
    ) -> Self {
        Self { help: help.into(), readings: readings.into_iter().collect() }
    }
}

/// Displays a part of the text on one line, truncated if it is long.
pub(super) struct Shown<'a>(pub(super) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(self.0.chars(), f)
    }
}

/// Writes phrases, separated by semicolons.
pub(super) fn write_phrases<'a>(
    phrases: impl Iterator<Item = &'a str>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    phrases.enumerate().try_for_each(|(index, phrase)| {
        f.write_str(if index > 0 { "; " } else { "" })?;
        f.write_str(phrase)
    })
}

/// An edited text, and its differences from the original text.
#[derive(Clone)]
pub(super) struct Edited {
    pub(super) text: String,
    /// Ordered by offset, without overlap.
    pub(super) changes: Vec<Changed>,
    /// The help for each corrected mistake, at most [`MOST_MISTAKES`].
    pub(super) helps: Vec<String>,
}

/// The maximum number of mistakes that are corrected in one text. Each takes linear time.
pub(super) const MOST_MISTAKES: usize = u16::BITS as usize;

/// A part of the original text that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Changed {
    /// The range in the original text.
    pub(super) original: Range<usize>,
    /// The range of the replacement in the edited text.
    pub(super) current: Range<usize>,
    /// The corrected mistakes, as a bit for each index in [`Edited::helps`].
    pub(super) mistakes: u16,
}

impl Edited {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.into(), changes: Vec::new(), helps: Vec::new() }
    }

    /// Applies edits, whose ranges are in the current text, in order and without overlap. An edit that overlaps an earlier
    /// change is merged with it. Linear in the length of the text.
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
        // The end of the copied part of the current text, and the corresponding offset in the original.
        let (mut copied, mut original) = (0, 0);
        loop {
            let starts =
                [edits.peek().map(|edit| edit.range.start), changes.peek().map(|own| own.current.start)];
            let Some(start) = starts.into_iter().flatten().min() else { break };
            self.keep(&mut next, copied..start);
            original += start - copied;
            copied = start;
            let first = next.text.len();
            // Overlapping changes are merged, up to `end` in the current text.
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
                // Two insertions at one offset are one change.
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
