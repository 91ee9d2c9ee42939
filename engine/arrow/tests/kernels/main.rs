//! The kernels: their results, compared with the library row by row, their errors and their memory.
//!
//! `texts` and `typed` generate strings, `memory` makes arrays of them, `rows` reads results, and `table`
//! lists the kernels, with the results that `expected` computes independently.
//!
//! If `URIGRAM_CORPUS` is the path of a text file, the kernels are applied to its lines, too.
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
