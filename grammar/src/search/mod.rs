//! A bounded search for texts that two grammars treat differently, for rules that have no automaton.
//!
//! In: two grammars, the rules to compare, and how much effort to spend.
//! Out: for each rule that its definitions are the same (`definitions`), a text that the two treat differently, or
//! how far the search went. `compare` asks `guided`, which runs texts that `derive` makes of the definitions
//! (`bodies` of `parts`) when it `visits` a rule, and then `thorough`, which runs all texts of an `alphabet` up to a length (`enumerate`), and those
//! that `mutate` changes at random. `trial` runs a text on both grammars, and `shrink` shortens it.
//! Next: callers that show the differences.

mod alphabet;
mod bodies;
pub(crate) mod budget;
pub(crate) mod compare;
mod definitions;
mod derive;
mod enumerate;
mod guided;
mod known;
mod mutate;
mod parts;
mod shrink;
mod thorough;
mod trial;
pub(crate) mod verdict;
mod visits;
