//! The decoding loop: runs of data that are not encoded are found eight bytes at a time and copied whole.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets in the text and in the data, which are shorter, and at most eight more"
)]

use alloc::vec;
use alloc::vec::Vec;
use core::iter::FusedIterator;

use crate::bytes::{before_any, first_of};
use crate::percent::Decoded;
use crate::percent::digits::{encoded_octet, octet};

impl<'a> Decoded<'a> {
    pub(super) fn pieces(&self) -> Pieces<'a> {
        Pieces { whole: *self, start: 0 }
    }

    pub(super) fn bytes(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.chunks().flatten().copied()
    }

    /// Returns whether nothing is encoded, so that the data are the text.
    #[inline]
    pub(super) fn is_text(&self) -> bool {
        first_of(self.text.as_bytes(), [b'%', self.space]).is_none()
    }

    /// Returns the octets.
    pub(super) fn octets(&self) -> Vec<u8> {
        if self.space == b'+' { self.octets_of::<b'+'>() } else { self.octets_of::<b'%'>() }
    }

    fn octets_of<const SPACE: u8>(&self) -> Vec<u8> {
        let text = self.text.as_bytes();
        // Eight bytes are written at once, even where fewer count, so the last write may exceed the data.
        let mut bytes = vec![0; text.len() + 8];
        let (mut at, mut len) = (0, 0);
        while let Some(rest @ &[byte, ..]) = text.get(at..) {
            if let Some(octet) = encoded_octet(rest) {
                put(&mut bytes, len, &[octet]);
                (at, len) = (at + 3, len + 1);
                continue;
            }
            let run = if byte == b'+' && SPACE == b'+' {
                put(&mut bytes, len, b" ");
                1
            } else if let Some(eight) = rest.first_chunk::<8>() {
                put(&mut bytes, len, eight);
                // A `%` or a space close by is found by a chain of comparisons: branches are predicted,
                // whereas a count of the bytes would be a data dependency for the next step.
                match eight {
                    [_, b'%', ..] => 1,
                    [_, other, b'%', ..] if *other != SPACE => 2,
                    _ if before_any(eight, [b'%', SPACE]) == 8 => 8,
                    // A `%` without its digits is data.
                    [_, rest @ ..] => {
                        1 + rest.iter().take_while(|&&byte| byte != b'%' && byte != SPACE).count()
                    }
                }
            } else {
                put(&mut bytes, len, &[byte]);
                1
            };
            (at, len) = (at + run, len + run);
        }
        bytes.truncate(len);
        bytes
    }

    /// Returns the offset in the text at which the octet with this index is encoded.
    pub(crate) fn offset_of(&self, octet: usize) -> usize {
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

/// Copies bytes to this offset.
#[inline]
fn put<const N: usize>(bytes: &mut [u8], at: usize, these: &[u8; N]) {
    if let Some(place) = bytes.get_mut(at..at + N) {
        place.copy_from_slice(these);
    }
}

/// A piece of the data.
pub(super) struct Piece<'a> {
    pub(super) data: &'a [u8],
    /// Its offset in the text.
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
            let run = first_of(rest, [b'%', self.whole.space]).unwrap_or(rest.len()).max(1);
            (rest.get(..run)?, run)
        };
        self.start += written;
        Some(Piece { data, start })
    }
}

impl FusedIterator for Pieces<'_> {}
