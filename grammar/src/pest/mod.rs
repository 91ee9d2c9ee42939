//! Grammars in pest's notation, as they are written and as pest runs them.
//!
//! In: the text of a grammar, or of a variant and its base.
//! Out: a `Grammar` (`read`), pest's optimized `rules` with the `text` that they come from, or an error with
//! the place of each fault. `notation` reads the text with a `cursor`, and the bodies of rules (`expression`)
//! to a `tree`; `bounds` limits what is recursed on, `check` and `left_recursion` find the faults for which pest refuses
//! a grammar, and `optimize` has pest's optimizer rewrite the rules. `comments` finds those that belong to a
//! rule, and `names` those that are misspelt.
//! Next: `peg`, which says what the rules match.

pub(crate) mod bounds;
mod check;
pub(crate) mod comments;
mod cursor;
mod expression;
mod left_recursion;
pub(crate) mod names;
mod notation;
pub(crate) mod optimize;
pub(crate) mod read;
pub(crate) mod rules;
pub(crate) mod text;
pub(crate) mod tree;
