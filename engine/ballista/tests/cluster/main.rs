//! A cluster of processes on loopback, the binaries of this package, against the same statements in this process.
//!
//! In: rows that `rows` writes to Parquet, once for all tests.
//! Out: whether a cluster gives the same answers, also if it loses and gains executors in the middle of a statement.
//! `processes` starts a scheduler and executors and kills them at the end; `answer` runs statements and writes the
//! result as text; every other file is a kind of test.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod address;
mod answer;
mod command;
mod faults;
mod forms;
mod gained;
mod lost;
mod many;
mod processes;
mod rows;
mod same;
mod text;
