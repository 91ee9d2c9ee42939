//! The kernels, against the library, row by row, and what they say and cost.
//!
//! `texts` has the strings, `typed` those as people type them, `layout` the arrays that they are put into, `cells` what is read from a result, and `table`
//! the kernels, with what `expected` says by other ways than theirs.
//!
//! With `URIGRAM_CORPUS`, the path of a text file, the kernels are applied to its lines too.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod cells;
mod datums;
mod dictionaries;
mod errors;
mod expected;
mod failing;
mod hostile;
mod layout;
mod long;
mod memory;
mod rows;
mod table;
mod texts;
mod typed;
mod types;
