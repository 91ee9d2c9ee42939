//! The tests of the grammar crate, in one binary: a file or a folder for each of its features.
#![allow(clippy::unwrap_used, reason = "what a helper cannot do fails the test")]

mod abnf;
mod against_pest;
mod answers;
mod appendix_a;
mod architecture;
mod as_pest;
mod automaton;
mod captures;
mod common;
mod compiled;
mod dead;
mod differences;
mod findings;
mod growth;
mod merge;
mod messages;
mod mutations;
mod peg;
mod random;
mod read;
mod refused;
mod variants;
