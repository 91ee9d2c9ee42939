//! `uri`: URIs of RFC 3986 on the command line. This file only dispatches.

mod answer;
mod args;
mod commands;
mod fault;
mod grammar;
mod input;
mod invariant;
#[cfg(feature = "serve")]
mod limit;
mod outcome;
mod output;
mod parser;
mod policy;

use std::process::ExitCode;

use crate::args::{Args, By, Command, usage};
#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::commands::{
    build, check, compare, decode, edit, encode, explain, extract, normalize, parse, relativize, resolve,
    trace, tree, validate, whatwg,
};
use crate::outcome::{Error, Status, exit_code};
use crate::output::closed;
use crate::parser::start::Start;

fn main() -> ExitCode {
    // Kept here, so that the status is not lost if a command ends with an error.
    let mut status = Status::Fine;
    #[cfg(feature = "serve")]
    let limited = limit::obey();
    #[cfg(not(feature = "serve"))]
    let limited = Ok(());
    let ended = limited.and_then(|()| Ok(closed::check()?)).and_then(|()| answer(&mut status));
    exit_code(status, ended)
}

fn answer(status: &mut Status) -> Result<(), Error> {
    match usage::args().map_err(Error::Usage).and_then(|args| run(args, status)) {
        Err(Error::Usage(said)) => usage::say(&said, status),
        ended => ended,
    }
}

fn run(args: Args, status: &mut Status) -> Result<(), Error> {
    let start = |by: &By| Start::of(by, args.by.as_deref());
    match args.command {
        Command::Parse(arguments) => parse::run(&arguments, start(&arguments.by)?, status),
        Command::Trace(arguments) => trace::run(&arguments, args.by.as_deref(), status),
        Command::Tree(references) => tree::run(&references, start(&references.how.by)?, status),
        Command::Validate(arguments) => validate::run(&arguments, start(&arguments.by)?, status),
        Command::Check(arguments) => {
            let start = start(&arguments.by)?;
            check::run(arguments, start, status)
        }
        Command::Grammar(_) if args.by.is_some() => {
            Err(Error::Usage(usage::no_grammar_here("give the grammar to the subcommand instead")))
        }
        _ if args.by.is_some() => {
            let instead = "the other commands are by the grammar that is built in";
            Err(Error::Usage(usage::no_grammar_here(instead)))
        }
        Command::Extract(arguments) => extract::run(arguments, status),
        Command::Resolve(arguments) => resolve::run(&arguments, status),
        Command::Relativize(arguments) => relativize::run(&arguments, status),
        Command::Normalize(arguments) => normalize::run(&arguments, status),
        Command::Compare(arguments) => compare::run(&arguments, status),
        Command::Whatwg(arguments) => whatwg::run(&arguments, status),
        Command::Edit(arguments) => edit::run(&arguments, status),
        Command::Build(arguments) => build::run(&arguments, status),
        Command::Encode(arguments) => encode::run(&arguments, status),
        Command::Decode(arguments) => decode::run(&arguments, status),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Grammar(command) => grammar::run(&command, status),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(arguments),
    }
}
