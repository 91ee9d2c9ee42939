//! The kernels, against the library, row by row, and what they say and cost.
//!
//! `texts` has the strings, `typed` those as people type them, `memory` the arrays that they are put into, `rows` reads results,
//! and `table` has the kernels, with the answers that `expected` gives by other ways than theirs.
//!
//! With `URIGRAM_CORPUS`, the path of a text file, the kernels are applied to its lines too.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod datums;
mod errors;
mod expected;
mod memory;
mod rows;
mod table;
mod texts;
mod typed;
mod types;
