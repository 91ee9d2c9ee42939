//! Bitmaps with a bit for each byte of a slice, which find bytes without a loop over the slice.

use core::ops::Range;

use super::search::few;
#[cfg(not(vectors))]
pub(crate) use by_number::{Lanes, bits, is, lanes, within};
#[cfg(vectors)]
pub(crate) use by_vector::{Lanes, bits, is, lanes, within};

/// The number of bytes that a word covers.
pub(crate) const WORD: usize = 64;

/// Returns a word for each of the `N` predicates in `holds`, with a bit for each of the first 64 bytes, set where the
/// predicate holds. No predicate may hold for zero, because zeros pad short slices.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "more than 16 bytes here")]
pub(crate) fn words<const N: usize>(bytes: &[u8], holds: impl Fn(Lanes) -> [Lanes; N]) -> [u64; N] {
    let len = bytes.len();
    if len < 16 {
        return holds(lanes(short(bytes).to_le_bytes())).map(bits);
    }
    let mut words = [0; N];
    add(&mut words, holds(load(bytes, 0)), 0);
    // A branch for each vector costs less than unneeded vectors. The last vector may overlap the one before it.
    if len > 16 {
        if len > 32 {
            add(&mut words, holds(load(bytes, 16)), 16);
            if len > 48 {
                add(&mut words, holds(load(bytes, 32)), 32);
            }
        }
        let last = len.min(WORD) - 16;
        add(&mut words, holds(load(bytes, last)), last);
    }
    words
}

/// Adds the bits of sixteen bytes from `at` to each word.
#[inline(always)]
fn add<const N: usize>(words: &mut [u64; N], holds: [Lanes; N], at: usize) {
    for (word, holds) in words.iter_mut().zip(holds) {
        *word |= bits(holds) << at;
    }
}

/// Returns the offset of the first byte that is one of `stops` and is not followed by one of `followers`. A stop that is the last
/// byte of a block of 64 is returned whatever follows. None of these bytes may be zero.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "the found byte lies in the slice, and so does each step")]
pub(crate) fn first_far<const N: usize, const M: usize>(
    bytes: &[u8],
    stops: [u8; N],
    followers: [u8; M],
) -> Option<usize> {
    let mut at = 0;
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<WORD>()) {
        // Most blocks have no stop, which is tested without branches, so that the compiler vectorizes it.
        let is_stop = |byte| stops.iter().fold(false, |is, stop| is | (byte == stop));
        if block.iter().fold(false, |found, byte| found | is_stop(byte)) {
            let found = followed(block, stops, followers);
            if found != 0 {
                return Some(at + found.trailing_zeros() as usize);
            }
        }
        at += WORD;
    }
    let found = followed(bytes.get(at..).filter(|rest| !rest.is_empty())?, stops, followers);
    (found != 0).then(|| at + found.trailing_zeros() as usize)
}

/// Returns a word with the bits of the stops that are not followed by one of `followers`.
#[inline(always)]
fn followed<const N: usize, const M: usize>(bytes: &[u8], stops: [u8; N], followers: [u8; M]) -> u64 {
    let any = |bytes: Lanes, of: &[u8]| of.iter().fold(lanes([0; 16]), |any, &byte| any | is(bytes, byte));
    let [stops, followers] = words(bytes, |bytes| [any(bytes, &stops), any(bytes, &followers)]);
    stops & !(followers >> 1)
}

/// Returns fewer than sixteen bytes as a little-endian number.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "from 8 to 15 bytes here")]
fn short(bytes: &[u8]) -> u128 {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(&first), Some(&last)) => {
            let (first, last) = (u64::from_le_bytes(first), u64::from_le_bytes(last));
            // Where the two overlap, they hold the same bytes.
            u128::from(first) | u128::from(last) << (8 * (bytes.len() - 8))
        }
        _ => u128::from(few(bytes)),
    }
}

/// Returns whether `part` contains `/.`. May also return true if only the text before `part` contains it.
///
/// Loads may overlap or begin before the part, because comparing extra bytes takes less time than a mispredicted branch
/// on the length.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "reads begin less than 193 bytes after the end of a slice, which is at most `isize::MAX`"
)]
pub(crate) fn may_have_slash_and_dot(text: &[u8], part: Range<usize>) -> bool {
    let Range { start, end } = part;
    let text = text.get(..end).expect("a part ends in its text");
    if end < 17 {
        return text.windows(2).any(|pair| pair == b"/.");
    }
    let found = match end.saturating_sub(start) {
        0..=33 => pairs::<17>(text, start) | pairs::<17>(text, end),
        34..=65 => pairs::<33>(text, start) | pairs::<33>(text, end),
        _ => {
            let mut found = pairs::<65>(text, start) | pairs::<65>(text, end);
            let mut at = start + 64;
            loop {
                found |= pairs::<65>(text, at) | pairs::<65>(text, at + 64);
                at += 128;
                if at + 65 >= end {
                    break found;
                }
            }
        }
    };
    bits(found) != 0
}

/// Returns lanes of which any is set if the `N` bytes at `at`, or the last `N` if fewer follow, contain `/.`. `N` is a
/// multiple of 16, plus one.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "offsets are less than `N`")]
fn pairs<const N: usize>(text: &[u8], at: usize) -> Lanes {
    let at = at.min(text.len().saturating_sub(N));
    let bytes = text.get(at..).and_then(|rest| rest.first_chunk::<N>()).expect("there are `N` bytes");
    let pairs = |at: usize| is(load(bytes, at), b'/') & is(load(bytes, at + 1), b'.');
    (1..N / 16).fold(pairs(0), |found, vector| found | pairs(16 * vector))
}

// `Lanes` holds sixteen bytes that are compared at once, in a vector of the target or in a `u128`.

/// Returns the sixteen bytes at `at`.
#[inline(always)]
pub(crate) fn load(bytes: &[u8], at: usize) -> Lanes {
    lanes(*bytes.get(at..).and_then(|rest| rest.first_chunk()).expect("sixteen bytes remain"))
}

#[cfg(vectors)]
mod by_vector {
    use wide::{CmpEq, CmpGt, i8x16};

    /// Sixteen bytes, or a mask with all bits of each marked byte.
    pub(crate) type Lanes = i8x16;

    // The compiler unrolls this loop completely. Without link-time optimization, `map` and `zip` are not
    // inlined.
    #[inline(always)]
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "both arrays have sixteen bytes"
    )]
    pub(crate) fn lanes(bytes: [u8; 16]) -> Lanes {
        let mut signed = [0; 16];
        let mut at = 0;
        while at < 16 {
            signed[at] = bytes[at] as i8;
            at += 1;
        }
        Lanes::new(signed)
    }

    /// Marks the bytes that are equal to `byte`.
    #[inline(always)]
    pub(crate) fn is(bytes: Lanes, byte: u8) -> Lanes {
        bytes.cmp_eq(Lanes::splat(byte as i8))
    }

    /// Marks the bytes from `first` to `last`. Adding a constant moves this range to the end of the signed bytes, where
    /// one comparison suffices.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "`first <= last < 0x80`, and vectors add modulo 256")]
    pub(crate) fn within(bytes: Lanes, first: u8, last: u8) -> Lanes {
        debug_assert!(first <= last && last < 0x80, "a range of ASCII characters");
        let moved = bytes + Lanes::splat((0x7F - last) as i8);
        moved.cmp_gt(Lanes::splat((0x7E - (last - first)) as i8))
    }

    /// Returns a bit for each marked byte.
    #[inline(always)]
    pub(crate) fn bits(holds: Lanes) -> u64 {
        holds.move_mask() as u64
    }
}

#[cfg(any(test, not(vectors)))]
mod by_number {
    /// Sixteen bytes, or a mask with the high bit of each marked byte.
    pub(crate) type Lanes = u128;

    const ONES: u128 = u128::from_le_bytes([1; 16]);
    const HIGH_BITS: u128 = ONES << 7;

    #[inline(always)]
    pub(crate) fn lanes(bytes: [u8; 16]) -> Lanes {
        u128::from_le_bytes(bytes)
    }

    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "without its high bit, no byte carries into the next")]
    pub(crate) fn is(bytes: Lanes, byte: u8) -> Lanes {
        let other = bytes ^ (ONES * u128::from(byte));
        !(((other & !HIGH_BITS) + !HIGH_BITS) | other) & HIGH_BITS
    }

    #[inline(always)]
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "`first <= last < 0x80`, so no byte carries into the next"
    )]
    pub(crate) fn within(bytes: Lanes, first: u8, last: u8) -> Lanes {
        debug_assert!(first <= last && last < 0x80, "a range of ASCII characters");
        let low = bytes & !HIGH_BITS;
        let from_first = low + ONES * u128::from(0x80 - first);
        let beyond_last = low + ONES * u128::from(0x7F - last);
        from_first & !beyond_last & !bytes & HIGH_BITS
    }

    #[inline(always)]
    pub(crate) fn bits(holds: Lanes) -> u64 {
        // Each set bit of the factor moves the bit of one byte into the highest byte.
        let eight = |half: u64| (half >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        eight(holds as u64) | eight((holds >> 64) as u64) << 8
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    #[cfg(vectors)]
    use super::by_vector;
    use super::{by_number, first_far, is, may_have_slash_and_dot, words};

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

    #[test]
    fn a_stop_is_found_at_each_offset_unless_it_has_a_follower() {
        for length in 0..=130 {
            let mut text = vec![b'-'; length];
            assert_eq!(first_far(&text, *b":.", *b" "), None, "{length}");
            for place in 0..length {
                text[place] = b':';
                assert_eq!(first_far(&text, *b":.", *b" "), Some(place), "{length}");
                assert_eq!(first_far(&text, *b":.", []), Some(place), "{length}");
                if place + 1 < length {
                    text[place + 1] = b' ';
                    let found = (place % 64 == 63).then_some(place);
                    assert_eq!(first_far(&text, *b":.", *b" "), found, "{place} of {length}");
                    text[place + 1] = b'-';
                }
                text[place] = b'-';
            }
        }
    }

    /// Puts a `/.` at each offset, in parts around the lengths at which the code branches.
    #[test]
    fn each_pair_in_a_part_is_found() {
        for end in (0..=200).chain([255, 256, 257, 258, 321, 322, 323]) {
            let mut text = vec![b'/'; end];
            text.extend_from_slice(b"./.");
            for start in 0..=end {
                assert!(!may_have_slash_and_dot(&text, start..end), "{start}..{end}");
            }
            for dot in 1..end {
                text[dot] = b'.';
                for start in [0, dot / 2, dot - 1] {
                    assert!(may_have_slash_and_dot(&text, start..end), "{dot} in {start}..{end}");
                }
                text[dot] = b'/';
            }
            text.fill(b'.');
            assert!(!may_have_slash_and_dot(&text, 0..end), "{end}");
        }
    }

    /// Compares both implementations with a loop over the bytes.
    #[test]
    fn compare_each_byte_at_each_place() {
        for (byte, place) in (0..=u8::MAX).flat_map(|byte| (0..16).map(move |place| (byte, place))) {
            let mut bytes: [u8; 16] = core::array::from_fn(|at| byte.wrapping_add(at as u8 * 17));
            bytes[place] = byte;
            let expected = |holds: &dyn Fn(u8) -> bool| {
                bytes.iter().enumerate().fold(0, |word, (at, byte)| word | u64::from(holds(*byte)) << at)
            };
            let is = expected(&|other| other == byte);
            let within = expected(&|other| other.is_ascii_uppercase());
            let either = expected(&|other| other == byte || other.is_ascii_uppercase());

            let numbers = by_number::lanes(bytes);
            assert_eq!(by_number::bits(by_number::is(numbers, byte)), is);
            assert_eq!(by_number::bits(by_number::within(numbers, b'A', b'Z')), within);
            let both = by_number::is(numbers, byte) | by_number::within(numbers, b'A', b'Z');
            assert_eq!(by_number::bits(both), either);
            #[cfg(vectors)]
            {
                let vector = by_vector::lanes(bytes);
                assert_eq!(by_vector::bits(by_vector::is(vector, byte)), is);
                assert_eq!(by_vector::bits(by_vector::within(vector, b'A', b'Z')), within);
                let both = by_vector::is(vector, byte) | by_vector::within(vector, b'A', b'Z');
                assert_eq!(by_vector::bits(both), either);
            }
        }
    }
}
