//! Grammars in ABNF, the notation of RFCs (RFC 5234, and `%s` and `%i` of RFC 7405).
//!
//! In: the text of a grammar in ABNF, and a base grammar.
//! Out: an `Abnf`, whose `rules` become minimal automata (`automaton`), or an error that lists each fault with its
//! position. `read` parses the text, and `outline` compares the captures of a grammar with the calls in the ABNF.
//! Next: callers, which compare the automata with those of a grammar.

mod automaton;
pub(crate) mod outline;
mod read;
pub(crate) mod rules;
