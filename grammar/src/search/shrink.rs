//! Shorter texts that show the same difference.

use crate::search::budget::Budget;
use crate::search::trial::Pair;
use crate::search::verdict::Way;

/// The texts that are tried at most for one difference.
const TRIALS: usize = 2_000;

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// Parts are deleted whose length is a power of two.
    Quick,
    /// Parts of every length are deleted, and pairs of equal characters.
    Thorough,
}

pub(super) struct Shrink<'s, 'g> {
    pair: &'s Pair<'g>,
    rule: &'s str,
    way: Way,
    budget: &'s mut Budget,
    chars: Vec<char>,
    trials: usize,
}

impl<'s, 'g> Shrink<'s, 'g> {
    pub(super) fn new(
        pair: &'s Pair<'g>,
        rule: &'s str,
        way: Way,
        text: &str,
        budget: &'s mut Budget,
    ) -> Self {
        Shrink { pair, rule, way, budget, chars: text.chars().collect(), trials: TRIALS }
    }

    /// Deletes parts of the text, large ones first, as long as the difference remains.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a part is no longer than the text, or than the next power of two"
    )]
    pub(super) fn shrink(mut self, care: Care) -> String {
        loop {
            let mut width = match care {
                Care::Quick => self.chars.len().next_power_of_two(),
                Care::Thorough => self.chars.len(),
            };
            while width > 0 {
                let mut at = 0;
                while at + width <= self.chars.len() {
                    if !self.keep(|index| !(at..at + width).contains(&index)) {
                        at += 1;
                    }
                }
                width = if care == Care::Quick { width / 2 } else { width - 1 };
            }
            if care == Care::Quick || !self.delete_pairs() {
                return self.chars.into_iter().collect();
            }
        }
    }

    /// Deletes pairs of equal characters, such as those of two names that have to be the same.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "places are below the number of characters"
    )]
    fn delete_pairs(&mut self) -> bool {
        let before = self.chars.len();
        let mut first = 0;
        while first < self.chars.len() {
            let c = self.chars[first];
            let others = first + 1..self.chars.len();
            let mut equal = others.filter(|&other| self.chars[other] == c).collect::<Vec<_>>().into_iter();
            if !equal.any(|other| self.keep(|index| index != first && index != other)) {
                first += 1;
            }
        }
        self.chars.len() < before
    }

    /// Keeps only the characters of these indices, if the difference remains.
    #[expect(clippy::arithmetic_side_effects, reason = "a trial is left")]
    fn keep(&mut self, is_kept: impl Fn(usize) -> bool) -> bool {
        if self.trials == 0 || self.budget.is_spent() {
            return false;
        }
        self.trials -= 1;
        let kept = self.chars.iter().enumerate().filter(|&(index, _)| is_kept(index));
        let shorter: String = kept.map(|(_, c)| c).collect();
        let remains = self.pair.run(self.rule, &shorter, self.budget).way == Some(self.way);
        if remains {
            self.chars = shorter.chars().collect();
        }
        remains
    }
}
