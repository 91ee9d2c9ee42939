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
mod certificate;
mod common;
mod compiled;
mod dead;
mod differences;
mod failure;
mod findings;
mod formats;
mod growth;
mod left;
mod merge;
mod messages;
mod mutants;
mod mutations;
mod others;
mod peg;
mod random;
mod read;
mod refused;
mod renamed;
mod run;
mod samples;
mod search;
mod sequences;
mod small;
mod unclosed;
mod variants;
