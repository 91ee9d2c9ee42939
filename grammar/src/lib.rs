//! Grammars as data: a pest grammar read, reduced to a core PEG and decided by automata.
//!
//! [`Grammar`] holds the rules as pest runs them, [`Peg`] their exact meaning in ten kinds of expression, and
//! [`Dfa`] the set of strings that a rule matches whole. [`Abnf`] reads the notation of RFCs and makes the same
//! automata of it, so that a grammar can be proved to be what an RFC says. Two sets of strings can be compared
//! ([`Dfa::compare`]), and with the feature `tools`, which is on by default, counted ([`Dfa::counts`]) and
//! sampled ([`Sampler`]); the samples that show all of a rule are found by [`cover()`], and what it barely
//! rejects by [`near()`]. A grammar that differs from another in some rules is read from these alone
//! ([`Grammar::read_over`]), and what is odd about one is found by [`findings()`]. [`Machine`] runs any grammar
//! on texts, as pest would, within a number of steps, and [`Search`] looks for differences between rules that
//! have no automaton.
//!
//! ```
//! use urigram_grammar::{Automata, Grammar, Peg};
//!
//! let grammar = Grammar::read(r#"greeting = { "hi" | "hi!" }"#, "greeting.pest")?;
//! let peg = Peg::new(&grammar);
//! let greeting = Automata::new(&peg).dfa("greeting")?;
//! assert!(greeting.accepts("hi"));
//! assert!(!greeting.accepts("hi!"), "the first alternative commits");
//! # Ok::<(), urigram_grammar::Error>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "tools"), allow(dead_code, reason = "some functions are only called by the tools"))]
// Code that may panic gives the invariant by which it does not, as the reason of an `#[allow]` or an
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

mod abnf;
mod captures;
mod characters;
mod compile;
mod dfa;
#[cfg(feature = "tools")]
mod differences;
mod error;
#[cfg(feature = "tools")]
mod findings;
mod peg;
mod pest;
#[cfg(feature = "tools")]
mod proof;
#[cfg(feature = "tools")]
mod run;
#[cfg(feature = "tools")]
mod sample;
#[cfg(feature = "tools")]
mod search;
mod threads;
mod walk;

pub use crate::abnf::outline::keeps_outline;
pub use crate::abnf::rules::Abnf;
pub use crate::captures::{Capture, Captures, ParsedDifferently};
pub use crate::characters::{CharSet, Classes};
pub use crate::compile::generate::{Generated, Generator, Names, rule_enum};
pub use crate::compile::source::Module;
pub use crate::compile::write::writer::{Target, Undo};
pub use crate::compile::{Compiled, compile, compile_within};
pub use crate::dfa::Dfa;
pub use crate::dfa::automaton::{Automata, Limits};
pub use crate::dfa::compare::{Comparison, Relation};
pub use crate::dfa::tables::Tables;
pub use crate::error::{Error, Fault, Reason, Refused};
pub use crate::peg::Peg;
pub use crate::peg::expr::{Expr, Rule};
pub use crate::pest::names::{closest, exists as is_builtin};
pub use crate::pest::read::Grammar;
pub use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType, WrittenExpr, WrittenRule};
pub use crate::pest::text::Place;
#[cfg(feature = "proptest")]
pub use crate::sample::strategy::SampleTree;

#[cfg(feature = "tools")]
pub use crate::tools::*;

/// The public items for questions about grammars, which compiling a grammar does not need.
#[cfg(feature = "tools")]
mod tools {
    pub use crate::differences::differ::Differ;
    pub use crate::differences::difference::{
        Change, Context, Difference, Differs, Next, Path, Paths, Undecided, Witness, WitnessKind,
    };
    pub use crate::findings::finding::{Bound, Finding, FindingKind, Purpose};
    pub use crate::findings::findings;
    pub use crate::proof::{Derivation, Proof, Prover, Unproved};
    pub use crate::run::machine::{Failure, Machine, Node, Stopped};
    pub use crate::run::step::{Outcome, Role, Step, Trace, What};
    pub use crate::run::taken::Taken;
    pub use crate::sample::cover::{Coverage, Point, Uncovered, Why, cover};
    pub use crate::sample::near::{Edit, Near, NearMisses, near};
    pub use crate::sample::sampler::{Sampler, Samples};
    pub use crate::sample::uniform::{Counts, SampleError};
    pub use crate::search::compare::Search;
    pub use crate::search::trial::{Differences, Effort, Extent, Verdict};
    pub use num_bigint::BigUint;
}

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
