//! Whether a `.` follows a `/`.

use core::ops::Range;

use super::lanes::{Lanes, bits, is, load};

/// Returns whether a `.` follows a `/` in this part of the text; perhaps also if one does before the part.
///
/// The bytes that are read at once overlap, or lie before the part, because comparing bytes in vain takes less time than
/// a mispredicted branch on the length.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "what is read begins less than 193 bytes behind the end of a slice, which is at most `isize::MAX`"
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

/// Tells of each pair of adjacent bytes, among `N` at `at` or the last `N` if fewer follow, whether it is `/.`. `N` is a
/// multiple of 16 and one.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "offsets are less than `N`")]
fn pairs<const N: usize>(text: &[u8], at: usize) -> Lanes {
    let at = at.min(text.len().saturating_sub(N));
    let bytes = text.get(at..).and_then(|rest| rest.first_chunk::<N>()).expect("there are `N` bytes");
    let pairs = |at: usize| is(load(bytes, at), b'/') & is(load(bytes, at + 1), b'.');
    (1..N / 16).fold(pairs(0), |found, vector| found | pairs(16 * vector))
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::may_have_slash_and_dot;

    /// Places a pair at each offset of parts around the lengths that are read in different ways.
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
}
