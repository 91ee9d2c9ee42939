//! Words with a bit for each byte of a text, by which bytes are found without a loop over them.

use super::lanes::{Lanes, bits, lanes, load};
use super::search::few;

/// The number of bytes that a word tells of.
pub(crate) const WORD: usize = 64;

/// Returns words with a bit for each of the first 64 bytes of which something holds. Nothing may hold of a zero.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "more than 16 bytes here")]
pub(crate) fn words<const N: usize>(bytes: &[u8], holds: impl Fn(Lanes) -> [Lanes; N]) -> [u64; N] {
    let len = bytes.len();
    if len < 16 {
        return holds(lanes(short(bytes).to_le_bytes())).map(bits);
    }
    let mut words = holds(load(bytes, 0)).map(bits);
    let mut add = |at: usize| {
        for (word, holds) in words.iter_mut().zip(holds(load(bytes, at))) {
            *word |= bits(holds) << at;
        }
    };
    // A branch for each vector costs less than vectors that are not needed. The last overlaps the one before.
    if len > 16 {
        if len > 32 {
            add(16);
            if len > 48 {
                add(32);
            }
        }
        add(len.min(WORD) - 16);
    }
    words
}

/// Returns fewer than sixteen bytes as a number, the first byte in the lowest position.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "from 8 to 15 bytes here")]
fn short(bytes: &[u8]) -> u128 {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(&first), Some(&last)) => {
            let (first, last) = (u64::from_le_bytes(first), u64::from_le_bytes(last));
            // The two may overlap, and are equal where they do.
            u128::from(first) | u128::from(last) << (8 * (bytes.len() - 8))
        }
        _ => u128::from(few(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::is;
    use super::words;

    #[test]
    fn have_a_bit_for_each_byte_of_texts_of_each_length() {
        for length in 0..=100 {
            for place in 0..length {
                let mut text = vec![b'-'; length];
                text[place] = b'%';
                let [percents, others] = words(&text, |bytes| [is(bytes, b'%'), is(bytes, b'-')]);
                let known = u64::MAX >> (64 - length.min(64));
                assert_eq!(percents, if place < 64 { 1 << place } else { 0 }, "{place} of {length}");
                assert_eq!(others, known & !percents, "{place} of {length}");
            }
        }
    }
}
