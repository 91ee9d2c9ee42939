//! Random derivations from the expressions of a grammar, as if it were context-free.
//!
//! Predicates are passed over and choices commit to nothing, so the grammar may not match what is derived: the
//! caller runs it to see.

use std::collections::HashMap;

use crate::characters::charset::CharSet;
use crate::sample::cost::{Cost, costs};
use crate::sample::length::Lengths;
use crate::sample::shape::{Shape, Shapes};

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
}
