//! Strings that show all that a rule can match: each alternative, each bound of each repetition, each edge of each
//! class.
//!
//! In: a rule of a `Grammar`, the lengths, and a seed.
//! Out: a `Coverage`. `points` lists what is to be shown, `marks` makes a grammar whose trees say what a string
//! shows, which `passed` reads; `search` derives strings, `exact` decides by automata what no string shows, and
//! `pick` keeps as few strings as it takes; `failing` tells where rejected strings fail, for `near`.
//! Next: none.

pub(crate) mod coverage;
mod exact;
mod failing;
pub(crate) mod make;
mod marks;
mod passed;
mod pick;
mod points;
pub(super) mod search;
