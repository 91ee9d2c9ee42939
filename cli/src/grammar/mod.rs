//! `uri grammar`: proves, compares, checks, samples, draws and compiles a grammar.
//!
//! In: the subcommand and its arguments, as read by `args`.
//! Out: the proof, differences, findings, drawings, samples or code, in text or JSON, and the exit status.
//! There is one file for each subcommand; `library` checks what the library expects of a grammar, `expectations` what
//! its comments do,
//! `difference` prints how a rule changes, `corpus` compares the results of two grammars for the lines of a
//! file, `names` finds rules by the typed names, and `report` writes answers.
//! Next: `lib.rs`, which converts the status to an exit code.

mod check;
mod compile;
mod corpus;
mod diff;
mod difference;
mod draw;
mod expectations;
mod library;
mod names;
mod prove;
mod report;
mod sample;

use crate::args::grammar::Command;
use crate::outcome::{Error, Status};

pub(crate) fn run(command: &Command, status: &mut Status) -> Result<(), Error> {
    match command {
        Command::Prove(args) => prove::run(args, status),
        Command::Diff(args) => diff::run(args, status),
        Command::Check(args) => check::run(args, status),
        Command::Sample(args) => sample::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Compile(args) => compile::run(args, status),
    }
}
