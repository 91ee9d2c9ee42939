//! Random texts: samples of the grammar's rules, and mutations of them.
//!
//! In: a seed, and the texts of a target's corpus.
//! Out: a `Source`, from which the targets take their texts. `pools` keeps samples of each rule, `grammars` those of
//! other grammars, `tokens` has what a
//! sampler seldom comes to, `mutate` edits a text.
//! Next: `targets`.

mod grammars;
mod mutate;
pub(crate) mod pools;
pub(crate) mod source;
mod tokens;
