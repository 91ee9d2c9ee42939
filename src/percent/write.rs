//! The encoding loop, which reads eight bytes at a time, and copies them if all are kept.

use alloc::string::String;
use alloc::vec::Vec;

use crate::bytes::{eight_at, eights, is_bidi_control};
use crate::percent::encoder::{KEPT, LENGTH};
use crate::percent::{Encodable, Encoder};

/// The maximum number of bytes of raw data that are encoded at once.
const BLOCK: usize = 64;

/// After a run of at least this many kept bytes, a byte is encoded alone rather than in a block.
const MANY: usize = 16;

/// The maximum length of an encoded block, plus one byte, because four bytes are written at once.
const WRITTEN: usize = 3 * BLOCK + 1;

impl<C: Encodable> Encoder<C> {
    /// Returns the encoded text. The caller has found that the first `kept` bytes of the raw data are kept.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "no block is empty; two parts of slices have at most `isize::MAX` bytes each"
    )]
    pub(super) fn text(&self, raw: &[u8], kept: usize) -> String {
        let (mut kept, mut raw) = raw.split_at(kept);
        let mut text = Vec::new();
        let mut written = [0; WRITTEN];
        while let Some(&octet) = raw.first() {
            // After a long run of kept bytes, another run probably begins after this byte, so encode only
            // this byte. The capacity is an estimate: the rest grows in the ratio of the block, or by half.
            let (encoded, read, ratio) = if kept.len() < MANY {
                let block = raw.get(..self.block(raw)).expect("a block is the start of the rest");
                let len = self.write(block, &mut written);
                (
                    written.get(..len).expect("a block is written within its bounds"),
                    block.len(),
                    (block.len(), len),
                )
            } else {
                let encoded = self.written(octet);
                (encoded, 1, (2, 3))
            };
            let rest = raw.get(read..).expect("a block is the start of the rest");
            if text.is_empty() {
                let more = (rest.len() / ratio.0).saturating_add(1).saturating_mul(ratio.1);
                let _ = text.try_reserve_exact((kept.len() + encoded.len()).saturating_add(more));
                text.extend_from_slice(kept);
            }
            text.extend_from_slice(encoded);
            (kept, raw) = rest.split_at(self.kept(rest));
            text.extend_from_slice(kept);
        }
        String::from_utf8(text).expect("the output is ASCII and complete characters")
    }

    /// Appends the encoded text. Does not allocate if the capacity is enough.
    #[cfg(feature = "template")]
    #[inline]
    pub(crate) fn append(&self, raw: &str, text: &mut String) {
        if self.keeps_every(raw.as_bytes()) {
            text.push_str(raw)
        } else {
            self.append_blocks(raw.as_bytes(), text)
        }
    }

    /// Returns whether all bytes are kept, which are ASCII.
    #[cfg(feature = "template")]
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    fn keeps_every(&self, raw: &[u8]) -> bool {
        match raw.last_chunk() {
            // The last eight bytes may overlap those before them.
            Some(last) => eights(raw).0.all(|eight| self.keeps_all(eight)) && self.keeps_all(last),
            None => raw.iter().all(|byte| self.written[usize::from(*byte)][3] == KEPT),
        }
    }

    /// Appends the encoded text in blocks.
    #[cfg(feature = "template")]
    #[inline(never)]
    fn append_blocks(&self, mut raw: &[u8], text: &mut String) {
        let mut written = [0; WRITTEN];
        // Most texts with encoded bytes are either short or mostly beyond ASCII.
        text.reserve(raw.len().saturating_mul(3));
        while !raw.is_empty() {
            let (block, rest) = raw.split_at(self.block(raw));
            let len = self.write(block, &mut written);
            let encoded = written.get(..len).expect("a block is written within its bounds");
            text.push_str(core::str::from_utf8(encoded).expect("the output is ASCII or complete characters"));
            raw = rest;
        }
    }

    /// Returns the length of the longest prefix of the raw data that is kept, in whole characters.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "the kept bytes are a prefix of the slice")]
    pub(super) fn kept(&self, raw: &[u8]) -> usize {
        let mut len = self.kept_ascii(raw);
        if !self.beyond_ascii {
            return len;
        }
        while let beyond @ 1.. = kept_beyond_ascii::<C>(raw.get(len..).expect("the kept bytes are a prefix"))
        {
            len += beyond;
            len += self.kept_ascii(raw.get(len..).expect("the kept bytes are a prefix"));
        }
        len
    }

    /// Returns the length of the longest prefix of kept ASCII bytes.
    #[inline]
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "the kept bytes are a prefix of the slice; a byte is an index of a table of 256 entries"
    )]
    fn kept_ascii(&self, raw: &[u8]) -> usize {
        if raw.len() < 8 {
            let not_kept = raw.iter().position(|byte| self.written[usize::from(*byte)][3] != KEPT);
            return not_kept.unwrap_or(raw.len());
        }
        let (eights, rest) = eights(raw);
        for (number, eight) in eights.enumerate() {
            if !self.keeps_all(eight) {
                return 8 * number + self.kept_of_eight(*eight);
            }
        }
        if rest.is_empty() {
            return raw.len();
        }
        let start = raw.len() - rest.len();
        raw.len().min(start + self.kept_of_eight(eight_at(raw, start)))
    }

    /// Returns whether all of the bytes are kept.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    fn keeps_all(&self, eight: &[u8; 8]) -> bool {
        eight.iter().fold(0, |all, byte| all | self.written[usize::from(*byte)][3]) == KEPT
    }

    /// Returns the length of the longest prefix of kept bytes, without a branch that depends on it.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    fn kept_of_eight(&self, eight: [u8; 8]) -> usize {
        let others = eight.map(|byte| self.written[usize::from(byte)][3] & !KEPT);
        u64::from_le_bytes(others).trailing_zeros() as usize / 8
    }

    /// Returns the length of the next block: the bytes before the next character beyond ASCII, which may be
    /// kept. The block is not empty, because the first byte is not kept.
    #[inline]
    #[expect(clippy::arithmetic_side_effects, reason = "a character begins in the block")]
    fn block(&self, raw: &[u8]) -> usize {
        let len = raw.len().min(BLOCK);
        if !self.beyond_ascii {
            return len;
        }
        let begins = raw.iter().take(len).skip(1).position(|&byte| byte >= 0xC0);
        begins.map_or(len, |begins| begins + 1)
    }

    /// Encodes up to [`BLOCK`] bytes to the start of `written`, and returns the length of the result.
    #[inline]
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a block is encoded to at most three times its length"
    )]
    fn write(&self, block: &[u8], written: &mut [u8; WRITTEN]) -> usize {
        let mut len = 0;
        let (eights, rest) = eights(block);
        for bytes in eights {
            if self.keeps_all(bytes) {
                len += put(written, len, *bytes, 8);
                continue;
            }
            for byte in bytes {
                len += self.write_one(*byte, written, len);
            }
        }
        for byte in rest {
            len += self.write_one(*byte, written, len);
        }
        len
    }

    /// Encodes one byte, without a branch that depends on the byte.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    fn write_one(&self, byte: u8, written: &mut [u8; WRITTEN], at: usize) -> usize {
        let four = self.written[usize::from(byte)];
        put(written, at, four, usize::from(four[3] & LENGTH))
    }

    /// Returns the text that replaces an octet that is not kept.
    #[inline]
    pub(super) fn replacement(&self, byte: u8) -> &str {
        core::str::from_utf8(self.written(byte)).expect("the output for a byte is ASCII")
    }

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    fn written(&self, byte: u8) -> &[u8] {
        let four = &self.written[usize::from(byte)];
        four.get(..usize::from(four[3] & LENGTH)).expect("at most three bytes are written")
    }
}

/// Copies all `N` bytes, of which the next write overwrites those after the first `len`. Returns `len`.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "a block is encoded to at most three times its length, and `N` is at most eight"
)]
fn put<const N: usize>(written: &mut [u8; WRITTEN], at: usize, bytes: [u8; N], len: usize) -> usize {
    if let Some(target) = written.get_mut(at..at + N) {
        target.copy_from_slice(&bytes);
    }
    len
}

/// Returns the length of the longest prefix of kept characters beyond ASCII; at most [`BLOCK`].
fn kept_beyond_ascii<C: Encodable>(raw: &[u8]) -> usize {
    let raw = raw.get(..raw.len().min(BLOCK)).expect("a minimum is within bounds");
    let end = raw.iter().position(u8::is_ascii).unwrap_or(raw.len());
    let text = raw.get(..end).and_then(|beyond| beyond.utf8_chunks().next());
    let characters = text.map_or("", |text| text.valid()).chars();
    characters.take_while(|&c| C::may_have(c) && !is_bidi_control(c)).map(char::len_utf8).sum()
}
