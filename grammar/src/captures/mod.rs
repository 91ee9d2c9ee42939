//! The captures of a rule: the nodes below its own node, and strings that two rules parse differently.
//!
//! In: the automata of strings with marks where nodes begin and end, which `dfa::marked` builds.
//! Out: the nodes in a string (`read`), the shortest string that another rule parses differently
//! (`differently`), and the shortest string around a given text of a called rule (`around`). One search
//! (`shortest`) finds both strings.
//! Next: `abnf`, whose rules capture what their derivations call.

mod around;
pub(crate) mod differently;
pub(crate) mod read;
mod shortest;
