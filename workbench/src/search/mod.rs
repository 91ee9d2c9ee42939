//! Searches, within limits, for texts that two grammars treat differently, for rules without an
//! automaton.
//!
//! In: two grammars, the rules to compare, and the effort.
//! Out: a verdict on each rule, which says that its definitions are the same (`definitions`), or has a text
//! that the grammars treat differently, or the extent of the search. `compare` is the search: first
//! `guided`, with texts that `derive` derives from the definitions, then all texts up to a length and random
//! ones. `trial` runs a text on both grammars, and shortens it.
//! Next: `diff`, and callers that show them.

pub(crate) mod compare;
pub(crate) mod definitions;
mod derive;
mod guided;
pub(crate) mod trial;
