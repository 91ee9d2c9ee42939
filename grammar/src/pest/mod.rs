//! Grammars in pest's notation, as they are written and as pest runs them.
//!
//! In: the text of a grammar, or of a variant and its base.
//! Out: a `Grammar`, pest's optimized rules with the text that they come from; or an error that names each fault
//! and its file, line and column. `notation` reads the text, `bounds` keeps what is recursed on within `big_stack`,
//! and `meta` checks and optimizes the rules. `merge` lays the rules of a variant over those of its base, each with
//! the comments that `rule_comments` finds, in which `weights` reads preferences for samples, and `whole_or_variant` decides which of the two a file is.
//! Next: `peg`, which says what the rules match.

pub(crate) mod big_stack;
pub(crate) mod bounds;
pub(crate) mod builtin;
pub(crate) mod closest;
pub(crate) mod merge;
pub(crate) mod meta;
pub(crate) mod names;
pub(crate) mod notation;
pub(crate) mod reach;
pub(crate) mod read;
pub(crate) mod rule_comments;
pub(crate) mod rules;
pub(crate) mod skipped;
pub(crate) mod text;
pub(crate) mod weights;
pub(crate) mod whole_or_variant;
