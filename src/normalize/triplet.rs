//! Percent-encoded octets and their normal forms (sections 6.2.2.1 and 6.2.2.2).

use super::rung::Rung;
use crate::characters::class;
use crate::grammar::Grammar;

/// What becomes of a percent-encoded octet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Triplet {
    /// It stays as it is.
    Normal,
    /// Its digits are put in upper case.
    Encoded,
    /// It is an unreserved character.
    Decoded(u8),
}

impl Triplet {
    /// What becomes of the one with these digits. What is no digit stays as it is; no grammar here has it, an
    /// edited one may.
    #[inline]
    pub(super) fn of<G: Grammar>([high, low]: [u8; 2], rung: Rung) -> Self {
        let is_upper_case = high.max(low) < b'a';
        // Beyond ASCII, where nothing is decoded.
        if high >= b'8' && is_upper_case {
            return Self::Normal;
        }
        let octet = VALUES[usize::from(high)] << 4 | VALUES[usize::from(low)];
        match u8::try_from(octet) {
            Err(_) => Self::Normal,
            Ok(octet) if rung >= Rung::Percent && const { &G::CHARACTERS }.has(class::UNRESERVED, octet) => {
                Self::Decoded(octet)
            }
            Ok(_) if is_upper_case => Self::Normal,
            Ok(_) => Self::Encoded,
        }
    }
}

/// The percent-encoded octet at the start of these bytes: its digits.
#[inline]
pub(super) fn digits(bytes: &[u8]) -> Option<[u8; 2]> {
    match bytes.first_chunk() {
        Some(&[b'%', high, low]) => Some([high, low]),
        _ => None,
    }
}

/// How an octet is percent-encoded.
pub(super) fn encoded(octet: u8) -> [u8; 3] {
    let digit = |value: u8| b"0123456789ABCDEF"[usize::from(value)];
    [b'%', digit(octet >> 4), digit(octet & 15)]
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
