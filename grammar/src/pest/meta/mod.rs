//! pest's checks and optimizations of a grammar, in linear time.
//!
//! In: `tree`, the rules as they are written, made by `notation`.
//! Out: from `check`, the faults for which pest refuses a grammar; from `optimize`, the rules that
//! pest runs.
//! Next: `read`, which turns the faults into errors and keeps the rules.
//!
//! `pest_meta` follows every call again: sixty rules that each call the next one twice take it years. Here each
//! expression is visited a bounded number of times. `grammar/tests/grammar/as_pest/` compares the results.

pub(crate) mod check;
mod endless;
mod facts;
pub(crate) mod fault;
mod interpret;
mod known;
mod left;
pub(crate) mod optimize;
mod repetition;
mod restore;
pub(crate) mod tree;
