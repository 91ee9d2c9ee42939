//! `uri grammar`: the built-in grammar, or any other, as the thing to look at.

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
