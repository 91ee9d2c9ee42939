//! Sixteen bytes that are compared at once: by vectors of the target or, where it has none, by arithmetic on one large
//! number.

#[cfg(not(vectors))]
pub(crate) use by_number::{Lanes, bits, is, lanes, within};
#[cfg(vectors)]
pub(crate) use by_vector::{Lanes, bits, is, lanes, within};

/// Returns the sixteen bytes at `at`.
#[inline(always)]
pub(crate) fn load(bytes: &[u8], at: usize) -> Lanes {
    lanes(*bytes.get(at..).and_then(|rest| rest.first_chunk()).expect("sixteen bytes are left"))
}

#[cfg(vectors)]
mod by_vector {
    use wide::{CmpEq, CmpGt, i8x16};

    /// Sixteen bytes, or for each of them whether something holds: all bits of the byte, or none.
    pub(crate) type Lanes = i8x16;

    // A loop over indices, of which nothing is left: without link-time optimization, `map` and `zip` are calls.
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

    /// Tells which bytes are this one.
    #[inline(always)]
    pub(crate) fn is(bytes: Lanes, byte: u8) -> Lanes {
        bytes.cmp_eq(Lanes::splat(byte as i8))
    }

    /// Tells which bytes are ASCII characters in this range, by moving it to the end of the signed bytes, for which
    /// there is one instruction.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "`first <= last < 0x80`, and vectors add modulo 256")]
    pub(crate) fn within(bytes: Lanes, first: u8, last: u8) -> Lanes {
        debug_assert!(first <= last && last < 0x80, "a range of ASCII characters");
        let moved = bytes + Lanes::splat((0x7F - last) as i8);
        moved.cmp_gt(Lanes::splat((0x7E - (last - first)) as i8))
    }

    /// Returns a bit for each byte of which something holds.
    #[inline(always)]
    pub(crate) fn bits(holds: Lanes) -> u64 {
        holds.move_mask() as u64
    }
}

#[cfg(any(test, not(vectors)))]
mod by_number {
    /// Sixteen bytes, or for each of them whether something holds: the high bit of the byte.
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
        // Each factor moves the bit of one byte to the highest byte.
        let eight = |half: u64| (half >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        eight(holds as u64) | eight((holds >> 64) as u64) << 8
    }
}

#[cfg(test)]
mod tests {
    use super::by_number;

    #[cfg(vectors)]
    use super::by_vector;

    /// Checks both ways for each byte at each place among others.
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
