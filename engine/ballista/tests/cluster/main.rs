//! A cluster of processes on loopback, the programs of this package, against the same statements in this process.
//!
//! In: rows that `rows` writes to Parquet, once for all tests, and the files of statements of other crates.
//! Out: whether a cluster gives the same answers, also if it gains executors in the middle of a statement, and whether it says so
//! if one is lost.
//! `processes` starts a scheduler and executors and kills them at the end, and `rows` runs statements and writes the results as
//! text.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../../sql/tests/shell/files.rs"]
mod files;
mod processes;
mod rows;
#[path = "../../../datafusion/tests/functions/runner.rs"]
mod runner;
