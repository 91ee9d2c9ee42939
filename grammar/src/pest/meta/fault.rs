//! A fault in the text of a grammar.

use std::ops::Range;

/// What is wrong with a grammar, and the bytes of its text that it is about.
pub(crate) struct FaultAt {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
}
