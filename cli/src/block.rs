//! Lines that were read together, without a copy or an allocation for each.

use std::sync::Arc;

use crate::name::Name;

/// Whole lines of one input.
pub(crate) struct Block {
    pub(crate) name: Arc<Name>,
    /// How many lines of the input come before.
    pub(crate) before: u64,
    pub(crate) bytes: Vec<u8>,
}

/// A line without its ending, LF or CRLF.
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
            (line, rest) = match memchr::memchr(b'\n', rest) {
                Some(at) => (&rest[..at], &rest[at + 1..]),
                None if rest.is_empty() => return None,
                None => (rest, &[][..]),
            };
            number += 1;
            // At the end of the input a CR alone is a CRLF cut off.
            Some(Line { number, bytes: line.strip_suffix(b"\r").unwrap_or(line) })
        })
    }
}
