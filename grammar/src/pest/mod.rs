//! Grammars in pest's notation, as they are written and as pest runs them.
//!
//! In: the text of a grammar, or of a variant and its base.
//! Out: a `Grammar`, pest's optimized rules with the text that they come from; or an error that names each fault
//! and its file, line and column. `bounds` keeps what `pest_meta` recurses on within `big_stack`, `definition`
//! finds the rules in the text, `merge` lays those of a variant over those of its base, and
//! `whole_or_variant` decides which of the two a file is.
//! Next: `peg`, which says what the rules match.

pub(crate) mod big_stack;
pub(crate) mod bounds;
pub(crate) mod builtin;
pub(crate) mod closest;
pub(crate) mod definition;
pub(crate) mod merge;
pub(crate) mod meta;
pub(crate) mod names;
pub(crate) mod read;
pub(crate) mod text;
pub(crate) mod whole_or_variant;
