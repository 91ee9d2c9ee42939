//! Grammars in ABNF, the notation of RFCs (RFC 5234, and `%s` and `%i` of RFC 7405), and the
//! automata of their rules.

mod automaton;
mod core_rules;
mod cursor;
mod define;
mod lines;
mod nfa;
mod node;
pub(crate) mod outline;
mod parse;
mod read;
mod recursion;
pub(crate) mod rules;
mod subsets;
mod value;
