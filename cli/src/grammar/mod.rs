//! `uri grammar`: the built-in grammar, or any other, as the thing to look at.
//!
//! In: the subcommand and its arguments, as `args` has read them.
//! Out: what is equal, different, wrong, drawn, sampled or compiled, in text or JSON, and the status to exit with.
//! One file a subcommand; `automata` limits the work on all rules together, `corpus` and `old_and_new` compare
//! what two grammars make of the lines of a file, and `report` writes.
//! Next: `main`, which turns the status into an exit code.

mod automata;
mod change;
mod check;
mod compile;
mod corpus;
mod diff;
mod draw;
mod old_and_new;
mod prove;
mod report;
mod rule;
mod sample;
mod word;

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
