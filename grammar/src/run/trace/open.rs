//! The expressions of a match that have been tried and have not ended.

/// An expression that has not ended.
pub(super) struct Open {
    /// The number of frames when it was tried.
    pub(super) height: usize,
    /// Its step, or, of a choice without one, the step that the choice is all of.
    pub(super) step: usize,
    /// Whether the step is its own.
    pub(super) has_step: bool,
    pub(super) is_leaf: bool,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Other,
    Choice {
        /// The number of the alternative that is tried.
        number: usize,
        of: usize,
    },
    Repetition {
        iterations: usize,
        is_run: bool,
        /// The number of steps after the last iteration that is kept.
        kept: usize,
    },
}
