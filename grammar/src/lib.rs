//! Grammars as data: a pest grammar read, reduced to a core PEG and decided by automata.
//!
//! [`Grammar`] holds the rules as pest runs them, [`Peg`] their exact meaning in ten kinds of
//! expression, and [`Dfa`] the set of strings that a rule matches whole. [`Abnf`] reads the notation
//! of RFCs and makes the same automata of it, so that a grammar can be proved to be what an RFC says. Two
//! sets of strings can be compared ([`Dfa::compare`]), and with the feature `tools`, which is on by
//! default, counted ([`Dfa::counts`]) and sampled ([`Sampler`]). A grammar that differs from another in some
//! rules is read from these alone ([`Grammar::read_over`]), and what is odd about one is found by
//! [`findings()`].
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

mod abnf;
mod captures;
mod characters;
mod compile;
mod dfa;
mod differences;
mod error;
mod findings;
mod message;
mod peg;
mod pest;
#[cfg(feature = "tools")]
mod sample;
mod walk;

pub use crate::abnf::outline::keeps_outline;
pub use crate::abnf::rules::Abnf;
pub use crate::captures::automaton::Captures;
pub use crate::captures::difference::TakenApart;
pub use crate::captures::reading::Capture;
pub use crate::characters::charset::CharSet;
pub use crate::characters::classes::Classes;
pub use crate::compile::generate::{Generated, generate, rule_enum};
pub use crate::compile::{Compiled, Target, compile, compile_within};
pub use crate::dfa::Dfa;
pub use crate::dfa::automaton::{Automata, Limits};
pub use crate::dfa::compare::{Comparison, Relation};
pub use crate::dfa::tables::Tables;
pub use crate::differences::differ::Differ;
pub use crate::differences::difference::{
    Change, Context, Difference, Differs, Next, Path, Paths, Undecided, Witness, WitnessKind,
};
pub use crate::error::{Error, Fault, Reason, Refused};
pub use crate::findings::finding::{Finding, FindingKind, Purpose};
pub use crate::findings::findings;
pub use crate::peg::Peg;
pub use crate::peg::expr::Expr;
pub use crate::peg::rule::Rule;
pub use crate::pest::builtin::exists as is_builtin;
pub use crate::pest::closest::closest;
pub use crate::pest::read::Grammar;
pub use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType, WrittenExpr, WrittenRule};
#[cfg(feature = "tools")]
pub use crate::sample::count::Counts;
#[cfg(feature = "tools")]
pub use crate::sample::{SampleError, Sampler, Samples};
#[cfg(feature = "tools")]
pub use num_bigint::BigUint;

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
