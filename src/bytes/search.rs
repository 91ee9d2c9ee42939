//! Byte searches that read eight bytes at a time.

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGH_BITS: u64 = ONES << 7;
const SLASHES: u64 = ONES * b'/' as u64;
const DOTS: u64 = ONES * b'.' as u64;
const PERCENTS: u64 = ONES * b'%' as u64;

/// Returns the bytes in chunks of eight, and the remainder.
#[inline(always)]
pub(crate) fn eights(bytes: &[u8]) -> (impl Iterator<Item = &[u8; 8]>, &[u8]) {
    let eights = bytes.chunks_exact(8);
    let rest = eights.remainder();
    (eights.map(|eight| eight.first_chunk().expect("each has eight bytes")), rest)
}

/// Returns the offset of the first `%` at or after `from`.
#[inline]
pub(crate) fn first_percent(bytes: &[u8], from: usize) -> Option<usize> {
    first_in_words(bytes, from, |word| first_zero(word ^ PERCENTS))
}

/// Returns the offset of the first byte at or after `from` that is `%` or beyond ASCII.
#[inline]
pub(crate) fn first_percent_or_beyond_ascii(bytes: &[u8], from: usize) -> Option<usize> {
    first_in_words(bytes, from, |word| first_zero(word ^ PERCENTS) | word & HIGH_BITS)
}

/// Returns the offset of the first byte at or after `from` for which `found` sets the high bit in a word. `found` must not
/// set the high bit of a zero byte, because zeros pad the last word. Only the lowest bit that it sets has to be exact.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "the found byte lies in the slice, and so does each step")]
fn first_in_words(bytes: &[u8], from: usize, found: impl Fn(u64) -> u64) -> Option<usize> {
    let (eights, rest) = eights(bytes.get(from..)?);
    for (number, eight) in eights.enumerate() {
        let found = found(u64::from_le_bytes(*eight));
        if found != 0 {
            return Some(from + 8 * number + found.trailing_zeros() as usize / 8);
        }
    }
    if rest.is_empty() {
        return None;
    }
    let start = bytes.len() - rest.len();
    let found = found(u64::from_le_bytes(eight_at(bytes, start)));
    (found != 0).then(|| start + found.trailing_zeros() as usize / 8)
}

/// Returns the eight bytes at `at`, padded with zeros if fewer remain. At least one byte must remain.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "from one to seven bytes remain, so from one to seven are shifted out"
)]
pub(crate) fn eight_at(text: &[u8], at: usize) -> [u8; 8] {
    let rest = text.get(at..).unwrap_or_default();
    if let Some(&eight) = rest.first_chunk() {
        return eight;
    }
    if let Some(&last) = text.last_chunk() {
        return (u64::from_le_bytes(last) >> (8 * (8 - rest.len()))).to_le_bytes();
    }
    few(rest).to_le_bytes()
}

/// Returns fewer than eight bytes as a little-endian number, which is faster than a copy of variable length.
#[inline]
#[expect(clippy::arithmetic_side_effects, reason = "at most seven bytes are shifted by at most six")]
pub(super) fn few(bytes: &[u8]) -> u64 {
    if let (Some(&start), Some(&end)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (start, end) = (u32::from_le_bytes(start), u32::from_le_bytes(end));
        // Where the two overlap, they hold the same bytes.
        return u64::from(start) | u64::from(end) << (8 * (bytes.len() - 4));
    }
    let last = bytes.len().saturating_sub(1);
    let byte = |at: usize| u64::from(bytes.get(at).copied().unwrap_or_default()) << (8 * at);
    byte(0) | byte(last.div_ceil(2)) | byte(last)
}

/// Returns a word with the high bit set in the first zero byte, and perhaps in bytes after it.
#[inline]
fn first_zero(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGH_BITS
}

/// Returns a word with the high bit set in exactly the zero bytes.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "no byte carries into the next, because its high bit is clear"
)]
fn zeros(word: u64) -> u64 {
    !(((word & !HIGH_BITS) + !HIGH_BITS) | word) & HIGH_BITS
}

/// Returns whether the bytes contain an ASCII letter in upper case.
#[inline]
pub(crate) fn has_upper_case(bytes: &[u8]) -> bool {
    let (eights, rest) = eights(bytes);
    let found = eights.fold(0, |found, eight| found | upper_case(*eight));
    match bytes.last_chunk() {
        Some(&last) => found | upper_case(last) != 0,
        None => rest.iter().any(u8::is_ascii_uppercase),
    }
}

/// Converts ASCII letters to lower case in place.
#[inline]
pub(crate) fn lower_case(bytes: &mut [u8]) {
    let lower = |eight: [u8; 8]| (u64::from_le_bytes(eight) | upper_case(eight) >> 2).to_le_bytes();
    let last = bytes.last_chunk().map(|&last| lower(last));
    let mut rest = &mut *bytes;
    while let Some((eight, after)) = rest.split_first_chunk_mut() {
        *eight = lower(*eight);
        rest = after;
    }
    match (bytes.last_chunk_mut(), last) {
        (Some(end), Some(last)) => *end = last,
        _ => bytes.make_ascii_lowercase(),
    }
}

/// Returns a word with the high bit set in each byte that is an ASCII letter in upper case.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "no byte carries into the next, because its high bit is clear"
)]
fn upper_case(eight: [u8; 8]) -> u64 {
    let word = u64::from_le_bytes(eight);
    let low = word & !HIGH_BITS;
    // The high bit of a byte is set in `from_a` if the byte is at least `A`, and in `beyond_z` if it is above `Z`.
    let from_a = low + ONES * (0x80 - b'A') as u64;
    let beyond_z = low + ONES * (0x7F - b'Z') as u64;
    from_a & !beyond_z & !word & HIGH_BITS
}

/// Returns the length of the common prefix.
#[inline]
#[expect(clippy::arithmetic_side_effects, reason = "the rest of a slice is not longer than the slice")]
pub(crate) fn common_start(a: &[u8], b: &[u8]) -> usize {
    let (mut left, mut right) = (a, b);
    while let (Some((&eight, after)), Some((&other, after_other))) =
        (left.split_first_chunk(), right.split_first_chunk())
    {
        let differs = u64::from_le_bytes(eight) ^ u64::from_le_bytes(other);
        if differs != 0 {
            return a.len() - left.len() + differs.trailing_zeros() as usize / 8;
        }
        (left, right) = (after, after_other);
    }
    a.len() - left.len() + left.iter().zip(right).take_while(|(a, b)| a == b).count()
}

/// Returns the offset of the last `/`.
#[inline]
#[expect(clippy::arithmetic_side_effects, reason = "the found byte lies in the slice, and so does each step")]
pub(crate) fn last_slash(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    while let Some(&eight) = bytes.get(..end)?.last_chunk() {
        let found = zeros(u64::from_le_bytes(eight) ^ SLASHES);
        if found != 0 {
            return Some(end - 1 - found.leading_zeros() as usize / 8);
        }
        end -= 8;
    }
    bytes.get(..end)?.iter().rposition(|&byte| byte == b'/')
}

/// Returns the offset of the first byte that is one of `stops`.
#[inline(always)]
#[expect(clippy::arithmetic_side_effects, reason = "the found byte lies in the slice, and so does each step")]
pub(crate) fn first_of<const N: usize>(bytes: &[u8], stops: [u8; N]) -> Option<usize> {
    let (eights, rest) = eights(bytes);
    for (number, eight) in eights.enumerate() {
        let before = before_any(eight, stops);
        if before < 8 {
            return Some(8 * number + before);
        }
    }
    if rest.is_empty() {
        return None;
    }
    let start = bytes.len() - rest.len();
    let at = start + before_any(&eight_at(bytes, start), stops);
    (at < bytes.len()).then_some(at)
}

/// Returns the offset of the first byte that is one of `stops`, or eight if there is none.
#[inline]
pub(crate) fn before_any<const N: usize>(eight: &[u8; 8], stops: [u8; N]) -> usize {
    let word = u64::from_le_bytes(*eight);
    let found = stops.into_iter().fold(0, |found, stop| found | first_zero(word ^ (ONES * u64::from(stop))));
    found.trailing_zeros() as usize / 8
}

/// Returns the offset of the first `/.`.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    reason = "the found pair lies in the slice, and so do steps of eight bytes if nine remain"
)]
pub(crate) fn first_slash_and_dot(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    while let Some(nine) = bytes.get(start..)?.first_chunk() {
        let found = found_pairs(nine);
        if found != 0 {
            return Some(start + found.trailing_zeros() as usize / 8);
        }
        start += 8;
    }
    Some(start + bytes.get(start..)?.windows(2).position(|pair| pair == b"/.")?)
}

/// Returns a word with the high bit set at the `/` of the first `/.`, and perhaps in bytes after it.
#[inline]
fn found_pairs(nine: &[u8; 9]) -> u64 {
    let word = |eight: Option<&[u8; 8]>| eight.map_or(0, |&eight| u64::from_le_bytes(eight));
    // The argument has a zero byte at the `/` of each `/.`.
    first_zero((word(nine.first_chunk()) ^ SLASHES) | (word(nine.last_chunk()) ^ DOTS))
}

#[cfg(test)]
mod tests {
    use super::{common_start, first_percent, first_percent_or_beyond_ascii};

    /// Tries each byte at each position, also among bytes that could set the next byte's high bit by a borrow.
    #[test]
    fn the_first_percent_and_the_first_byte_beyond_ascii_are_found() {
        for around in [b'a', b'$', b'\'', 0] {
            for (len, place) in (1..=24).flat_map(|len| (0..len).map(move |place| (len, place))) {
                for byte in 0..=255 {
                    let mut bytes = [around; 24];
                    bytes[place] = byte;
                    for from in 0..=len {
                        let at = (place >= from).then_some(place);
                        let case = (byte, place, len, from);
                        assert_eq!(
                            first_percent(&bytes[..len], from),
                            at.filter(|_| byte == b'%'),
                            "{case:?}"
                        );
                        let is_found = byte == b'%' || byte >= 0x80;
                        assert_eq!(
                            first_percent_or_beyond_ascii(&bytes[..len], from),
                            at.filter(|_| is_found),
                            "{case:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_common_start_ends_at_the_first_difference() {
        let one = [b'a'; 40];
        for (len, place) in (0..=40).flat_map(|len| (0..40).map(move |place| (len, place))) {
            let mut other = one;
            other[place] = b'b';
            assert_eq!(common_start(&one[..len], &other), place.min(len), "{place} of {len}");
            assert_eq!(common_start(&other, &one[..len]), place.min(len), "{place} of {len}");
        }
    }
}
