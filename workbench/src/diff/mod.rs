//! Finds the differences between the rules of two grammars in accepted strings and in captures,
//! with shortest counterexamples and causes.
//!
//! In: two `Grammar`s, and the captures that count.
//! Out: a `difference` for each rule, which `differ` finds by automata, or by a search for rules without
//! automata. `calls` finds the rules and nodes that can differ, and the causes.
//! Next: `uri grammar diff`, which prints the differences.

mod calls;
pub(crate) mod differ;
pub(crate) mod difference;
