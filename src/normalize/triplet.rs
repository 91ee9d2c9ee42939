//! Percent-encoded octets and their normal forms (sections 6.2.2.1 and 6.2.2.2).

use super::rung::Rung;
use crate::grammar::{Characters, Grammar, class};
use crate::percent::{TRIPLETS, value};

/// The normal form of a percent-encoded octet: three bytes, or one byte and two that are ignored.
#[derive(Clone, Copy)]
pub(super) struct Triplet {
    /// The last byte is the number of bytes that count. Four bytes are written with one store, three are not.
    pub(super) bytes: [u8; 4],
}

/// Look-up table: the normal form of each octet.
#[derive(Clone, Copy)]
pub(super) struct Forms(&'static [Triplet; 256]);

impl Forms {
    /// Returns the table for a rung.
    #[inline]
    pub(super) fn on<G: Grammar>(rung: Rung) -> Self {
        Self(if rung < Rung::Percent {
            const { &Triplet::all(&Characters::NONE) }
        } else {
            const { &Triplet::all(&G::CHARACTERS) }
        })
    }

    /// Returns the normal form of the octet with these digits; `None` if they are not hexadecimal digits,
    /// which is possible only with an edited grammar.
    #[inline]
    pub(super) fn of(self, digits: [u8; 2]) -> Option<Triplet> {
        self.0.get(usize::from(value(digits))).copied()
    }
}

impl Triplet {
    /// Returns whether it is an unreserved character.
    #[inline]
    pub(super) const fn is_decoded(self) -> bool {
        self.bytes[3] == 1
    }

    /// Returns the number of bytes.
    #[inline]
    pub(super) const fn len(self) -> usize {
        self.bytes[3] as usize
    }

    /// Returns the table for all octets, in which unreserved characters are decoded.
    #[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated by the compiler")]
    const fn all(characters: &Characters) -> [Self; 256] {
        let mut forms = [Self { bytes: [0; 4] }; 256];
        let mut octet = 0;
        while octet < 256 {
            let byte = octet as u8;
            forms[octet] = if characters.has(class::UNRESERVED, byte) {
                Self { bytes: [byte, 0, 0, 1] }
            } else {
                let [percent, high, low] = TRIPLETS[octet];
                Self { bytes: [percent, high, low, 3] }
            };
            octet += 1;
        }
        forms
    }
}

/// Returns the digits of the percent-encoded octet that these bytes begin with.
#[inline]
pub(super) fn digits(bytes: &[u8]) -> Option<[u8; 2]> {
    match bytes.first_chunk() {
        Some(&[b'%', high, low]) => Some([high, low]),
        _ => None,
    }
}
