//! Parses pest grammars, decides the languages of their rules with automata, and compiles them to Rust.
//!
//! | stage | in | out | module |
//! |---|---|---|---|
//! | read | a text in pest's notation | [`Grammar`]: the rules as pest runs them, or each fault with its place | `pest` |
//! | merge | a base grammar, and the text of a variant | [`Grammar`], by [`Grammar::read_over`] | `pest` |
//! | reduce | [`Grammar`] | [`Peg`]: the exact meaning of the rules, in eleven kinds of [`Expr`] | `peg` |
//! | decide | [`Peg`] | [`Automata`]: a [`Dfa`] and the [`Captures`] of each rule | `dfa`, `captures` |
//! | specify | a text in ABNF | [`Abnf`]: the same automata, to compare a grammar with an RFC | `abnf` |
//! | compile | [`Peg`] | Rust: a function for each rule ([`compile()`]), or a module with all of them ([`Generator`]) | `compile` |
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
//!
//! [urigram-workbench](https://docs.rs/urigram-workbench) analyzes grammars, for example how two of them differ.
//! The public modules of this crate contain items that such a crate needs.
#![forbid(unsafe_code)]
// Code with a potential panic names the invariant that prevents it, as the reason of an `#[allow]` or an
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
mod error;
mod peg;
mod pest;
mod stack;
mod walk;

pub use crate::abnf::outline::keeps_outline;
pub use crate::abnf::rules::Abnf;
pub use crate::captures::differently::ParsedDifferently;
pub use crate::captures::read::{Capture, Captures};
pub use crate::characters::{CharSet, Classes};
pub use crate::compile::generate::{Generated, Generator, Names, rule_enum};
pub use crate::compile::source::Module;
pub use crate::compile::write::writer::{Target, Undo};
pub use crate::compile::{Compiled, compile, compile_within};
pub use crate::dfa::Dfa;
pub use crate::dfa::automaton::{Automata, Limits};
pub use crate::dfa::compare::{Comparison, Completions, Relation, Way, Ways};
pub use crate::dfa::tables::Tables;
pub use crate::error::{Error, Fault, Fix, Reason, Refused};
pub use crate::peg::Peg;
pub use crate::peg::expr::{Expr, Rule};
pub use crate::pest::names::{closest, exists as is_builtin};
pub use crate::pest::read::Grammar;
pub use crate::pest::rules::{OptimizedExpr, OptimizedRule, RuleType, WrittenExpr, WrittenRule};
pub use crate::pest::spans::{RuleSpans, Span};
pub use crate::pest::text::Place;
pub use crate::stack::with_stack;
pub use crate::walk::callees_first;

/// A grammar as written: its expressions with their places and sizes, the comments above its rules, and
/// pest's rules.
pub mod tree {
    pub use crate::pest::bounds::{Size, sizes};
    pub use crate::pest::comments::{comments_above, line_comments};
    pub use crate::pest::expression::leading_string;
    pub use crate::pest::optimize::optimize;
    pub use crate::pest::tree::{Alternative, Call, Choice, Definition, Kind, Node, Times, Tree};
}

/// The names of rules: built-in and implicitly called rules, reachable rules, and names in messages.
pub mod names {
    pub use crate::error::{shown, shown_file};
    pub use crate::pest::names::{Reach, SKIPPED, chars, is_skipped, is_stack};
}

/// The strings that a rule matches, with marks where nodes and calls begin and end, from
/// [`Automata::marked_within`](crate::Automata::marked_within).
pub mod marked {
    pub use crate::dfa::arena::{Marks, Names};
    pub use crate::dfa::marked::Marked;
}

/// Alternatives that never match, from [`Automata::dead`](crate::Automata::dead), parts of sequences that have no
/// effect, from [`Automata::idle`](crate::Automata::idle), and strings whose match calls a given rule, from
/// [`Automata::passing`](crate::Automata::passing).
pub mod idle {
    pub use crate::dfa::passing::Passing;
    pub use crate::dfa::redundant::{Cause, Dead, Idle, Operator, Part, Sequence, Why};
}

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
