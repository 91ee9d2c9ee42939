//! The command `uri`: URIs of RFC 3986 on the command line. This file only dispatches.
//!
//! Not an interface for other crates: use [`urigram`].

mod answer;
mod args;
mod commands;
mod config;
mod fault;
mod grammar;
mod input;
#[cfg(feature = "serve")]
mod limit;
mod outcome;
mod output;
mod parser;
mod policy;

use std::process::ExitCode;

use anstream::ColorChoice;
use clap::FromArgMatches;

use crate::args::{Args, By, Command, Global, usage};
#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::commands::{
    build, check, compare, completions, config as show, decode, edit, encode, explain, extract, man,
    normalize, parse, relativize, resolve, trace, tree, validate, whatwg,
};
use crate::config::{Config, Defaults};
use crate::outcome::{Error, Status, exit_code};
use crate::output::closed;
use crate::parser::start::Start;

/// Runs the command with the arguments of this process, and returns its exit status.
pub fn main() -> ExitCode {
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
    if completions::answer()? {
        return Ok(());
    }
    let mut defaults = Defaults::default();
    let ended = configured(&mut defaults).and_then(|(args, config)| run(args, &config, status));
    match ended.map_err(|error| error.with_note(defaults.note())) {
        Err(Error::Usage(said, note)) => usage::say(&said, note.as_deref(), status),
        ended => ended,
    }
}

/// Returns the arguments, with the defaults that the configuration file has for them.
fn configured(defaults: &mut Defaults) -> Result<(Args, Config), Error> {
    let typed = usage::matches().inspect_err(|_| {
        // Help has the colors that are asked for, too, and so has the error for wrong arguments.
        let global = Global::guessed();
        color(&global, Config::of(&global).ok().as_ref());
    })?;
    let global = Global::from_arg_matches(&typed)?;
    color(&global, None);
    let config = Config::of(&global)?;
    color(&global, Some(&config));
    *defaults = config.defaults(&typed);
    let args = match defaults.options.as_slice() {
        [] => Args::from_arg_matches(&typed),
        options => usage::args(&defaults.command, options),
    };
    Ok((args?, config))
}

/// Sets when colors are used: by the command line, or else by the configuration file.
fn color(global: &Global, config: Option<&Config>) {
    let when = global.color.or_else(|| config?.color()).unwrap_or_default();
    ColorChoice::from(when).write_global();
}

fn run(args: Args, config: &Config, status: &mut Status) -> Result<(), Error> {
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
            Err(usage::no_grammar_here("give the grammar to the subcommand instead").into())
        }
        _ if args.by.is_some() => {
            let instead = "the other commands use the built-in grammar";
            Err(usage::no_grammar_here(instead).into())
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
        Command::Config(arguments) => show::run(&arguments, config),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}
