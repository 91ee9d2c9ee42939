//! Random choices that depend on nothing but the seed.
//!
//! The values for a seed must not change with a version of the generator. `rand_pcg` guarantees that its
//! values are stable; smaller crates, such as `fastrand`, do not.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

#[derive(Debug, Clone)]
pub(crate) struct Random(Pcg64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Pcg64::seed_from_u64(seed))
    }

    /// Returns a uniformly distributed number below the bound, or `None` if the bound is 0.
    pub(crate) fn below(&mut self, bound: u128) -> Option<u128> {
        let largest = bound.checked_sub(1)?;
        // Rejection sampling: of the numbers with as many bits as the largest, at least half are accepted.
        loop {
            let bits = u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64());
            let number = bits.checked_shr(largest.leading_zeros()).unwrap_or(0);
            if number <= largest {
                return Some(number);
            }
        }
    }

    /// Returns `true` in that many of so many cases.
    pub(crate) fn chance(&mut self, times: u32, of: u32) -> bool {
        self.below(u128::from(of)).is_some_and(|number| number < u128::from(times))
    }

    /// Returns the index of a weight, chosen with a probability proportional to the weight, or `None` if all
    /// are zero.
    pub(crate) fn pick(&mut self, weights: impl Iterator<Item = u128> + Clone) -> Option<usize> {
        let mut rest = self.below(weights.clone().sum())?;
        weights.into_iter().position(|weight| match rest.checked_sub(weight) {
            Some(less) => {
                rest = less;
                false
            }
            None => true,
        })
    }
}
