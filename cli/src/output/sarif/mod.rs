//! Faults and findings as a log in SARIF 2.1.0, for code scanning.
//!
//! In: faults and findings, each with its place in a file.
//! Out: one log with one run, written as the results come, with the rules that occur after them. `write` has the
//! log, and the parts of it that are made by other threads; `result`, `rule`, `message` and `artifact` what is in it.
//! Next: `input`, whose files have a name as an artifact, and `commands`.

pub(crate) mod artifact;
mod message;
mod result;
mod rule;
mod write;

pub(crate) use self::result::{Place, write_fault, write_finding};
pub(crate) use self::write::{Log, Part, Results};
