//! The tests of the grammar crate and of the workbench. They are one binary, so that they are linked
//! once.
#![allow(clippy::unwrap_used, reason = "what a helper cannot do fails the test")]

mod abnf;
mod against_pest;
mod answers;
mod architecture;
mod as_pest;
mod automaton;
mod captures;
mod common;
mod compiled;
mod differences;
mod expectations;
mod extremes;
mod findings;
mod fixes;
mod formats;
mod growth;
mod merge;
mod mutants;
mod mutations;
mod others;
#[path = "../packages.rs"]
mod packages;
mod peg;
mod random;
mod read;
mod run;
mod samples;
mod search;
mod sequences;
mod spans;
mod trace;
mod variants;
mod vm;
