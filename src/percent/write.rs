//! The encoder at work: what stays is found eight bytes at a time and copied whole, what does not is written
//! block by block.

use alloc::string::String;

use crate::percent::digits::{digits, octet, triplet};
use crate::percent::encoder::{ENCODED, KEPT};
use crate::percent::{Component, Encoder};

/// How many bytes of raw data are written at once.
const BLOCK: usize = 64;

impl<C: Component> Encoder<C> {
    /// Writes the text of raw data at the end of a string.
    pub(super) fn append(&self, mut raw: &[u8], text: &mut String) {
        while !raw.is_empty() {
            let kept = self.kept(raw);
            text.push_str(kept);
            raw = raw.get(kept.len()..).unwrap_or_default();
            let (block, rest) = raw.split_at(self.block(raw));
            self.append_block(block, text);
            raw = rest;
        }
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
        let becomes = |byte: &u8| self.becomes[usize::from(*byte)];
        let (eights, _) = raw.as_chunks::<8>();
        let stay = |eight: &&[u8; 8]| eight.iter().fold(KEPT, |all, byte| all | becomes(byte)) == KEPT;
        let len = 8 * eights.iter().take_while(stay).count();
        let rest = raw.get(len..).unwrap_or_default();
        len + rest.iter().take_while(|byte| becomes(byte) == KEPT).count()
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

    /// Writes up to [`BLOCK`] bytes, without a branch that depends on them.
    #[inline]
    fn append_block(&self, block: &[u8], text: &mut String) {
        let mut written = [0; 3 * BLOCK];
        let mut len = 0;
        for &byte in block {
            let becomes = self.becomes[usize::from(byte)];
            let first = match becomes {
                KEPT => byte,
                ENCODED => b'%',
                instead => instead,
            };
            let [high, low] = digits(byte);
            if let Some(three) = written.get_mut(len..len + 3) {
                three.copy_from_slice(&[first, high, low]);
            }
            len += if becomes == ENCODED { 3 } else { 1 };
        }
        let written = written.get(..len).and_then(|written| core::str::from_utf8(written).ok());
        text.push_str(written.unwrap_or_default());
    }

    /// What is written for an octet that does not stay.
    #[inline]
    pub(super) fn instead(&self, byte: u8) -> &'static str {
        match self.becomes[usize::from(byte)] {
            ENCODED => triplet(byte),
            instead => core::str::from_utf8(octet(instead)).unwrap_or_default(),
        }
    }
}

/// How many bytes at the start are characters beyond ASCII that stay; of many, those at the start.
fn kept_beyond_ascii<C: Component>(raw: &[u8]) -> usize {
    let raw = raw.get(..raw.len().min(BLOCK)).unwrap_or_default();
    let end = raw.iter().position(u8::is_ascii).unwrap_or(raw.len());
    let text = raw.get(..end).and_then(|beyond| beyond.utf8_chunks().next());
    let characters = text.map_or("", |text| text.valid()).chars();
    characters.take_while(|&c| C::may_have(c)).map(char::len_utf8).sum()
}
