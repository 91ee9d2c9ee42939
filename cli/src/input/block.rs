//! Lines, or other texts, that were read together, without a copy or an allocation for each.

use std::sync::Arc;

use crate::input::name::Name;
use crate::input::texts::Texts;

/// Whole texts of one input.
pub(crate) struct Block {
    pub(crate) name: Arc<Name>,
    /// The number of texts in the input before the block.
    pub(crate) before: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) cut: Cut,
}

/// How the bytes of a block are cut into texts.
pub(crate) enum Cut {
    At(Texts),
    /// The fields of a column, one after the other.
    Fields(Vec<Field>),
}

/// A field of a column of CSV.
pub(crate) struct Field {
    /// The line on which its record begins, counted from 1.
    pub(crate) line: u64,
    /// Where the field ends in the bytes of the block.
    pub(crate) end: usize,
    pub(crate) defect: Option<Defect>,
}

/// Why there is no text that could be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    TooLong,
    /// The record has only so many columns, and not this one, counted from 1.
    Missing {
        column: usize,
        fields: usize,
    },
    /// The input ends in quotes.
    Unclosed,
}

/// A text without its ending, which for a line is LF or CRLF.
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
    pub(crate) defect: Option<Defect>,
}

impl Block {
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let (texts, fields) = match &self.cut {
            Cut::At(texts) => (Some(self.texts(*texts)), &[][..]),
            Cut::Fields(fields) => (None, fields.as_slice()),
        };
        texts.into_iter().flatten().chain(self.fields(fields))
    }

    fn texts(&self, texts: Texts) -> impl Iterator<Item = Line<'_>> {
        let mut rest = self.bytes.as_slice();
        let mut number = self.before;
        std::iter::from_fn(move || {
            let line;
            let end = texts.end().and_then(|end| memchr::memchr(end, rest));
            (line, rest) = match end {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None if rest.is_empty() => return None,
                None => (rest, &[][..]),
            };
            number += 1;
            let bytes = match texts {
                // At the end of the input, a CR alone is an incomplete CRLF.
                Texts::Lines => line.strip_suffix(b"\r").unwrap_or(line),
                Texts::Null | Texts::Whole => line,
            };
            Some(Line { number, bytes, defect: None })
        })
    }

    fn fields<'a>(&'a self, fields: &'a [Field]) -> impl Iterator<Item = Line<'a>> {
        let mut start = 0;
        fields.iter().map(move |field| {
            let bytes = &self.bytes[start..field.end];
            start = field.end;
            Line { number: field.line, bytes, defect: field.defect }
        })
    }
}
