//! Random texts: samples of the grammar's rules, and mutations of them.
//!
//! In: a seed, and the texts of a target's corpus.
//! Out: a `Source`, from which the targets take their texts. `pools` keeps samples of each rule, `tokens` has what a
//! sampler seldom comes to, `grammars` keeps samples of other grammars, `random` composes grammars, `mutate` edits a
//! text, `equivalent` changes one to another spelling, and `notation` edits a grammar.
//! Next: `targets`.

mod equivalent;
mod grammars;
mod mutate;
mod notation;
pub(crate) mod pools;
#[path = "../../../grammar/tests/grammar/random.rs"]
mod random;
pub(crate) mod source;
mod tokens;
