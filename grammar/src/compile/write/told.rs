//! What is known of the bytes at a place before they are looked at there.

use crate::characters::charset::CharSet;
use crate::compile::node::Run;

use super::place::Place;

/// What a place tells about the bytes between it and the one that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Told {
    /// The run ends there.
    Run(Run),
    /// The rule ends there, or does not match if it is `NO`.
    Rule(usize),
    /// They are characters of this set, at least one, unless it is `NO`.
    Ahead(CharSet),
}

/// Something told of a place: `end` is the other one.
///
/// INVARIANT: no code that a hint serves stands behind a second assignment to one of its places. The places of
/// options and of loops are assigned again at the end of a try, and its hints are dropped with it.
#[derive(Debug, Clone)]
pub(super) struct Hint {
    pub(super) at: Place,
    pub(super) told: Told,
    pub(super) end: Place,
}
