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
mod arena;
mod automaton;
mod bdd;
mod bounds;
mod builtin;
mod charset;
mod classes;
mod closest;
mod compare;
mod compile;
#[cfg(feature = "tools")]
mod count;
mod definition;
mod dfa;
#[cfg(feature = "tools")]
mod edges;
mod either;
mod error;
mod expr;
mod findings;
mod generate;
mod hash;
mod longest;
mod merge;
mod minimize;
mod names;
mod order;
mod over;
mod peg;
#[cfg(feature = "tools")]
mod random;
mod read;
mod readable;
mod rule;
#[cfg(feature = "tools")]
mod sample;
mod stack;
mod tables;
mod text;
mod translate;
mod walk;
#[cfg(feature = "tools")]
mod weight;

pub use abnf::{Abnf, keeps_outline};
pub use automaton::{Automata, Limits};
pub use builtin::exists as is_builtin;
pub use charset::CharSet;
pub use classes::Classes;
pub use closest::closest;
pub use compare::{Comparison, Relation};
pub use compile::{Compiled, Target, compile};
#[cfg(feature = "tools")]
pub use count::Counts;
pub use dfa::Dfa;
pub use error::{Error, Fault, Reason, Refused};
pub use expr::Expr;
pub use findings::{Finding, FindingKind, Purpose, findings};
pub use generate::{Generated, generate, rule_enum};
#[cfg(feature = "tools")]
pub use num_bigint::BigUint;
pub use peg::Peg;
pub use read::Grammar;
pub use rule::Rule;
#[cfg(feature = "tools")]
pub use sample::{SampleError, Sampler, Samples};
pub use tables::Tables;

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
