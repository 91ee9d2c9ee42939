//! Grammars as data: a pest grammar read, reduced to a core PEG and decided by automata.
//!
//! [`Grammar`] holds the rules as pest runs them, [`Peg`] their exact meaning in ten kinds of
//! expression, and [`Dfa`] the set of strings that a rule matches whole. A grammar that differs from
//! another in some rules is read from these alone ([`Grammar::read_over`]), and what is odd about one is
//! found by [`findings`].
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

mod arena;
mod automaton;
mod bdd;
mod bounds;
mod builtin;
mod charset;
mod classes;
mod closest;
mod compile;
mod definition;
mod dfa;
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
mod peg;
mod read;
mod rule;
mod stack;
mod tables;
mod text;
mod translate;

pub use automaton::{Automata, Limits};
pub use charset::CharSet;
pub use classes::Classes;
pub use compile::{Compiled, Target, compile};
pub use dfa::Dfa;
pub use error::{Error, Fault, Reason, Refused};
pub use expr::Expr;
pub use findings::{Finding, FindingKind, Purpose, findings};
pub use generate::{Generated, generate};
pub use peg::Peg;
pub use read::Grammar;
pub use rule::Rule;
