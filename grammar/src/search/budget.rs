//! How much work a search may do.

use std::time::{Duration, Instant};

/// How much work a [`Search`](crate::Search) may do. It ends when either is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The steps of both grammars together, as [`Machine::run`](crate::Machine::run) counts them. The last text may
    /// take 100,000 more. As long as the time is not used up, the same number of steps gives the same result.
    pub steps: u64,
    /// The time for all rules together.
    pub time: Duration,
}

impl Effort {
    /// Four seconds, and as many steps as they allow.
    pub const DEFAULT: Effort = Effort { steps: u64::MAX, time: Duration::from_secs(4) };
}

/// What is left of an effort, or of a share of it.
pub(super) struct Budget {
    steps: u64,
    /// The end of the time, unless it is too far away to be represented.
    end: Option<Instant>,
    used: u64,
}

impl Budget {
    pub(super) fn new(effort: Effort) -> Budget {
        Budget { steps: effort.steps, end: Instant::now().checked_add(effort.time), used: 0 }
    }

    #[expect(clippy::arithmetic_side_effects, reason = "no more steps are used than there are")]
    fn steps_left(&self) -> u64 {
        self.steps - self.used
    }

    pub(super) fn is_spent(&self) -> bool {
        self.steps_left() == 0 || self.end.is_some_and(|end| Instant::now() >= end)
    }

    pub(super) fn spend(&mut self, steps: u64) {
        self.used = self.used.saturating_add(steps).min(self.steps);
    }

    /// Does work with one of so many equal shares of what is left.
    #[expect(clippy::arithmetic_side_effects, reason = "it is no later than the end")]
    pub(super) fn share<T>(&mut self, shares: usize, work: impl FnOnce(&mut Budget) -> T) -> T {
        let now = Instant::now();
        let shares = u32::try_from(shares.max(1)).unwrap_or(u32::MAX);
        let end = self.end.map(|end| now + end.saturating_duration_since(now) / shares);
        let mut share = Budget { steps: self.steps_left().div_ceil(u64::from(shares)), end, used: 0 };
        let done = work(&mut share);
        self.spend(share.used);
        done
    }
}
