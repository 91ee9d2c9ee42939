//! The variables of the formulas.

use crate::dfa::bdd::Formula;

/// What a variable of the formulas says about the rest of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Atom {
    /// Anything, and at each place another thing: what stands for all that could follow.
    Free,
    /// It begins with a character of the set, and then the formula holds.
    Chars { set: u32, then: Formula },
    /// It is empty.
    End,
    /// It is the whole input.
    Start,
    /// The formula at the head of a repetition holds, known once its body is.
    Loop { head: Option<Formula> },
    /// It begins with the mark, and then the formula holds. The other atoms skip marks, but for the two below.
    Mark { mark: u32, then: Formula },
    /// As `Chars`, and no mark stands before the character.
    Read { set: u32, then: Formula },
    /// It is empty, and has no marks either.
    Stop,
}

/// The bit of a mark in [`Automata::marks_ahead`].
pub(super) fn mark_bit(mark: u32) -> u128 {
    1 << (mark % u128::BITS)
}

/// The variable of [`Atom::Free`]: before all others, so a formula that has it branches on it.
pub(super) const FREE: u32 = 0;
