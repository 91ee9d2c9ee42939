//! Bytes, looked for many at a time.

use core::ops::Range;

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGH_BITS: u64 = ONES << 7;
const SLASHES: u64 = ONES * b'/' as u64;
const DOTS: u64 = ONES * b'.' as u64;

/// Where the last `/` is.
#[inline]
pub(crate) fn last_slash(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    while let Some(&eight) = bytes.get(..end)?.last_chunk() {
        // Zero in each byte that is a `/`, and then the high bit in just these.
        let differ = u64::from_le_bytes(eight) ^ SLASHES;
        let found = !(((differ & !HIGH_BITS) + !HIGH_BITS) | differ) & HIGH_BITS;
        if found != 0 {
            return Some(end - 1 - found.leading_zeros() as usize / 8);
        }
        end -= 8;
    }
    bytes.get(..end)?.iter().rposition(|&byte| byte == b'/')
}

/// Where the first of these two bytes is.
#[inline]
pub(crate) fn either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let (eights, _) = bytes.as_chunks();
    for (number, eight) in eights.iter().enumerate() {
        let before = before_either(eight, one, other);
        if before < 8 {
            return Some(8 * number + before);
        }
    }
    let rest = bytes.get(8 * eights.len()..)?;
    let at = rest.iter().position(|&byte| byte == one || byte == other)?;
    Some(8 * eights.len() + at)
}

/// How many bytes there are before the first of these two.
#[inline]
pub(crate) fn before_either(eight: &[u8; 8], one: u8, other: u8) -> usize {
    let word = u64::from_le_bytes(*eight);
    // Of the high bits that remain, the lowest is in the first byte that is zero.
    let zero = |differ: u64| differ.wrapping_sub(ONES) & !differ & HIGH_BITS;
    let found = zero(word ^ (ONES * u64::from(one))) | zero(word ^ (ONES * u64::from(other)));
    found.trailing_zeros() as usize / 8
}

/// Whether a `.` follows a `/` somewhere in this part of the text.
#[inline]
pub(crate) fn has_slash_and_dot(text: &[u8], part: Range<usize>) -> bool {
    let Range { mut start, end } = part;
    while let Some(many) = text.get(start..end).and_then(|rest| rest.first_chunk()) {
        if many_pairs(many) {
            return true;
        }
        start += 32;
    }
    while start + 9 <= end {
        if text.get(start..).and_then(|rest| rest.first_chunk()).is_some_and(|nine| pairs(nine, 0)) {
            return true;
        }
        start += 8;
    }
    match text.get(..end).and_then(|until| until.last_chunk()) {
        Some(nine) => pairs(nine, start + 9 - end),
        None => text.get(start..end).is_some_and(|rest| rest.windows(2).any(|pair| pair == b"/.")),
    }
}

/// Whether one of the pairs in these bytes is a `/` and a `.`. Without a branch, so that vectors do it.
#[inline]
fn many_pairs(bytes: &[u8; 33]) -> bool {
    bytes.windows(2).fold(false, |found, pair| found | ((pair[0] == b'/') & (pair[1] == b'.')))
}

/// Whether one of the eight pairs in these bytes is a `/` and a `.`, but for the first few.
#[inline]
fn pairs(nine: &[u8; 9], but: usize) -> bool {
    let word = |eight: Option<&[u8; 8]>| eight.map_or(0, |&eight| u64::from_le_bytes(eight));
    // Zero in the byte of each such pair, and whether there is one.
    let differ = (word(nine.first_chunk()) ^ SLASHES) | (word(nine.last_chunk()) ^ DOTS);
    let differ = differ | !u64::MAX.checked_shl(8 * but as u32).unwrap_or(0);
    differ.wrapping_sub(ONES) & !differ & HIGH_BITS != 0
}
