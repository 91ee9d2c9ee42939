//! Numbers of strings, to 64 bits of precision.

/// A number of strings in floating point: `digits` times two to the power of `shift`, rounded down.
///
/// Numbers below 2^64 are exact. Larger ones have the highest bit of `digits` set, so that less than one part
/// in 2^63 is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weight {
    digits: u64,
    /// Zero if the number is zero.
    shift: u32,
}

impl Weight {
    pub(crate) const ZERO: Weight = Weight { digits: 0, shift: 0 };
    pub(crate) const ONE: Weight = Weight { digits: 1, shift: 0 };

    /// Returns the sum of weights, each multiplied by a factor. The factors add up to less than 2^64.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a length adds at most 64 bits, and there are at most 2²⁴ lengths"
    )]
    pub(crate) fn sum(parts: impl Iterator<Item = (u64, Weight)> + Clone) -> Weight {
        let shift = Weight::common_shift(parts.clone().map(|(_, weight)| weight));
        let sum: u128 = parts.map(|(times, weight)| weight.shifted(times, shift)).sum();
        let extra = 64u32.saturating_sub(sum.leading_zeros());
        Weight { digits: (sum >> extra) as u64, shift: shift + extra }
    }

    /// Returns a shift with which all the weights can be compared: the largest of theirs.
    pub(crate) fn common_shift(weights: impl Iterator<Item = Weight>) -> u32 {
        weights.map(|weight| weight.shift).max().unwrap_or(0)
    }

    /// Returns the weight times a factor, in units of two to the power of `shift`, which must not be below
    /// its own shift.
    #[expect(clippy::arithmetic_side_effects, reason = "a product of two numbers of 64 bits has 128")]
    pub(crate) fn shifted(self, times: u64, shift: u32) -> u128 {
        let product = u128::from(times) * u128::from(self.digits);
        product.checked_shr(shift.saturating_sub(self.shift)).unwrap_or(0)
    }

    pub(crate) fn is_zero(self) -> bool {
        self.digits == 0
    }
}
