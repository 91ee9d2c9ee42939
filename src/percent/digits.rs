//! Octets and the percent-encoded triplets that represent them (section 2.1).

use crate::bytes::first_of;

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// Look-up table: the triplet of each octet, with digits in upper case (section 2.1).
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
pub(crate) const TRIPLETS: [[u8; 3]; 256] = {
    let mut triplets = [[b'%'; 3]; 256];
    let mut octet = 0;
    while octet < 256 {
        triplets[octet] = [b'%', DIGITS[octet >> 4], DIGITS[octet & 15]];
        octet += 1;
    }
    triplets
};

/// Look-up table: each octet at its own index, so that [`octet`] can return a `'static` slice.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static OCTETS: [u8; 256] = {
    let mut octets = [0; 256];
    let mut octet = 0;
    while octet < 256 {
        octets[octet] = octet as u8;
        octet += 1;
    }
    octets
};

/// Look-up table: the value of each hexadecimal digit in either case, and a value above 255 for any other byte.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static VALUES: [u16; 256] = {
    let mut values = [0xFFF; 256];
    let mut value = 0;
    while value < 16 {
        values[DIGITS[value] as usize] = value as u16;
        values[DIGITS[value].to_ascii_lowercase() as usize] = value as u16;
        value += 1;
    }
    values
};

/// Returns the octet that two hexadecimal digits represent, or a value above 255 if one of them is not a digit.
#[inline]
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
pub(crate) fn value([high, low]: [u8; 2]) -> u16 {
    VALUES[usize::from(high)] << 4 | VALUES[usize::from(low)]
}

/// Returns the triplet of an octet.
#[inline]
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
pub(crate) fn encoded(octet: u8) -> &'static str {
    static ENCODED: [[u8; 3]; 256] = TRIPLETS;
    core::str::from_utf8(&ENCODED[usize::from(octet)]).expect("a triplet is ASCII")
}

/// Returns an octet as a `'static` slice.
#[inline]
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each byte")]
pub(super) fn octet(octet: u8) -> &'static [u8] {
    core::slice::from_ref(&OCTETS[usize::from(octet)])
}

/// Decodes the triplet at the start of the bytes, if there is one.
#[inline]
pub(crate) fn encoded_octet(bytes: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = bytes else { return None };
    u8::try_from(value([high, low])).ok()
}

/// Returns the offset of the first `%` that is not followed by two digits.
#[expect(clippy::arithmetic_side_effects, reason = "each step ends in the text")]
pub(super) fn without_digits(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while text.get(at..).and_then(|rest| rest.first_chunk()).is_some_and(all_with_digits) {
        at += MANY;
    }
    loop {
        let rest = text.get(at..)?;
        if encoded_octet(rest).is_some() {
            at += 3;
        } else if *rest.first()? == b'%' {
            return Some(at);
        } else {
            at += first_of(rest, [b'%'])?;
        }
    }
}

/// The number of bytes that [`all_with_digits`] checks at once; it also reads the two after them.
const MANY: usize = 32;

/// Returns whether two digits follow each `%` in the first [`MANY`] bytes. The loop has no branches, so that
/// the compiler vectorizes it.
#[inline]
#[expect(clippy::indexing_slicing, reason = "each window has three bytes")]
fn all_with_digits(bytes: &[u8; MANY + 2]) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() | (byte | 0x20).wrapping_sub(b'a').lt(&6);
    bytes
        .windows(3)
        .fold(true, |all, three| all & ((three[0] != b'%') | (is_digit(three[1]) & is_digit(three[2]))))
}
