//! What a derivation decides at random: among alternatives, and how often something is repeated.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a length is at most `UNBOUNDED` for each task, of which there are fewer than 32 bits count"
)]
use crate::sample::cost::Cost;
use crate::sample::derivation::Derivation;
use crate::sample::derive::{Derivations, Goal};
use crate::sample::length::Length;
use crate::sample::shape::Shape;

/// How deep rules may call each other before the smallest derivations are chosen.
const DEEP: usize = 200;
/// The number of alternatives that are compared in one step.
const COMPARED: usize = 8;

impl Derivation<'_, '_> {
    /// Returns what the expression is to be derived as.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "there are fewer expressions on the way than nodes; a node is one of the shapes, and the \
                  number below the bound"
    )]
    pub(super) fn goal(&mut self, node: usize, on_way: bool) -> Option<Goal> {
        if on_way && self.along + 1 == self.plan.way.len() && self.plan.goal.is_some() {
            return self.plan.goal;
        }
        if self.is_closing(0) {
            return None;
        }
        let wanted = self.plan.wanted.get(&node)?;
        self.left = self.left.saturating_sub(wanted.len() / COMPARED);
        let Derivations { shapes, lengths, .. } = self.derivations;
        let suits = |goal: &&Goal| match (&shapes.nodes[node], **goal) {
            (Shape::Choice(alternatives), Goal::Alternative(index)) => {
                self.suits(lengths.of(alternatives[index]))
            }
            (Shape::Repeat { inner, .. }, Goal::Times(times)) => {
                self.suits(lengths.of(*inner).times(times, Some(times)))
            }
            _ => true,
        };
        let suiting: Vec<Goal> = wanted.iter().filter(suits).copied().collect();
        let chosen = self.random.below(suiting.len() as u128)? as usize;
        // Not always: what leads to another point may have to be derived otherwise.
        self.random.chance(7, 8).then_some(suiting[chosen])
    }

    /// Returns an alternative of a choice, so that the length can become the wanted one if that is possible.
    #[expect(
        clippy::indexing_slicing,
        reason = "there is a weight for each alternative, which is one of the shapes"
    )]
    pub(super) fn alternative(&mut self, node: usize, alternatives: &[usize], depth: usize) -> Option<usize> {
        self.left = self.left.saturating_sub(alternatives.len() / COMPARED);
        let Derivations { shapes, costs, lengths, .. } = self.derivations;
        let weights = shapes.weights(node);
        let weight = |index: usize| match weights {
            _ if costs[alternatives[index]] == Cost::MAX => 0,
            Some(weights) => u128::from(weights[index]),
            None => 1,
        };
        let indices = 0..alternatives.len();
        let suits = |index: usize| self.suits(lengths.of(alternatives[index]));
        let chosen = if self.is_closing(depth) {
            None
        } else {
            let suiting: Vec<u128> =
                indices.clone().map(|index| if suits(index) { weight(index) } else { 0 }).collect();
            self.random.pick(suiting.into_iter())
        };
        let smallest = || {
            let possible = indices.filter(|&index| weight(index) > 0);
            possible.min_by_key(|&index| {
                (!self.suits(lengths.of(alternatives[index])), costs[alternatives[index]])
            })
        };
        chosen.or_else(smallest).map(|index| alternatives[index])
    }

    /// Decides whether a repetition goes on.
    #[expect(clippy::indexing_slicing, reason = "a node is one of the shapes")]
    pub(super) fn goes_on(
        &mut self,
        node: usize,
        done: u32,
        depth: usize,
        on_way: bool,
        goal: Option<u32>,
    ) -> bool {
        let Shape::Repeat { inner, least, most } = self.derivations.shapes.nodes[node] else {
            unreachable!("only repetitions go on")
        };
        let is_full = most.is_some_and(|most| done >= most);
        match goal {
            Some(times) => done < times,
            None if on_way || done < least => true,
            None if is_full || self.derivations.costs[inner] == Cost::MAX => false,
            None if self.is_closing(depth) || !self.fits(self.derivations.lengths.of(inner)) => false,
            // What remains cannot make it long enough.
            None if !self.reaches(Length::default()) => true,
            None if self.fills && most != Some(1) => true,
            None => self.random.chance(1, 2),
        }
    }

    /// Returns whether the derivation is to end soon.
    pub(super) fn is_closing(&self, depth: usize) -> bool {
        self.foreseen() >= self.plan.length as u64 || depth > DEEP
    }

    /// Returns the number of characters to reckon with. Where many lengths are allowed, what remains does not count:
    /// more variety is worth strings that become too long.
    fn foreseen(&self) -> u64 {
        let is_narrow = self.plan.shortest > self.plan.longest / 2;
        self.length as u64 + if is_narrow { self.pending.least } else { 0 }
    }

    /// Returns whether what has that length may come next, by what is there and what remains.
    fn suits(&self, more: Length) -> bool {
        self.fits(more) && self.reaches(more)
    }

    fn fits(&self, more: Length) -> bool {
        self.foreseen() + more.least <= self.plan.longest as u64
    }

    fn reaches(&self, more: Length) -> bool {
        self.length as u64 + self.pending.most + more.most >= self.plan.shortest as u64
    }
}
