//! What rules capture: the nodes below a rule's own, and where two rules parse the same string differently.
//!
//! In: the automata of a rule, with marks where nodes begin and end, which `dfa` builds.
//! Out: `Captures`, which parses a string (`reading`) and finds the shortest string that another rule accepts
//! too and parses differently (`difference`), by the search of `shortest`.
//! Next: `abnf`, which makes the same of an ABNF's rules.

pub(crate) mod automaton;
pub(crate) mod difference;
pub(crate) mod reading;
pub(crate) mod shortest;
