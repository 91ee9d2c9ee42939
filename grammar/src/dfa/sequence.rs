//! Sequences, and the parts of them that can never match, or never fail, because of those around them.

/// A sequence as rules, which are indices.
pub(crate) struct Sequence {
    /// The sequence as pest runs it.
    pub(crate) whole: usize,
    pub(crate) parts: Vec<Part>,
    /// What pest skips between the parts.
    pub(crate) gap: usize,
}

/// A part of a sequence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub(crate) rule: usize,
    /// The operator at the part's head, and the rule for what it applies to.
    pub(crate) operator: Option<(Operator, usize)>,
}

/// An operator that need not match anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Optional,
    /// A repetition that may match no times.
    Repeated,
    Ahead,
    NotAhead,
}

/// A part that does not do what it is there for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Idle {
    /// The index of the part.
    pub(crate) part: usize,
    pub(crate) why: Why,
    /// A string that the part is there for, with what stands before it.
    pub(crate) witness: Option<String>,
}

/// Why a part is idle, whatever stands before and after the sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// It never matches, so the sequence never does.
    Fails,
    /// It never matches after the part of that index and those between, so the sequence never does. Without an index, it
    /// never matches after what pest skips before it.
    FailsAfter(Option<usize>),
    /// It is a lookahead that holds after the part of that index and those between. Without an index, it holds in every
    /// text.
    Holds(Option<usize>),
    /// Its operand never matches after the part of that index and those between. Without an index, it never matches after
    /// what pest skips before it.
    NeverTaken(Option<usize>),
    /// It is optional and may fail, but where it does the rest of the sequence does not match.
    NeverSkipped,
}
