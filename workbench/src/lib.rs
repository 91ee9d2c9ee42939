//! Answers questions about pest grammars: which strings they match, how they differ, and where they have
//! mistakes.
//!
//! | question | module | by |
//! |---|---|---|
//! | Is a rule equal to an RFC's ABNF, for every string? | `prove` | [`Prover`] |
//! | Which rules of two grammars differ, and in which strings? | `diff` | [`Differ`] |
//! | Do rules without an automaton differ? | `search` | [`Search`] |
//! | Which parts of a grammar are mistakes? | `check` | [`findings()`] |
//! | Does a grammar do what its comments state? | `check` | [`Expectations`] |
//! | What does a rule match? | `sample` | [`Sampler`], [`Counts`] |
//! | Which strings cover a rule? | `sample` | [`cover()`] |
//! | Which rejected strings are one edit away from accepted ones? | `sample` | [`near()`] |
//! | How does a rule match a text? | `trace` | [`Machine`], [`Trace`] |
//!
//! ```
//! use urigram_grammar::Grammar;
//! use urigram_workbench::{Machine, findings};
//!
//! let grammar = Grammar::read(r#"unit = { "m" | "min" }"#, "unit.pest")?;
//! let found = findings(&grammar, &Default::default())?;
//! assert!(found.iter().any(|finding| finding.text == r#""min""#), "never matched, because `m` is before it");
//! let machine = Machine::new(&grammar);
//! let trace = machine.trace("unit", "min", 1_000)?;
//! assert_eq!(trace.then(1), "alternative 1 of 2 matched, so no other is tried");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The command of [urigram](https://docs.rs/urigram) answers these questions: `uri grammar prove`, `diff`,
//! `check` and `sample`, and `uri trace`.
#![forbid(unsafe_code)]
// Code that could panic names the invariant that prevents the panic, as the reason of an `#[allow]` or
// `#[expect]`: see docs/architecture.md.
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unwrap_used
    )
)]

mod check;
mod diff;
mod parallel;
mod prove;
mod sample;
mod search;
mod trace;

pub use crate::check::expectations::{Expectation, Expectations, Misstated, Statement};
pub use crate::check::finding::{Bound, Finding, FindingKind, Purpose};
pub use crate::check::findings;
pub use crate::diff::differ::Differ;
pub use crate::diff::difference::{
    Change, Context, Counterexample, CounterexampleKind, Difference, Differs, Next, Path, Paths, Undecided,
};
pub use crate::prove::{Derivation, Proof, Prover, Unproved};
pub use crate::sample::cover::{Coverage, Point, Uncovered, Why, cover};
pub use crate::sample::near::{Edit, Near, NearMisses, near};
pub use crate::sample::sampler::{Sampler, Samples};
#[cfg(feature = "proptest")]
pub use crate::sample::strategy::SampleTree;
pub use crate::sample::uniform::{Counts, SampleError};
pub use crate::search::compare::Search;
pub use crate::search::trial::{Differences, Effort, Extent, Verdict};
pub use crate::trace::machine::{Failure, Machine, Node, Stopped};
pub use crate::trace::step::{Outcome, Role, Step, Trace, What};
pub use crate::trace::taken::Taken;
pub use crate::trace::wanted::Wanted;
pub use num_bigint::BigUint;

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
