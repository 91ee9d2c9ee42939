//! What can be known of pest's stack before a grammar runs.
//!
//! Only strings that are empty matter: nothing else that lies on the stack matches without consuming.

/// The stack at a place in a rule: what lay there before, of which little is known, and what was pushed on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Known {
    below: Below,
    /// How many strings lie on that.
    pushed: u8,
    /// Which of them are certainly empty, the lowest in the lowest bit.
    empty: u8,
    /// Whether nothing has been taken from what lies below since [`Known::marked`].
    is_whole: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Below {
    Nothing,
    /// Empty strings only, or nothing.
    Empty,
    Anything,
}

/// How many strings are told apart. Of a higher stack nothing is known.
const HIGHEST: u8 = 8;

impl Known {
    const UNKNOWN: Known = Known { below: Below::Anything, pushed: 0, empty: 0, is_whole: false };

    /// As a rule finds it that is started with.
    pub(super) const AT_START: Known = Known { is_whole: true, ..Known::UNKNOWN };

    pub(super) fn marked(self) -> Known {
        Known { is_whole: true, ..self }
    }

    /// What is known if it is one of the two.
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

    pub(super) fn push(self, is_empty: bool) -> Known {
        if self.pushed == HIGHEST {
            return Known::UNKNOWN;
        }
        Known { pushed: self.pushed + 1, empty: self.empty | u8::from(is_empty) << self.pushed, ..self }
    }

    /// After `POP` or `DROP`.
    pub(super) fn without_top(self) -> Known {
        match (self.pushed.checked_sub(1), self.below) {
            (Some(pushed), _) => Known { pushed, empty: self.empty & bits(pushed), ..self },
            (None, Below::Nothing) => self,
            (None, below) => Known { below, ..Known::UNKNOWN },
        }
    }

    /// After `POP_ALL`.
    pub(super) fn without_all(self) -> Known {
        let is_whole = self.is_whole && self.below == Below::Nothing;
        Known { below: Below::Nothing, pushed: 0, empty: 0, is_whole }
    }

    /// Whether there are only empty strings, or none.
    pub(super) fn is_all_empty(self) -> bool {
        self.below != Below::Anything && self.empty == bits(self.pushed)
    }

    /// Whether there are no strings.
    pub(super) fn is_bare(self) -> bool {
        self.below == Below::Nothing && self.pushed == 0
    }

    pub(super) fn has_top(self) -> bool {
        self.pushed > 0
    }

    pub(super) fn has_empty_top(self) -> bool {
        self.pushed > 0 && self.empty >> (self.pushed - 1) & 1 == 1
    }

    pub(super) fn is_whole(self) -> bool {
        self.is_whole
    }

    /// Whether the same was pushed.
    pub(super) fn is_like(self, other: Known) -> bool {
        (self.pushed, self.empty) == (other.pushed, other.empty)
    }
}

fn bits(count: u8) -> u8 {
    u8::MAX.checked_shr(u32::from(HIGHEST - count)).unwrap_or(0)
}

/// What may come of an expression that finds the stack in a certain state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The stack after a match, if it can match.
    pub(super) matched: Option<Known>,
    /// The stack after a failure, if it can fail.
    pub(super) failed: Option<Known>,
    /// Whether a match certainly consumes nothing.
    pub(super) is_empty: bool,
}

impl Outcome {
    pub(super) const UNKNOWN: Outcome = Outcome::either(Known::UNKNOWN);
    /// Of what is not run.
    pub(super) const NONE: Outcome = Outcome { matched: None, failed: None, is_empty: true };

    /// It may match or fail, and leaves the stack so.
    pub(super) const fn either(stack: Known) -> Outcome {
        Outcome { matched: Some(stack), failed: Some(stack), is_empty: false }
    }

    /// It matches without consuming anything.
    pub(super) const fn nothing(stack: Known) -> Outcome {
        Outcome { matched: Some(stack), failed: None, is_empty: true }
    }

    /// Of one of pest's operations on the stack, or of another builtin rule.
    pub(super) fn of_builtin(name: &str, stack: Known) -> Outcome {
        match name {
            "PEEK_ALL" if stack.is_all_empty() => Outcome::nothing(stack),
            "POP_ALL" if stack.is_all_empty() => Outcome::nothing(stack.without_all()),
            // One that fails may have taken some strings.
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

    /// Whether it may be matched, or not run, without anything consumed.
    pub(super) fn consumes_nothing(self) -> bool {
        self.matched.is_none() || self.is_empty
    }

    /// The stack after it if it certainly matches, and consumes nothing.
    pub(super) fn of_nothing(self) -> Option<Known> {
        self.matched.filter(|_| self.failed.is_none() && self.is_empty)
    }

    /// The stack that is found by what is tried after a failure. Some expressions are made to put `before`
    /// back by pest's optimizer, and some are not.
    pub(super) fn after_failure(self, before: Known) -> Option<Known> {
        self.failed.map(|failed| failed.or(before))
    }
}

/// What is known if it is one of the two, where either may be impossible.
pub(super) fn or(one: Option<Known>, other: Option<Known>) -> Option<Known> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.or(other)),
        (one, other) => one.or(other),
    }
}
