//! Interprets grammars as pest does, with a limit on the steps of a match.
//!
//! pest's own limit is not enough: it is global to the process, does not count bytes that are skipped at
//! once, and does not bound the list of failed rules, which grows with every alternative.
//!
//! In: a `Grammar`, one of its rules, a text, and a number of steps.
//! Out: the nodes of the parse tree, or the reason why there are none. `machine` prepares the rules,
//! `matching` is one match, `record` records its `step`s, `wanted` collects what failed at the furthest offset, and
//! `taken` counts the matches of each expression of a rule.
//! Next: callers that need a parse tree without compiled code.

pub(crate) mod machine;
mod matching;
mod record;
pub(crate) mod step;
pub(crate) mod taken;
pub(crate) mod wanted;
