//! The kernels: their results, compared with the library row by row, their errors and their memory.
//!
//! `texts` has the strings, `typed` strings as people type them, `memory` makes arrays of them, `rows` reads results, and
//! `table` has the kernels, with the answers that `expected` computes differently.
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
