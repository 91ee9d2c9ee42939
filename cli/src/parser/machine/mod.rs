//! An interpreter of grammars that does what pest does, with a limit on the time that a match takes.
//!
//! pest itself has no suitable limit. Its limit applies to the whole process, while the lines of a file have
//! different lengths and are parsed in parallel. It neither counts the bytes that pest skips at once nor
//! bounds the list of failed rules, which grows with every alternative.
//!
//! In: pest's optimized rules (`rules`), a text, and a number of steps.
//! Out: the nodes of the parse tree, or the reason why there are none. `run` is one match, and `stack` is the
//! stack of `PUSH` and `POP`.
//! Next: `loaded`, which finds the fault of a text that does not match.

mod builtin;
mod rules;
mod run;
mod stack;
#[cfg(test)]
mod tests;

pub(crate) use self::rules::{Machine, Stopped, called};
