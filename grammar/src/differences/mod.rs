//! How the rules of two grammars differ: in what they match and in what they capture, with the shortest strings that
//! show it, and which rules are to blame.
//!
//! In: two `Grammar`s, and which captures count.
//! Out: a `Difference` for each rule, which `differ` finds. `run` compares the rules, `searched` asks the search where
//! there is no automaton, and `blame` finds causes. `calls` knows which rules can differ at all, and `nodes`
//! which of their nodes. `side` has the automata of either grammar, `reader` what its rules make of a text, `context`
//! finds where a difference shows in the strings of a start rule, and `explain` the way through both rules to where they
//! part.
//! Next: `uri grammar diff`, which prints it. No other room imports this one.

mod blame;
mod calls;
mod context;
pub(crate) mod differ;
pub(crate) mod difference;
mod explain;
mod nodes;
mod reader;
mod run;
mod searched;
mod side;
