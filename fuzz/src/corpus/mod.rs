//! Inputs that are kept: for each outcome and each branch, the shortest that is known.
//!
//! In: the inputs of a target that showed something new, and `corpus/NAME.jsonl` with those of earlier runs.
//! Out: the same file with as few and as short inputs as show the same. `file` reads and writes it, `minimal` chooses,
//! and `shorten` makes an input shorter that still shows or fails the same.
//! Next: `runner`.

pub mod file;
pub mod minimal;
pub mod shorten;
