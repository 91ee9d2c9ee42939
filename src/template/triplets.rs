//! The percent-encoded triplets in a text, grouped by the characters that they represent.

use crate::bytes::first_of;
use crate::percent::{encoded_octet, value};

/// Returns the text before the first triplet, the triplet, and the text after it.
pub(super) fn split_first(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0usize;
    loop {
        let rest = text.as_bytes().get(from..)?;
        let at = from.saturating_add(first_of(rest, [b'%'])?);
        if encoded_octet(text.as_bytes().get(at..)?).is_some() {
            let (before, rest) = text.split_at_checked(at)?;
            let (triplet, after) = rest.split_at_checked(3)?;
            return Some((before, triplet, after));
        }
        from = at.saturating_add(1);
    }
}

/// Returns an iterator over the offsets of the characters, where the triplets of one character count as one.
pub(super) fn characters(text: &str) -> impl Iterator<Item = usize> {
    let mut at = 0usize;
    core::iter::from_fn(move || {
        let start = at;
        let (_, len) = first(text.get(at..).filter(|rest| !rest.is_empty())?);
        at = at.saturating_add(len);
        Some(start)
    })
}

/// Returns the first character of a text that is not empty, whether it is written in triplets, and the number of bytes it
/// takes. The character is `None` for a triplet that is not a part of UTF-8.
pub(super) fn first(text: &str) -> (Option<char>, usize) {
    let bytes = text.as_bytes();
    let Some(octet) = encoded_octet(bytes) else {
        let character = text.chars().next().expect("the text is not empty");
        return (Some(character), character.len_utf8());
    };
    let width = match octet {
        ..0x80 => 1,
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
        0x80..0xC0 => return (None, 3),
    };
    let mut octets = [octet; 4];
    let octets = octets.get_mut(..width).expect("a character has at most four octets");
    for (octet, triplet) in octets.iter_mut().zip(bytes.chunks(3)) {
        match encoded_octet(triplet) {
            Some(value) => *octet = value,
            None => return (None, 3),
        }
    }
    let complete = bytes.len() / 3 >= width;
    match core::str::from_utf8(octets).ok().and_then(|text| text.chars().next()).filter(|_| complete) {
        Some(character) => (Some(character), width.saturating_mul(3)),
        None => (None, 3),
    }
}

/// Returns whether the text begins with two hexadecimal digits.
pub(super) fn is_digits(text: &str) -> bool {
    text.as_bytes().first_chunk().is_some_and(|digits| value(*digits) <= 0xFF)
}
