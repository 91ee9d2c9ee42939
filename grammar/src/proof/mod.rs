//! Proofs that rules of a grammar are those of an ABNF: they match the same strings, and capture in each of them
//! what a derivation of the ABNF does.
//!
//! In: the automata of a rule and of its ABNF, and what both capture.
//! Out: a `Proof`, with the shortest string for each difference.
//! Next: none.

mod prover;

pub use prover::{Derivation, Proof, Prover, Unproved};
