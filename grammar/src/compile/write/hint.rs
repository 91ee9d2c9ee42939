//! Facts about the bytes at an offset that are known before code tests the bytes there.

use crate::characters::charset::CharSet;
use crate::compile::run::Run;

use super::place::Place;

/// A fact about the bytes between two offsets, of which the second is the hint's `end`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum HintKind {
    /// The run ends at `end`.
    Run(Run),
    /// The rule ends at `end`, or does not match if that is `NO`.
    Rule(usize),
    /// They are characters of this set, at least one, unless `end` is `NO`.
    Ahead(CharSet),
}

/// A fact about the bytes from `at` to `end`.
///
/// INVARIANT: no code that uses a hint comes after a second assignment to one of its variables. The variables
/// of options and of loops are assigned again at the end of an attempt, and the hints of that attempt are
/// dropped with it.
#[derive(Debug, Clone)]
pub(super) struct Hint {
    pub(super) at: Place,
    pub(super) kind: HintKind,
    pub(super) end: Place,
}
