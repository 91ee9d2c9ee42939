//! Strings that a rule rejects, one edit away from one that it accepts.
//!
//! In: a rule of a `Grammar`, the lengths, and a seed.
//! Out: `NearMisses`. `edits` makes the edits of a string; `by_states` keeps one rejected string for each state of the
//! rule's automaton, and where there is none `by_failures` one for each failure that a run of the grammar reports.
//! Next: none.

mod by_failures;
mod by_states;
mod edits;
pub(crate) mod make;
pub(crate) mod near_miss;
