//! Random choices that are the same everywhere for the same seed.
//!
//! What a seed gives must not change with a version of the generator. `rand_pcg` promises that of its
//! values; smaller crates, such as `fastrand`, do not.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

#[derive(Debug, Clone)]
pub(crate) struct Random(Pcg64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Pcg64::seed_from_u64(seed))
    }

    /// A number below the bound, each as likely; none below 0.
    pub(crate) fn below(&mut self, bound: u128) -> Option<u128> {
        let largest = bound.checked_sub(1)?;
        // Of as many bits as the largest has, at least every other number is below the bound.
        loop {
            let bits = u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64());
            let number = bits.checked_shr(largest.leading_zeros()).unwrap_or(0);
            if number <= largest {
                return Some(number);
            }
        }
    }

    /// The place of a weight, each as likely as its weight says; none if there is nothing but zeros.
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
