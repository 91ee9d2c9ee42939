//! pest's notation, read from the text of a grammar in one pass and in linear time.
//!
//! In: the text of a grammar.
//! Out: the tree of its rules, or the first fault of syntax. `cursor` walks over the text and what is skipped in
//! it, `comment` among that; `literal` reads strings and characters, `number` reads repetitions and slices,
//! `expression` the bodies of rules, and `grammar` the rules. `unclosed` finds where a quote or a bracket was opened
//! whose other half is missing.
//! Next: `bounds`, which limits the size of the rules, and `meta`, which checks and optimizes them.
//!
//! `grammar/tests/grammar/as_pest/` compares what is read with what pest's own parser reads.

pub(crate) mod comment;
mod cursor;
mod expression;
pub(crate) mod grammar;
mod literal;
mod number;
mod unclosed;
