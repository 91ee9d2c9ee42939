//! Grammars in pest's notation, as they are written and as pest runs them.
//!
//! In: the text of a grammar, or of a variant and its base.
//! Out: a `Grammar` (`read`), which is pest's optimized `rules` and the `text` they come from, or an error with
//! the place of each fault. `notation` parses the text with a `cursor`, and the bodies of rules (`expression`),
//! to a `tree`. `bounds` limits its size and nesting, `check` and `left_recursion` report the faults for which
//! pest refuses a grammar, each a `fault` with the edits that may correct it, and `optimize` runs pest's optimizer. `spans`
//! finds where the optimized expressions are in the text. `comments` assigns comments to rules, and
//! `names` finds undefined rules and corrects misspelt names.
//! Next: `peg`, which defines what the rules match.

pub(crate) mod bounds;
mod check;
pub(crate) mod comments;
mod cursor;
pub(crate) mod expression;
pub(crate) mod fault;
mod left_recursion;
pub(crate) mod names;
mod notation;
pub(crate) mod optimize;
pub(crate) mod read;
pub(crate) mod rules;
pub(crate) mod spans;
pub(crate) mod text;
pub(crate) mod tree;
