//! Random derivations from the expressions of a grammar, as if it were context-free.
//!
//! Predicates are passed over and choices commit to nothing, so the grammar may not match what is derived: the
//! caller runs it to see.

use std::collections::HashMap;

use crate::characters::charset::CharSet;
use crate::sample::cost::{Cost, costs};
use crate::sample::derivation::Derivation;
use crate::sample::length::Lengths;
use crate::sample::random::Random;
use crate::sample::shape::{Shape, Shapes};

/// The steps that a derivation may take, besides those for its length; a step is an expression.
const STEPS: usize = 10_000;
/// The steps that it may take for each character.
const STEPS_A_CHARACTER: usize = 100;

/// The expressions that strings are derived from.
#[derive(Debug, Clone)]
pub(crate) struct Derivations {
    pub(crate) shapes: Shapes,
    pub(crate) costs: Vec<Cost>,
    /// How short and how long the strings of each expression are.
    pub(super) lengths: Lengths,
    /// The printable characters of each class that has any, or all of its characters.
    pub(super) plain: Vec<CharSet>,
}

/// What one expression is to be derived as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// By the alternative with that index.
    Alternative(usize),
    /// Repeated so many times.
    Times(u32),
    /// With the character at that index.
    Character(usize, char),
}

/// What a derivation should have.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    /// The number of characters to come to.
    pub(crate) length: usize,
    /// The least and the largest number of characters.
    pub(crate) shortest: usize,
    pub(crate) longest: usize,
    /// The expressions to go through, the outermost first, and what to derive the last one as.
    pub(crate) way: &'a [usize],
    pub(crate) goal: Option<Goal>,
    /// What is preferred for other expressions.
    pub(crate) wanted: &'a HashMap<usize, Vec<Goal>>,
}

impl Derivations {
    pub(crate) fn new(shapes: Shapes) -> Derivations {
        let printable = CharSet::range(' ', '~');
        let plain = |shape: &Shape| match shape {
            Shape::Class(set) => {
                let plain = set.intersect(&printable);
                if plain.is_empty() { set.clone() } else { plain }
            }
            _ => CharSet::empty(),
        };
        let plain = shapes.nodes.iter().map(plain).collect();
        Derivations { costs: costs(&shapes), lengths: Lengths::new(&shapes), plain, shapes }
    }

    /// Returns a string, unless it becomes too long or takes too many steps. Subtracts the steps from `left`.
    pub(crate) fn derive(
        &self,
        rule: usize,
        plan: Plan<'_>,
        random: &mut Random,
        left: &mut usize,
    ) -> Option<String> {
        let allowed = (STEPS + STEPS_A_CHARACTER.saturating_mul(plan.longest)).min(*left);
        let mut derivation = Derivation::new(self, plan, random, allowed);
        let done = derivation.run(rule);
        *left -= allowed - derivation.left;
        done.map(|()| derivation.text)
    }
}
