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
    pub(crate) texts: Texts,
}

/// A text without its ending, which for a line is LF or CRLF.
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
}

impl Block {
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut rest = self.bytes.as_slice();
        let mut number = self.before;
        std::iter::from_fn(move || {
            let line;
            let end = self.texts.end().and_then(|end| memchr::memchr(end, rest));
            (line, rest) = match end {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None if rest.is_empty() => return None,
                None => (rest, &[][..]),
            };
            number += 1;
            let bytes = match self.texts {
                // At the end of the input, a CR alone is an incomplete CRLF.
                Texts::Lines => line.strip_suffix(b"\r").unwrap_or(line),
                Texts::Null | Texts::Whole => line,
            };
            Some(Line { number, bytes })
        })
    }
}
