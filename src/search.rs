//! Bytes of a path, looked for eight at a time.

use core::ops::Range;

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGH_BITS: u64 = ONES << 7;
const SLASHES: u64 = ONES * b'/' as u64;
const DOTS: u64 = ONES * b'.' as u64;
const PERCENTS: u64 = ONES * b'%' as u64;

/// Where the first `%` is.
#[inline]
pub(crate) fn first_percent(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    while let Some(&eight) = bytes.get(start..)?.first_chunk() {
        let found = percents(eight);
        if found != 0 {
            return Some(start + found.trailing_zeros() as usize / 8);
        }
        start += 8;
    }
    Some(start + bytes.get(start..)?.iter().position(|&byte| byte == b'%')?)
}

/// The high bit in the byte of the first `%`, and perhaps in bytes after it.
#[inline]
pub(crate) fn percents(eight: [u8; 8]) -> u64 {
    let differ = u64::from_le_bytes(eight) ^ PERCENTS;
    differ.wrapping_sub(ONES) & !differ & HIGH_BITS
}

/// Whether there is an upper-case letter of ASCII.
#[inline]
pub(crate) fn has_upper_case(bytes: &[u8]) -> bool {
    let (eights, rest) = bytes.as_chunks();
    let mut found = 0;
    for &eight in eights {
        let word = u64::from_le_bytes(eight);
        let low = word & !HIGH_BITS;
        // The high bit in each byte that is `A` or more, and not in those that are more than `Z`.
        let from_a = low + ONES * (0x80 - b'A') as u64;
        let beyond_z = low + ONES * (0x7F - b'Z') as u64;
        found |= from_a & !beyond_z & !word & HIGH_BITS;
    }
    found != 0 || rest.iter().any(u8::is_ascii_uppercase)
}

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

/// Whether a `.` follows a `/` somewhere in this part of the text.
#[inline]
pub(crate) fn has_slash_and_dot(text: &[u8], part: Range<usize>) -> bool {
    let Range { mut start, end } = part;
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

/// Where a `/` is first followed by a `.`.
#[inline]
pub(crate) fn first_slash_and_dot(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    while let Some(nine) = bytes.get(start..)?.first_chunk() {
        let found = found_pairs(nine, 0);
        if found != 0 {
            return Some(start + found.trailing_zeros() as usize / 8);
        }
        start += 8;
    }
    Some(start + bytes.get(start..)?.windows(2).position(|pair| pair == b"/.")?)
}

/// Whether one of the eight pairs in these bytes is a `/` and a `.`, but for the first few.
#[inline]
fn pairs(nine: &[u8; 9], but: usize) -> bool {
    found_pairs(nine, !u64::MAX.checked_shl(8 * but as u32).unwrap_or(0)) != 0
}

/// The high bit in the byte of the first pair that is a `/` and a `.`, and perhaps in bytes after it, but for
/// those pairs that are left out.
#[inline]
fn found_pairs(nine: &[u8; 9], out: u64) -> u64 {
    let word = |eight: Option<&[u8; 8]>| eight.map_or(0, |&eight| u64::from_le_bytes(eight));
    // Zero in the byte of each such pair.
    let differ = (word(nine.first_chunk()) ^ SLASHES) | (word(nine.last_chunk()) ^ DOTS) | out;
    differ.wrapping_sub(ONES) & !differ & HIGH_BITS
}
