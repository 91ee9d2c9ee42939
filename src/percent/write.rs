//! The encoder at work: eight bytes at a time, which are copied if all of them stay.

use alloc::string::String;
use alloc::vec::Vec;

use crate::bytes::eight_at;
use crate::invariant::Invariant;
use crate::percent::encoder::{KEPT, LENGTH};
use crate::percent::{Component, Encoder};

/// How many bytes of raw data are written at once, at most.
const BLOCK: usize = 64;

/// After so many bytes that stay, bytes that do not are written one by one.
const MANY: usize = 16;

/// How much a block can become, and a byte that is written after the last one.
const WRITTEN: usize = 3 * BLOCK + 1;

impl<C: Component> Encoder<C> {
    /// The text of raw data, so many bytes of which stay at the start.
    pub(super) fn text(&self, raw: &[u8], kept: usize) -> String {
        let (mut kept, mut raw) = raw.split_at(kept);
        let mut text = Vec::new();
        let mut written = [0; WRITTEN];
        while let Some(&octet) = raw.first() {
            // After many bytes that stay, many more are likely to follow the next. The rest is taken to become as
            // long as the block did, or half as long again; where it becomes longer, memory is made later.
            let (encoded, read, like) = if kept.len() < MANY {
                let block = raw.get(..self.block(raw)).invariant("a block is the start of the rest");
                let len = self.write(block, &mut written);
                (
                    written.get(..len).invariant("a block is written within its bounds"),
                    block.len(),
                    (block.len(), len),
                )
            } else {
                let encoded = self.written(octet);
                (encoded, 1, (2, 3))
            };
            let rest = raw.get(read..).invariant("a block is the start of the rest");
            if text.is_empty() {
                let more = (rest.len() / like.0).saturating_add(1).saturating_mul(like.1);
                let _ = text.try_reserve_exact((kept.len() + encoded.len()).saturating_add(more));
                text.extend_from_slice(kept);
            }
            text.extend_from_slice(encoded);
            (kept, raw) = rest.split_at(self.kept(rest));
            text.extend_from_slice(kept);
        }
        String::from_utf8(text).invariant("what is written is ASCII and whole characters")
    }

    /// How many bytes at the start of raw data stay as they are: ASCII, and whole characters beyond it.
    #[inline(always)]
    pub(super) fn kept(&self, raw: &[u8]) -> usize {
        let mut len = self.kept_ascii(raw);
        while self.beyond_ascii
            && let beyond @ 1.. = kept_beyond_ascii::<C>(raw.get(len..).invariant("what stays is the start"))
        {
            len += beyond;
            len += self.kept_ascii(raw.get(len..).invariant("what stays is the start"));
        }
        len
    }

    /// How many bytes at the start stay, all of them ASCII.
    #[inline]
    fn kept_ascii(&self, raw: &[u8]) -> usize {
        if raw.len() < 8 {
            let another = raw.iter().position(|byte| self.written[usize::from(*byte)][3] != KEPT);
            return another.unwrap_or(raw.len());
        }
        let (eights, rest) = raw.as_chunks();
        for (number, eight) in eights.iter().enumerate() {
            if !self.keeps(eight) {
                return 8 * number + self.before_another(*eight);
            }
        }
        if rest.is_empty() {
            return raw.len();
        }
        let start = 8 * eights.len();
        raw.len().min(start + self.before_another(eight_at(raw, start)))
    }

    /// Whether all of the bytes stay.
    #[inline]
    fn keeps(&self, eight: &[u8; 8]) -> bool {
        eight.iter().fold(0, |all, byte| all | self.written[usize::from(*byte)][3]) == KEPT
    }

    /// How many of the bytes there are before one that does not stay. Without a branch that depends on where.
    #[inline]
    fn before_another(&self, eight: [u8; 8]) -> usize {
        let others = eight.map(|byte| self.written[usize::from(byte)][3] & !KEPT);
        u64::from_le_bytes(others).trailing_zeros() as usize / 8
    }

    /// How many bytes can be written one by one: no character beyond ASCII that may stay begins in them, but
    /// for the first byte, which does not stay.
    #[inline]
    fn block(&self, raw: &[u8]) -> usize {
        let len = raw.len().min(BLOCK);
        if !self.beyond_ascii {
            return len;
        }
        let begins = raw.iter().take(len).skip(1).position(|&byte| byte >= 0xC0);
        begins.map_or(len, |begins| begins + 1)
    }

    /// Writes up to [`BLOCK`] bytes, and says how long that is.
    #[inline]
    fn write(&self, block: &[u8], written: &mut [u8; WRITTEN]) -> usize {
        let mut len = 0;
        let (many, rest) = block.as_chunks();
        for bytes in many {
            if self.keeps(bytes) {
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

    /// Without a branch that depends on the byte.
    #[inline]
    fn write_one(&self, byte: u8, written: &mut [u8; WRITTEN], at: usize) -> usize {
        let four = self.written[usize::from(byte)];
        put(written, at, four, usize::from(four[3] & LENGTH))
    }

    /// What is written for an octet that does not stay.
    #[inline]
    pub(super) fn instead(&self, byte: u8) -> &str {
        core::str::from_utf8(self.written(byte)).invariant("what is written is ASCII")
    }

    #[inline]
    fn written(&self, byte: u8) -> &[u8] {
        let four = &self.written[usize::from(byte)];
        four.get(..usize::from(four[3] & LENGTH)).invariant("at most three bytes are written")
    }
}

/// Puts bytes there, of which `len` count.
#[inline]
fn put<const N: usize>(written: &mut [u8; WRITTEN], at: usize, bytes: [u8; N], len: usize) -> usize {
    if let Some(place) = written.get_mut(at..at + N) {
        place.copy_from_slice(&bytes);
    }
    len
}

/// How many bytes at the start are characters beyond ASCII that stay; of many, those at the start.
fn kept_beyond_ascii<C: Component>(raw: &[u8]) -> usize {
    let raw = raw.get(..raw.len().min(BLOCK)).invariant("a minimum is within bounds");
    let end = raw.iter().position(u8::is_ascii).unwrap_or(raw.len());
    let text = raw.get(..end).and_then(|beyond| beyond.utf8_chunks().next());
    let characters = text.map_or("", |text| text.valid()).chars();
    characters.take_while(|&c| C::may_have(c) && !is_bidi_control(c)).map(char::len_utf8).sum()
}

/// Whether the character only says in which direction text runs: Unicode's property `Bidi_Control`, of which
/// RFC 3987 names those that there were (section 4.1). The grammar of IRIs has them all the same.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
