//! Percent-encoded octets and their normal forms (sections 6.2.2.1 and 6.2.2.2).

use super::rung::Rung;
use crate::grammar::{Characters, Grammar, class};
use crate::percent::{TRIPLETS, value};

/// The normal form of a percent-encoded octet: three bytes, or one and two that do not count.
#[derive(Clone, Copy)]
pub(super) struct Triplet {
    /// The last one says how many count. Four bytes are written at once, and three are not.
    pub(super) bytes: [u8; 4],
}

/// The normal form of each octet.
#[derive(Clone, Copy)]
pub(super) struct Forms(&'static [Triplet; 256]);

impl Forms {
    /// Those of a rung.
    #[inline]
    pub(super) fn on<G: Grammar>(rung: Rung) -> Self {
        Self(if rung < Rung::Percent {
            const { &Triplet::all(&Characters::NONE) }
        } else {
            const { &Triplet::all(&G::CHARACTERS) }
        })
    }

    /// The normal form of the one with these digits; none where they are no digits, which no grammar here has,
    /// but an edited one may have.
    #[inline]
    pub(super) fn of(self, digits: [u8; 2]) -> Option<Triplet> {
        self.0.get(usize::from(value(digits))).copied()
    }

    /// Whether the one with these digits is in its normal form.
    #[inline]
    pub(super) fn is_normal(self, [high, low]: [u8; 2]) -> bool {
        let is_upper_case = high.max(low) < b'a';
        // Beyond ASCII nothing is decoded.
        is_upper_case && high >= b'8'
            || self.of([high, low]).is_none_or(|form| is_upper_case && !form.is_decoded())
    }
}

impl Triplet {
    /// Whether it is an unreserved character.
    #[inline]
    pub(super) const fn is_decoded(self) -> bool {
        self.bytes[3] == 1
    }

    /// How many bytes it has.
    #[inline]
    pub(super) const fn len(self) -> usize {
        self.bytes[3] as usize
    }

    /// Those of all octets, of which unreserved characters are decoded.
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

/// The percent-encoded octet at the start of these bytes: its digits.
#[inline]
pub(super) fn digits(bytes: &[u8]) -> Option<[u8; 2]> {
    match bytes.first_chunk() {
        Some(&[b'%', high, low]) => Some([high, low]),
        _ => None,
    }
}
