//! How the rules of two grammars differ, in language and in captures, with the shortest strings that show it,
//! and which rules are the cause.
//!
//! In: two `Grammar`s, and which captures count.
//! Out: a `difference` for each rule, which `differ` finds by automata, or where there are none by the search.
//! `calls` knows which rules and nodes can differ at all, and which are the cause; `readings` has the nodes that
//! both grammars make of a string.
//! Next: `uri grammar diff`, which prints it.

mod calls;
pub(crate) mod differ;
pub(crate) mod difference;
mod readings;
