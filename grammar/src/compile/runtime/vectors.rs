pub(crate) use wide::i8x16 as Vector;
use wide::{CmpEq, CmpGt};

use super::scan;
pub(crate) use super::scan::{NO, TOO_DEEP};

#[inline(always)]
pub(crate) fn splat(byte: u8) -> Vector {
    Vector::splat(byte as i8)
}

#[inline(always)]
pub(crate) fn is_byte(bytes: Vector, byte: u8) -> Vector {
    bytes.cmp_eq(splat(byte))
}

/// Tests which bytes are in a range. Adds a constant that moves the range to the greatest signed bytes, so that a single
/// comparison suffices.
#[inline(always)]
pub(crate) fn is_in(bytes: Vector, first: u8, last: u8) -> Vector {
    let moved = bytes + splat(0x7f_u8.wrapping_sub(last));
    moved.cmp_gt(splat(0x7e_u8.wrapping_sub(last - first)))
}

/// Returns the bytes with `bit` set in each.
#[inline(always)]
pub(crate) fn with(bytes: Vector, bit: u8) -> Vector {
    bytes | splat(bit)
}

/// Converts the bytes to a vector. Uses a loop over indices, because without link-time optimization `map` of an array is
/// not inlined.
#[inline(always)]
fn vector(bytes: [u8; 16]) -> Vector {
    let mut signed = [0; 16];
    let mut index = 0;
    while index < 16 {
        signed[index] = bytes[index] as i8;
        index += 1;
    }
    Vector::new(signed)
}

#[inline(always)]
fn load(bytes: &[u8], at: usize) -> Vector {
    match bytes.split_at(at).1.first_chunk::<16>() {
        Some(chunk) => vector(*chunk),
        None => panic!("invariant broken: a vector is loaded where 16 bytes are left"),
    }
}

/// Returns a vector of fewer than 16 bytes, padded with zeros.
#[inline(always)]
fn load_short(bytes: &[u8]) -> Vector {
    let len = bytes.len();
    let both = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u64::from_le_bytes(*first) as u128 | (u64::from_le_bytes(*last) as u128) << (8 * (len - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        (u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << (8 * (len - 4))) as u128
    } else if let (Some(first), Some(last)) = (bytes.first(), bytes.last()) {
        (*first as u32 | (bytes[len / 2] as u32) << (8 * (len / 2)) | (*last as u32) << (8 * (len - 1))) as u128
    } else {
        0
    };
    vector(both.to_le_bytes())
}

#[inline(always)]
fn bits(holds: Vector) -> u64 {
    holds.move_mask() as u64
}

/// Sets 16 bits from `at` in each word by the result of a test. Uses a loop over indices, because without link-time
/// optimization `map` and `zip` of arrays are not inlined.
#[inline(always)]
fn put<const N: usize>(words: &mut [u64; N], holds: [Vector; N], at: usize) {
    let mut index = 0;
    while index < N {
        words[index] |= bits(holds[index]) << at;
        index += 1;
    }
}

/// Returns words with a bit for each of the first 64 bytes, from the tests `all`, and words with a bit for each of the
/// first 16 bytes, from the tests `first`. `NUL_COUNTS` is whether a test may hold for the zeros with which short texts
/// are padded.
#[inline(always)]
pub(crate) fn classified<const ALL: usize, const FIRST: usize, const NUL_COUNTS: bool>(
    bytes: &[u8],
    all: impl Fn(Vector) -> [Vector; ALL],
    first: impl Fn(Vector) -> [Vector; FIRST],
) -> ([u64; ALL], [u64; FIRST]) {
    let len = bytes.len();
    let begin = if len < 16 { load_short(bytes) } else { load(bytes, 0) };
    let (mut words, mut firsts) = ([0; ALL], [0; FIRST]);
    put(&mut words, all(begin), 0);
    put(&mut firsts, first(begin), 0);
    if len > 16 {
        // A branch for each vector costs less than testing vectors in vain. The last vector overlaps the previous one.
        if len > 32 {
            put(&mut words, all(load(bytes, 16)), 16);
            if len > 48 {
                put(&mut words, all(load(bytes, 32)), 32);
            }
        }
        let last = if len < 64 { len - 16 } else { 48 };
        put(&mut words, all(load(bytes, last)), last);
    } else if NUL_COUNTS {
        let known = (1 << len) - 1;
        words.iter_mut().chain(&mut firsts).for_each(|word| *word &= known);
    }
    (words, firsts)
}

/// Returns a word with a bit for each of the 64 bytes from `at`.
#[inline(always)]
fn block(bytes: &[u8], at: usize, holds: impl Fn(Vector) -> Vector) -> u64 {
    let part = |by| bits(holds(load(bytes, at + by))) << by;
    part(0) | part(16) | part(32) | part(48)
}

