//! A grammar that is run as pest runs it, with a limit on how long that takes.
//!
//! pest itself has none that fits. Its own limit belongs to the whole process, while the lines of a file are
//! of different lengths and are parsed in parallel; and it neither counts the bytes that pest searches at
//! once nor bounds the list of rules that have failed, which grows with every alternative.
//!
//! In: pest's optimized rules (`rules`), a text, and a number of steps.
//! Out: the nodes of the parse tree, or why there are none. `run` is one match, `stack` what `PUSH` and the like change.
//! Next: `loaded`, which blames what does not match.

mod builtin;
mod rules;
mod run;
mod stack;
#[cfg(test)]
mod tests;

pub(crate) use self::rules::{Machine, Stopped, called};
