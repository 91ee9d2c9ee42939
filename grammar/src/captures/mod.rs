//! The captures of a rule, which are the nodes below its own node, and strings that two rules parse differently.
//!
//! In: the automata of strings with marks where nodes begin and end, which `dfa::marked` builds.
//! Out: the nodes in a string (`read`), the shortest string that another rule parses differently (`differently`), and
//! the shortest such string in which a called rule matches a given text (`around`). Both strings are found by the same
//! search (`shortest`).
//! Next: `abnf`, where the captures are the calls in derivations.

mod around;
pub(crate) mod differently;
pub(crate) mod read;
mod shortest;
