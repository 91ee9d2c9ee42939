//! A mistake in a text: how to mend it, for people and as edits.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::validate::write_text;

/// What is wrong, and what was probably meant.
#[derive(Debug)]
pub(super) struct Mistake {
    /// What to do, as a phrase without a full stop.
    pub(super) help: String,
    /// The edits of each way to mend it, the likeliest first. None if nobody but the author knows what was meant.
    pub(super) readings: Vec<Vec<Edit>>,
}

/// Replaces a part of the text. Edits of one reading are in order and do not overlap.
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
    /// Returns a mistake with one way to mend it.
    pub(super) fn new(help: impl Into<String>, edits: impl Into<Vec<Edit>>) -> Self {
        Self { help: help.into(), readings: [edits.into()].into() }
    }

    /// Returns a mistake that only the author can mend.
    pub(super) fn unclear(help: impl Into<String>) -> Self {
        Self { help: help.into(), readings: Vec::new() }
    }

    /// Returns a mistake that each of these edits mends.
    pub(super) fn of_readings(
        help: impl Into<String>,
        readings: impl IntoIterator<Item = Vec<Edit>>,
    ) -> Self {
        Self { help: help.into(), readings: readings.into_iter().collect() }
    }
}

/// Displays a part of the text on one line, without its end if it is long.
pub(super) struct Shown<'a>(pub(super) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(self.0.chars(), f)
    }
}

/// Writes phrases with semicolons between.
pub(super) fn write_phrases<'a>(
    phrases: impl Iterator<Item = &'a str>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    phrases.enumerate().try_for_each(|(index, phrase)| {
        f.write_str(if index > 0 { "; " } else { "" })?;
        f.write_str(phrase)
    })
}
