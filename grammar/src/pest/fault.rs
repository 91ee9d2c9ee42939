//! Faults in the text of a grammar, and their corrections.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "the range of an edit lies in the text, on character boundaries"
)]

use std::ops::Range;

/// A fault of a grammar, and the range of the text that it refers to.
pub(crate) struct FaultAt {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    /// The edits that may correct it, the most likely first.
    pub(crate) edits: Vec<Edit>,
}

/// A correction of a text that may be merged from several files.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

impl Edit {
    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Edit {
        Edit::replace(at..at, text)
    }

    pub(crate) fn remove(range: Range<usize>) -> Edit {
        Edit::replace(range, "")
    }

    pub(crate) fn replace(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { range, text: text.into() }
    }

    /// Replaces the name at the offset.
    pub(crate) fn rename(at: usize, name: &str, other: &str) -> Edit {
        Edit::replace(at..at + name.len(), other)
    }

    /// Returns the corrected text.
    pub(crate) fn apply(&self, text: &str) -> String {
        [&text[..self.range.start], &self.text, &text[self.range.end..]].concat()
    }

    /// Returns the offset behind the edit in the corrected text.
    pub(crate) fn end(&self) -> usize {
        self.range.start + self.text.len()
    }
}

impl FaultAt {
    pub(crate) fn new(range: Range<usize>, message: impl Into<String>) -> FaultAt {
        FaultAt { range, message: message.into(), edits: Vec::new() }
    }

    /// Adds edits that may correct the fault, after those that are more likely to. Whether they do is found by reading the
    /// text again.
    pub(crate) fn or(mut self, edits: impl IntoIterator<Item = Edit>) -> FaultAt {
        self.edits.extend(edits);
        self
    }
}

/// Returns the edits that may close a string which begins at the offset: at each token that the string may have taken in, and
/// at the end of its line.
pub(super) fn closing_quotes(text: &str, start: usize) -> Vec<Edit> {
    let rest = &text[start..];
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let of_tokens =
        line.char_indices().skip(1).filter(|(_, c)| matches!(c, '~' | '|' | ')' | '}' | '*' | '+' | '?'));
    let places = of_tokens.map(|(at, _)| line[..at].trim_end().len()).chain([line.trim_end().len()]);
    places.map(|at| Edit::insert(start + at, "\"")).collect()
}
