//! The text of a grammar, with the file that each part of it came from.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::error::{Fix, shown_file};
use crate::pest::fault::Edit;

/// A text concatenated from parts of files. The text of a complete file is a single part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Text {
    string: String,
    /// The parts, sorted by `at`. INVARIANT: the first part is at 0 unless the text is empty.
    parts: Vec<Part>,
}

/// The start of a part of the text that was copied from one file. The part ends where the next begins.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    /// The byte offset in the text.
    at: usize,
    /// The place in the file.
    place: Place,
    /// Whether the file is the base of a variant.
    is_base: bool,
}

/// A place in the file of a grammar, such as `uri.pest:3:14`. Only the last 250 characters of a file name are
/// displayed.
///
/// ```
/// use urigram_grammar::Grammar;
///
/// let grammar = Grammar::read("hour = { digit{2} }\ndigit = { '0'..'9' }", "hour.pest")?;
/// assert_eq!(grammar.places()?[1].to_string(), "hour.pest:2:1");
/// # Ok::<(), urigram_grammar::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file name that was passed to the function that read the grammar.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The byte offset in the file, from 0.
    pub offset: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { file, line, column, .. } = self;
        write!(f, "{}:{line}:{column}", shown_file(file))
    }
}

impl Text {
    pub(crate) fn of_file(source: &str, file_name: &str) -> Text {
        let place = Place { file: file_name.into(), line: 1, column: 1, offset: 0 };
        Text { string: source.to_owned(), parts: vec![Part { at: 0, place, is_base: false }] }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.string
    }

    /// Returns whether the text has more than one part, as that of a variant.
    pub(crate) fn is_merged(&self) -> bool {
        self.parts.len() > 1
    }

    /// Returns the place in its file of each byte offset, in a single pass over the text.
    #[expect(
        clippy::indexing_slicing,
        clippy::string_slice,
        reason = "each index is that of an offset, in order, between characters of the text"
    )]
    pub(crate) fn places(&self, offsets: &[usize]) -> Vec<Place> {
        let mut order: Vec<usize> = (0..offsets.len()).collect();
        order.sort_unstable_by_key(|&index| offsets[index]);
        let mut parts = self.parts.iter().peekable();
        let mut at = 0;
        let mut here = Place { file: "".into(), line: 1, column: 1, offset: 0 };
        let mut places = vec![here.clone(); offsets.len()];
        for index in order {
            while let Some(part) = parts.next_if(|part| part.at <= offsets[index]) {
                (at, here) = (part.at, part.place.clone());
            }
            here.advance(&self.string[at..offsets[index]]);
            at = offsets[index];
            places[index] = here.clone();
        }
        places
    }

    /// Returns the text as a part of the base of a variant.
    pub(crate) fn of_base(mut self) -> Text {
        self.parts.iter_mut().for_each(|part| part.is_base = true);
        self
    }

    /// Returns the range in the file, for a range of the text that is in one part, unless the file is the base of a
    /// variant.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "the first part is at 0, and a range lies in the text"
    )]
    pub(crate) fn in_file(&self, range: Range<usize>) -> Option<Range<usize>> {
        let next = self.parts.partition_point(|part| part.at <= range.start);
        // The end of the range may be where another part begins.
        if self.parts.get(next).is_some_and(|next| range.end > next.at) {
            return None;
        }
        let Part { at, place, is_base } = &self.parts[next.checked_sub(1)?];
        (!is_base).then(|| place.offset + range.start - at..place.offset + range.end - at)
    }

    /// Returns the edit as a fix of the file, if the replaced text is in the file, and has no comment that would be lost.
    #[expect(clippy::string_slice, reason = "a range lies in the text")]
    pub(crate) fn fix(&self, Edit { range, text }: Edit) -> Option<Fix> {
        // A string may look like a comment: its fix is not worth reading tokens.
        if ["//", "/*"].iter().any(|start| self.string[range.clone()].contains(start)) {
            return None;
        }
        let Range { start, end } = self.in_file(range)?;
        Some(Fix { start, end, text })
    }

    /// Returns copies of ranges of the text, each with the places of its parts.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::string_slice,
        reason = "a range lies in the text, and parts are in the order of where they begin"
    )]
    pub(crate) fn slices(&self, ranges: &[Range<usize>]) -> Vec<Text> {
        let starts: Vec<usize> = ranges.iter().map(|range| range.start).collect();
        let slice = |(range, place): (&Range<usize>, Place)| {
            let first = self.parts.partition_point(|part| part.at <= range.start);
            let end = self.parts.partition_point(|part| part.at < range.end).max(first);
            let inner = self.parts[first..end].iter();
            let inner = inner.map(|part| Part { at: part.at - range.start, ..part.clone() });
            let is_base = self.parts[..first].last().is_some_and(|part| part.is_base);
            let parts = [Part { at: 0, place, is_base }].into_iter().chain(inner).collect();
            Text { string: self.string[range.clone()].to_owned(), parts }
        };
        ranges.iter().zip(self.places(&starts)).map(slice).collect()
    }

    /// Appends a text, after a line break if it would not begin on a line of its own.
    #[expect(clippy::arithmetic_side_effects, reason = "two texts are no longer than memory")]
    pub(crate) fn push(&mut self, text: Text) {
        if text.string.is_empty() {
            return;
        }
        let begins_line = self.string.is_empty() || self.string.ends_with('\n');
        if !begins_line && !text.string.starts_with(['\n', '\r']) {
            self.string.push('\n');
        }
        let at = self.string.len();
        self.parts.extend(text.parts.into_iter().map(|part| Part { at: at + part.at, ..part }));
        self.string.push_str(&text.string);
    }
}

impl Place {
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::string_slice,
        reason = "a text has fewer lines and columns than bytes; a line break is one byte"
    )]
    /// Moves to the end of the text that begins here.
    fn advance(&mut self, text: &str) {
        self.offset += text.len();
        match text.rfind('\n') {
            Some(last) => {
                self.line += text.bytes().filter(|&byte| byte == b'\n').count();
                self.column = 1 + text[last + 1..].chars().count();
            }
            None => self.column += text.chars().count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Text;
    use proptest::prelude::*;

    fn character(text: &str, line: usize, column: usize) -> Option<char> {
        text.split_inclusive('\n').nth(line - 1)?.chars().nth(column - 1)
    }

    proptest! {
                /// Slicing and concatenating texts preserves the place of each character.
        #[test]
        fn places_are_kept(
            sources in prop::collection::vec("[ab\u{e9}\r\n]{0,20}", 1..4),
            cuts in prop::collection::vec((0usize..4, 0usize..20, 0usize..20), 0..8),
        ) {
            let file = |(name, source): (usize, &String)| Text::of_file(source, &name.to_string());
            let files: Vec<Text> = sources.iter().enumerate().map(file).collect();
            let mut joined = Text::default();
            for _ in 0..2 {
                let before = joined.clone();
                for &(file, one, other) in &cuts {
                    let text = files.get(file).unwrap_or(&before);
                    let ends = text.as_str().char_indices().map(|(at, _)| at).chain([text.as_str().len()]);
                    let ends: Vec<usize> = ends.collect();
                    let end = |at: usize| ends[at.min(ends.len() - 1)];
                    let range = end(one.min(other))..end(one.max(other));
                    let cut = text.slices(std::slice::from_ref(&range));
                    cut.into_iter().for_each(|text| joined.push(text));
                }
            }
            let (offsets, characters): (Vec<usize>, Vec<char>) = joined.as_str().char_indices().rev().unzip();
            for (place, c) in joined.places(&offsets).into_iter().zip(characters) {
                let file: usize = place.file.parse().unwrap();
                                let original = character(&sources[file], place.line, place.column);
                                // `push` may have inserted a line break.
                                prop_assert!(Some(c) == original || c == '\n', "{joined:?}: {place:?}");
            }
        }
    }
}
