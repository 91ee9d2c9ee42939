//! An abstract domain for pest's stack: what is known of it before a grammar runs.
//!
//! Only empty strings matter: no other string on the stack matches without consuming anything.

/// The stack at some point of a rule: the strings that the rule found there, and those pushed since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Known {
    below: Below,
    /// The number of strings pushed on those.
    pushed: u8,
    /// Which pushed strings are certainly empty; the lowest string is the lowest bit.
    empty: u8,
    /// Whether no string has been popped from those below since [`Known::marked`].
    is_whole: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Below {
    Nothing,
    /// Only empty strings, or none.
    Empty,
    Anything,
}

/// The largest number of pushed strings that are tracked. Nothing is known of a higher stack.
const HIGHEST: u8 = 8;

impl Known {
    pub(super) const UNKNOWN: Known = Known { below: Below::Anything, pushed: 0, empty: 0, is_whole: false };

    /// The stack that a start rule finds.
    pub(super) const AT_START: Known = Known { is_whole: true, ..Known::UNKNOWN };

    pub(super) fn marked(self) -> Known {
        Known { is_whole: true, ..self }
    }

    /// Returns the join: what is known if the stack is one of the two.
    pub(super) fn or(self, other: Known) -> Known {
        let below = match (self.below, other.below) {
            (one, other) if one == other => one,
            (Below::Anything, _) | (_, Below::Anything) => Below::Anything,
            _ => Below::Empty,
        };
        if self.pushed == other.pushed {
            let (empty, is_whole) = (self.empty & other.empty, self.is_whole && other.is_whole);
            Known { below, pushed: self.pushed, empty, is_whole }
        } else if self.is_all_empty() && other.is_all_empty() {
            Known { below: Below::Empty, ..Known::UNKNOWN }
        } else {
            Known::UNKNOWN
        }
    }

    #[expect(
        clippy::arithmetic_side_effects,
        reason = "less than `HIGHEST` are pushed, which is the number of bits"
    )]
    pub(super) fn push(self, is_empty: bool) -> Known {
        if self.pushed == HIGHEST {
            return Known::UNKNOWN;
        }
        Known { pushed: self.pushed + 1, empty: self.empty | u8::from(is_empty) << self.pushed, ..self }
    }

    /// Returns the stack after `POP` or `DROP`.
    pub(super) fn without_top(self) -> Known {
        match (self.pushed.checked_sub(1), self.below) {
            (Some(pushed), _) => Known { pushed, empty: self.empty & bits(pushed), ..self },
            (None, Below::Nothing) => self,
            (None, below) => Known { below, ..Known::UNKNOWN },
        }
    }

    /// Returns the stack after `POP_ALL`.
    pub(super) fn without_all(self) -> Known {
        let is_whole = self.is_whole && self.below == Below::Nothing;
        Known { below: Below::Nothing, pushed: 0, empty: 0, is_whole }
    }

    /// Returns whether certainly all strings are empty.
    pub(super) fn is_all_empty(self) -> bool {
        self.below != Below::Anything && self.empty == bits(self.pushed)
    }

    /// Returns whether there are certainly no strings.
    pub(super) fn is_bare(self) -> bool {
        self.below == Below::Nothing && self.pushed == 0
    }

    pub(super) fn has_top(self) -> bool {
        self.pushed > 0
    }

    #[expect(clippy::arithmetic_side_effects, reason = "at least one is pushed")]
    pub(super) fn has_empty_top(self) -> bool {
        self.pushed > 0 && self.empty >> (self.pushed - 1) & 1 == 1
    }

    pub(super) fn is_whole(self) -> bool {
        self.is_whole
    }

    /// Returns whether the same strings were pushed, as far as is known.
    pub(super) fn is_like(self, other: Known) -> bool {
        (self.pushed, self.empty) == (other.pushed, other.empty)
    }
}

#[expect(clippy::arithmetic_side_effects, reason = "at most `HIGHEST` are pushed")]
fn bits(count: u8) -> u8 {
    u8::MAX.checked_shr(u32::from(HIGHEST - count)).unwrap_or(0)
}

/// The possible results of an expression that runs with a certain stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The stack after a match; nothing if it cannot match.
    pub(super) matched: Option<Known>,
    /// The stack after a failure; nothing if it cannot fail.
    pub(super) failed: Option<Known>,
    /// Whether a match certainly consumes nothing.
    pub(super) is_empty: bool,
}

impl Outcome {
    pub(super) const UNKNOWN: Outcome = Outcome::either(Known::UNKNOWN);
    /// The outcome of an expression that does not run.
    pub(super) const NONE: Outcome = Outcome { matched: None, failed: None, is_empty: true };

    /// Returns the outcome of an expression that may match or fail, with the stack after it in either case.
    pub(super) const fn either(stack: Known) -> Outcome {
        Outcome { matched: Some(stack), failed: Some(stack), is_empty: false }
    }

    /// Returns the outcome of an expression that certainly matches and consumes nothing.
    pub(super) const fn nothing(stack: Known) -> Outcome {
        Outcome { matched: Some(stack), failed: None, is_empty: true }
    }

    /// Returns the outcome of a builtin rule, which may be a stack operation.
    pub(super) fn of_builtin(name: &str, stack: Known) -> Outcome {
        match name {
            "PEEK_ALL" if stack.is_all_empty() => Outcome::nothing(stack),
            "POP_ALL" if stack.is_all_empty() => Outcome::nothing(stack.without_all()),
            // A `POP_ALL` that fails may have popped some strings.
            "POP_ALL" => Outcome { failed: Some(Known::UNKNOWN), ..Outcome::either(stack.without_all()) },
            // pest panics.
            "PEEK" | "POP" if stack.is_bare() => Outcome::NONE,
            "PEEK" if stack.has_empty_top() => Outcome::nothing(stack),
            "POP" if stack.has_empty_top() => Outcome::nothing(stack.without_top()),
            "POP" => Outcome::either(stack.without_top()),
            "DROP" if stack.is_bare() => Outcome { matched: None, ..Outcome::either(stack) },
            "DROP" if stack.has_top() => Outcome::nothing(stack.without_top()),
            "DROP" => Outcome { failed: Some(stack), ..Outcome::nothing(stack.without_top()) },
            _ => Outcome::either(stack),
        }
    }

    /// Returns whether it consumes nothing, if it matches at all.
    pub(super) fn consumes_nothing(self) -> bool {
        self.matched.is_none() || self.is_empty
    }

    /// Returns the stack after the expression if it certainly matches and consumes nothing.
    pub(super) fn of_nothing(self) -> Option<Known> {
        self.matched.filter(|_| self.failed.is_none() && self.is_empty)
    }

    /// Returns the stack with which an alternative runs after a failure. pest's optimizer restores the stack
    /// `before` for some expressions only.
    pub(super) fn after_failure(self, before: Known) -> Option<Known> {
        self.failed.map(|failed| failed.or(before))
    }
}

/// Returns the join of two stacks, either of which may be impossible.
pub(super) fn or(one: Option<Known>, other: Option<Known>) -> Option<Known> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.or(other)),
        (one, other) => one.or(other),
    }
}
