//! An interpreter of grammars that does what pest does, with a limit on the time that a match takes.
//!
//! pest's own limit applies to the whole process, although texts have different lengths. It neither counts the
//! bytes that are skipped at once nor bounds the list of failed rules, which grows with every alternative.
//!
//! In: a `Grammar`, one of its rules, a text, and a number of steps.
//! Out: the nodes of the parse tree, or the reason why there are none. `machine` prepares the rules, `start` asks for
//! a match, `matching` is one, `rule` has the rules that it calls, `terminal` what matches without other expressions,
//! `stack` what `PUSH` keeps, `context` what is skipped, `attempts` the rules that fail, and `trace` each step.
//! Next: callers that need a parse tree without compiled code.

pub(crate) mod attempts;
mod builtin;
mod context;
pub(crate) mod machine;
mod matching;
pub(crate) mod node;
mod rule;
mod stack;
mod start;
mod terminal;
pub(crate) mod trace;
