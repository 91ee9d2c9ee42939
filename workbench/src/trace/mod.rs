//! An interpreter of grammars that does what pest does, with a limit on the steps of a match.
//!
//! pest's own limit is global to the process. It neither counts the bytes that are skipped at once nor bounds
//! the list of failed rules, which grows with every alternative.
//!
//! In: a `Grammar`, one of its rules, a text, and a number of steps.
//! Out: the nodes of the parse tree, or why there are none. `machine` prepares the rules, `matching` is one
//! match, `record` writes its `step`s down, and `taken` tells what it took of a rule as it is written.
//! Next: callers that need a parse tree without compiled code.

pub(crate) mod machine;
mod matching;
mod record;
pub(crate) mod step;
pub(crate) mod taken;
