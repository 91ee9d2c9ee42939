//! Random texts: samples of the grammar's rules, and mutations of them.
//!
//! In: a seed, and the texts of a target's corpus.
//! Out: a `Source`, from which the targets take their texts. `pools` keeps samples of each rule, `grammars` those of
//! other grammars, `tokens` has what a
//! sampler seldom comes to, `mutate` edits a text, and `notation` the text
//! of a grammar; `random` composes grammars.
//! Next: `targets`.

mod grammars;
mod mutate;
mod notation;
pub(crate) mod pools;
#[allow(unreachable_pub, reason = "a module of other tests too")]
#[path = "../../../grammar/tests/grammar/random.rs"]
mod random;
pub(crate) mod source;
mod tokens;
