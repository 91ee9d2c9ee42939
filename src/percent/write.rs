//! The encoder at work: eight bytes at a time, which are copied if all of them stay.

use alloc::string::String;
use alloc::vec::Vec;

use crate::percent::encoder::{KEPT, LENGTH};
use crate::percent::{Component, Encoder};

/// How many bytes of raw data are written at once.
const BLOCK: usize = 64;

/// How much that can become, and a byte that is written after the last one.
const WRITTEN: usize = 3 * BLOCK + 1;

impl<C: Component> Encoder<C> {
    /// The text of raw data, after what is kept at their start.
    pub(super) fn text(&self, kept: &str, mut raw: &[u8]) -> String {
        let mut text = Vec::with_capacity(kept.len() + raw.len() + raw.len() / 2);
        text.extend_from_slice(kept.as_bytes());
        let mut written = [0; WRITTEN];
        while !raw.is_empty() {
            let (block, rest) = raw.split_at(self.block(raw));
            let len = self.write(block, &mut written);
            text.extend_from_slice(written.get(..len).unwrap_or_default());
            raw = rest;
            if self.beyond_ascii {
                let kept = self.kept(raw);
                text.extend_from_slice(kept.as_bytes());
                raw = raw.get(kept.len()..).unwrap_or_default();
            }
        }
        // ASCII and whole characters.
        String::from_utf8(text).unwrap_or_default()
    }

    /// The longest start of raw data that stays as it is.
    #[inline]
    pub(super) fn kept<'r>(&self, raw: &'r [u8]) -> &'r str {
        let mut len = self.kept_ascii(raw);
        while self.beyond_ascii
            && let beyond @ 1.. = kept_beyond_ascii::<C>(raw.get(len..).unwrap_or_default())
        {
            len += beyond;
            len += self.kept_ascii(raw.get(len..).unwrap_or_default());
        }
        // ASCII and whole characters.
        raw.get(..len).and_then(|kept| core::str::from_utf8(kept).ok()).unwrap_or_default()
    }

    /// How many bytes at the start stay, all of them ASCII.
    #[inline]
    fn kept_ascii(&self, raw: &[u8]) -> usize {
        let (eights, rest) = raw.as_chunks();
        let len = 8 * eights.iter().take_while(|eight| self.keeps(eight)).count();
        if len + rest.len() == raw.len() && raw.last_chunk().is_some_and(|eight| self.keeps(eight)) {
            return raw.len();
        }
        let rest = raw.get(len..).unwrap_or_default();
        len + rest.iter().take_while(|byte| self.written[usize::from(**byte)][3] == KEPT).count()
    }

    /// Whether all of the bytes stay.
    #[inline]
    fn keeps(&self, eight: &[u8; 8]) -> bool {
        let written = eight.iter().map(|byte| u32::from_le_bytes(self.written[usize::from(*byte)]));
        let [.., all] = written.fold(0, |all, written| all | written).to_le_bytes();
        all == KEPT
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
        let (eights, rest) = block.as_chunks();
        for eight in eights {
            if self.keeps(eight) {
                len += put(written, len, *eight, 8);
                continue;
            }
            for byte in eight {
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
        let four = &self.written[usize::from(byte)];
        let written = four.get(..usize::from(four[3] & LENGTH));
        written.and_then(|written| core::str::from_utf8(written).ok()).unwrap_or_default()
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
    let raw = raw.get(..raw.len().min(BLOCK)).unwrap_or_default();
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
