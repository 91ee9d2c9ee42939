//! The context in which an expression is matched, which decides whether blanks are skipped and rules make nodes.

#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) atomicity: Atomicity,
    pub(super) lookahead: Lookahead,
}

impl Context {
    /// Returns whether rules make nodes.
    pub(super) fn makes_nodes(self) -> bool {
        self.atomicity != Atomicity::Atomic && self.lookahead == Lookahead::None
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Atomicity {
    NonAtomic,
    /// Blanks are not skipped.
    CompoundAtomic,
    /// Neither are they, and rules make no nodes.
    Atomic,
}

/// Whether the match is in a predicate. Then rules make no nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lookahead {
    None,
    Positive,
    /// In a predicate that fails if the expression matches; what is negated twice is positive.
    Negative,
}

impl Context {
    pub(super) fn with(self, atomicity: Atomicity) -> Self {
        Self { atomicity, ..self }
    }

    pub(super) fn within(self, is_positive: bool) -> Self {
        let lookahead = match (self.lookahead, is_positive) {
            (Lookahead::Negative, true) | (Lookahead::None | Lookahead::Positive, false) => {
                Lookahead::Negative
            }
            (Lookahead::Negative, false) | (Lookahead::None | Lookahead::Positive, true) => {
                Lookahead::Positive
            }
        };
        Self { lookahead, ..self }
    }
}
