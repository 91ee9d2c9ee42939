//! The decoder at work: what is data as it is written is found eight bytes at a time and copied whole.

use alloc::vec::Vec;
use core::iter::FusedIterator;

use crate::percent::Decoded;
use crate::percent::digits::{encoded_octet, octet};
use crate::search::either;

/// Where the first `%` is that no two digits follow.
pub(super) fn without_digits(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        at += match rest.first() {
            Some(b'%') => {
                if encoded_octet(rest).is_none() {
                    return Some(at);
                }
                3
            }
            _ => either(rest, b'%', b'%')?,
        };
    }
}

impl<'a> Decoded<'a> {
    pub(super) fn pieces(&self) -> Pieces<'a> {
        Pieces { whole: *self, start: 0 }
    }

    pub(super) fn bytes(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.chunks().flatten().copied()
    }

    /// Where the first byte is that is not data as it is written.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        either(self.text.as_bytes(), b'%', self.space)
    }

    /// The octets, if those before `first` are as they are written.
    pub(super) fn bytes_from(&self, first: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.text.len());
        let (kept, mut rest) = self.text.as_bytes().split_at(first);
        bytes.extend_from_slice(kept);
        while let Some(&byte) = rest.first() {
            if let Some(octet) = encoded_octet(rest) {
                bytes.push(octet);
                rest = rest.get(3..).unwrap_or_default();
                continue;
            }
            if byte == b'+' && self.space == b'+' {
                bytes.push(b' ');
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            let after = rest.get(1..).unwrap_or_default();
            let (kept, left) =
                rest.split_at(either(after, b'%', self.space).map_or(rest.len(), |next| next + 1));
            bytes.extend_from_slice(kept);
            rest = left;
        }
        bytes
    }

    /// Where in the text the octet is encoded that has so many octets before it.
    pub(super) fn offset_of(&self, octet: usize) -> usize {
        let mut before = 0;
        for piece in self.pieces() {
            if octet < before + piece.data.len() {
                return piece.start + octet - before;
            }
            before += piece.data.len();
        }
        self.text.len()
    }
}

/// A piece of the data.
pub(super) struct Piece<'a> {
    pub(super) data: &'a [u8],
    /// Where it is written in the text.
    start: usize,
}

#[derive(Clone)]
pub(super) struct Pieces<'a> {
    whole: Decoded<'a>,
    start: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let start = self.start;
        let rest = self.whole.text.as_bytes().get(start..)?;
        let &byte = rest.first()?;
        let (data, written): (&[u8], _) = if let Some(decoded) = encoded_octet(rest) {
            (octet(decoded), 3)
        } else if byte == self.whole.space {
            (if byte == b'+' { b" " } else { b"%" }, 1)
        } else {
            let run = either(rest, b'%', self.whole.space).unwrap_or(rest.len()).max(1);
            (rest.get(..run)?, run)
        };
        self.start += written;
        Some(Piece { data, start })
    }
}

impl FusedIterator for Pieces<'_> {}
