//! Grammars in ABNF, the notation of RFCs (RFC 5234, and `%s` and `%i` of RFC 7405).
//!
//! In: the text of a grammar in ABNF, and a grammar that it is laid over.
//! Out: an `Abnf`, whose rules become minimal automata, or an error that lists each fault with its position.
//! `lines`, `parse` and `value` read the text, `define` lays rules over others, `nfa` and `subsets` build the
//! automata, and `outline` compares what a grammar captures with what the ABNF's rules call.
//! Next: none. The automata are compared with those of a grammar by `dfa`.

mod automaton;
mod core_rules;
mod cursor;
mod define;
mod lines;
mod nfa;
pub(crate) mod node;
pub(crate) mod outline;
mod parse;
mod read;
mod recursion;
pub(crate) mod rules;
mod subsets;
mod value;
