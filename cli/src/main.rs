//! `uri`: URIs by RFC 3986 on the command line. This file only dispatches.

mod answer;
mod args;
mod based;
mod block;
mod build;
mod check;
mod closed;
mod compare;
mod decode;
mod diagnostic;
mod drawing;
mod edit;
mod encode;
mod excerpt;
mod fault;
mod field;
mod grammar;
mod in_order;
mod input;
mod json;
mod library;
mod loaded;
mod machine;
mod name;
mod node;
mod normalize;
mod outcome;
mod output;
mod pair;
mod parse;
mod progress;
mod relativize;
mod resolve;
mod start;
mod tree;
mod unreadable;
mod usage;
mod verdict;
mod visible;

use std::process::ExitCode;

use crate::args::{Args, Command, How};
use crate::outcome::{Error, Status, exit_code};
use crate::start::Start;

fn main() -> ExitCode {
    // Kept here, so that a command that ends early leaves behind what it has found out.
    let mut status = Status::Fine;
    let ended = closed::check().and_then(|()| answer(&mut status));
    exit_code(status, ended)
}

fn answer(status: &mut Status) -> Result<(), Error> {
    match usage::args().map_err(Error::Usage).and_then(|args| run(args, status)) {
        Err(Error::Usage(said)) => usage::say(&said, status),
        ended => ended,
    }
}

fn run(args: Args, status: &mut Status) -> Result<(), Error> {
    let start = |how: &How| Start::of(how, args.by.as_deref());
    match args.command {
        Command::Parse(references) => parse::run(&references, start(&references.how)?, status),
        Command::Tree(references) => tree::run(&references, start(&references.how)?, status),
        Command::Check(files) => {
            let start = start(&files.how)?;
            check::run(files, start, status)
        }
        Command::Grammar(_) if args.by.is_some() => {
            Err(Error::Usage(usage::no_grammar_here("give the grammar to the subcommand instead")))
        }
        _ if args.by.is_some() => {
            let instead = "the other commands are by the grammar that is built in";
            Err(Error::Usage(usage::no_grammar_here(instead)))
        }
        Command::Resolve(arguments) => resolve::run(&arguments, status),
        Command::Relativize(arguments) => relativize::run(&arguments, status),
        Command::Normalize(arguments) => normalize::run(&arguments, status),
        Command::Compare(arguments) => compare::run(&arguments, status),
        Command::Edit(arguments) => edit::run(&arguments, status),
        Command::Build(arguments) => build::run(&arguments, status),
        Command::Encode(arguments) => encode::run(&arguments, status),
        Command::Decode(arguments) => decode::run(&arguments, status),
        Command::Grammar(command) => grammar::run(&command, status),
    }
}
