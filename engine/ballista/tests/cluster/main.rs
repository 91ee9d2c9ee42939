//! A cluster of this package's programs on the loopback interface, compared with the same statements in this
//! process.
//!
//! In: rows that `rows` writes to Parquet, once for all tests, and the statement files of other crates.
//! Out: whether a cluster gives the same results, even if executors join during a statement, and whether it
//! reports a lost executor. `processes` starts a scheduler and executors and kills them at the end; `rows`
//! runs statements and writes their results as text.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../../sql/tests/shell/files.rs"]
mod files;
mod processes;
mod rows;
#[path = "../../../datafusion/tests/functions/runner.rs"]
mod runner;
