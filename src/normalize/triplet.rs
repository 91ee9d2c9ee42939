//! Percent-encoded octets and their normal forms (sections 6.2.2.1 and 6.2.2.2).

use super::rung::Rung;
use crate::characters::class;
use crate::grammar::Grammar;

/// A percent-encoded octet: its digits, and the unreserved character that it is decoded to, if any.
#[derive(Clone, Copy)]
pub(super) struct Triplet {
    digits: [u8; 2],
    decoded: Option<u8>,
}

impl Triplet {
    /// The one at the start of these bytes. A `%` without two digits is none: no grammar here has it, an
    /// edited one may.
    #[inline]
    pub(super) fn at_start<G: Grammar>(bytes: &[u8], rung: Rung) -> Option<Self> {
        let &[_, high, low] = bytes.first_chunk()?;
        let octet = VALUES[usize::from(high)] << 4 | VALUES[usize::from(low)];
        let octet = u8::try_from(octet).ok()?;
        let is_decoded = rung >= Rung::Percent && const { &G::CHARACTERS }.has(class::UNRESERVED, octet);
        Some(Self { digits: [high, low], decoded: is_decoded.then_some(octet) })
    }

    /// Whether it stays as it is.
    #[inline]
    pub(super) fn is_normal(self) -> bool {
        let [high, low] = self.digits;
        self.decoded.is_none() && high.max(low) < b'a'
    }

    /// What is written for it: so many of these bytes.
    #[inline]
    pub(super) fn normal(self) -> ([u8; 3], usize) {
        let [high, low] = self.digits.map(|digit| digit.to_ascii_uppercase());
        match self.decoded {
            Some(character) => ([character, high, low], 1),
            None => ([b'%', high, low], 3),
        }
    }

    /// How an octet is encoded.
    pub(super) fn encoded(octet: u8) -> [u8; 3] {
        let digit = |value: u8| b"0123456789ABCDEF"[usize::from(value)];
        [b'%', digit(octet >> 4), digit(octet & 15)]
    }
}

/// The value of each hexadecimal digit; for all else one that no octet has.
const VALUES: [u16; 256] = {
    let mut values = [0xFFF; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789ABCDEF"[value] as usize] = value as u16;
        values[b"0123456789abcdef"[value] as usize] = value as u16;
        value += 1;
    }
    values
};
