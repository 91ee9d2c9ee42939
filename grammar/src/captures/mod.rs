//! What rules capture: the nodes that a rule makes below its own, and where two rules parse the same string
//! differently.
//!
//! In: the automata of strings with marks where nodes begin and end, which `dfa::marked` builds.
//! Out: the nodes in a string (`read`), the shortest string that another rule accepts too and parses
//! differently (`differently`), and the shortest in which a text is read by a rule that is called (`around`).
//! Both are found by one search (`shortest`).
//! Next: `abnf`, whose rules capture what their derivations call.

mod around;
pub(crate) mod differently;
pub(crate) mod read;
mod shortest;
