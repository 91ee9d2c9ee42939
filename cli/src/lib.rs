//! The command `uri`, for URIs on the command line (RFC 3986). This file only dispatches.
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

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::FromArgMatches;
use urigram::grammar::{Rfc3986, Rfc3987};

use crate::args::{Args, By, Command, Global, usage};
#[cfg(feature = "answers")]
use crate::commands::answers;
#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::commands::{
    check, completions, config as show, convert, edit, extract, fix, get, man, normalize, parse, percent,
    resolve, template, validate, whatwg,
};
use crate::config::{Config, Defaults};
use crate::outcome::{Error, Status, exit_status};
use crate::parser::start::Start;

/// Runs the command with the arguments of this process, and returns its exit status.
pub fn main() -> ExitCode {
    let status = started().unwrap_or_else(|error| exit_status(Status::Fine, Err(error)));
    ExitCode::from(status as u8)
}

fn started() -> Result<Status, Error> {
    #[cfg(feature = "serve")]
    limit::obey()?;
    output::check_open()?;
    if completions::answer()? {
        return Ok(Status::Fine);
    }
    let typed: Vec<OsString> = env::args_os().collect();
    #[cfg(feature = "answers")]
    if let Some(to) = answers::asked(&typed) {
        answers::run(to, answer)?;
        return Ok(Status::Fine);
    }
    Ok(answer(&typed))
}

/// Runs the command with these arguments, of which the first is its name, and returns its exit status.
fn answer(typed: &[OsString]) -> Status {
    // An out parameter keeps the status even if a command ends with an error.
    let mut status = Status::Fine;
    let ended = try_answer(typed, &mut status);
    exit_status(status, ended)
}

fn try_answer(typed: &[OsString], status: &mut Status) -> Result<(), Error> {
    let mut defaults = Defaults::default();
    let ended = configured(typed, &mut defaults).and_then(|(args, config)| run(args, &config, status));
    match ended.map_err(|error| error.with_note(defaults.note())) {
        Err(Error::Usage(error, note)) => usage::print(&error, note.as_deref(), status),
        ended => ended,
    }
}

/// Parses the command line, with defaults from the configuration file.
fn configured(typed: &[OsString], defaults: &mut Defaults) -> Result<(Args, Config), Error> {
    let matches = usage::matches(typed).inspect_err(|_| {
        // The color options also apply to help and usage errors, which end here.
        let global = Global::guessed(typed);
        color(&global, Config::of(&global).ok().as_ref());
    })?;
    let global = Global::from_arg_matches(&matches)?;
    color(&global, None);
    let config = Config::of(&global)?;
    color(&global, Some(&config));
    *defaults = config.defaults(&matches);
    let args = match defaults.options.as_slice() {
        [] => Args::from_arg_matches(&matches),
        options => usage::args(typed, &defaults.command, options),
    };
    Ok((args?, config))
}

/// Sets the use of colors from the command line, or else from the configuration file.
fn color(global: &Global, config: Option<&Config>) {
    let when = global.color.or_else(|| config?.color()).unwrap_or_default();
    ColorChoice::from(when).write_global();
}

/// Calls a command on URIs or on IRIs.
macro_rules! on {
    ($iri:expr, $module:ident::$run:ident($($argument:expr),*)) => {
        match $iri {
            false => $module::$run::<Rfc3986>($($argument),*),
            true => $module::$run::<Rfc3987>($($argument),*),
        }
    };
}

fn run(args: Args, config: &Config, status: &mut Status) -> Result<(), Error> {
    let start = |by: &By| Start::of(by, args.by.as_deref());
    match args.command {
        Command::Parse(arguments) => parse::run(&arguments, start(&arguments.by)?, status),
        Command::Trace(arguments) => parse::trace(&arguments, args.by.as_deref(), status),
        Command::Tree(references) => {
            parse::tree(&references, Start::with_tree(&references.by, args.by.as_deref())?, status)
        }
        Command::Validate(arguments) => {
            let start = start(&arguments.by)?;
            on!(arguments.by.iri, validate::run(&arguments, start, status))
        }
        Command::Check(arguments) => {
            let start = start(&arguments.by)?;
            check::run(arguments, start, status)
        }
        Command::Grammar(_) if args.by.is_some() => {
            Err(usage::no_grammar_here("give the grammar to the subcommand instead").into())
        }
        _ if args.by.is_some() => {
            let instead = "the other commands use the built-in grammar, or with --iri that of IRIs";
            Err(usage::no_grammar_here(instead).into())
        }
        Command::Fix(arguments) => fix::run(&arguments, status),
        Command::Extract(arguments) => extract::run(arguments, status),
        Command::Get(arguments) => get::run(&arguments, status),
        Command::Resolve(arguments) => on!(arguments.based.iri, resolve::run(&arguments, status)),
        Command::Relativize(arguments) => on!(arguments.based.iri, resolve::relativize(&arguments, status)),
        Command::Normalize(arguments) => on!(arguments.iri, normalize::run(&arguments, status)),
        Command::Compare(arguments) => {
            on!(arguments.iri || arguments.idna, normalize::compare(&arguments, status))
        }
        Command::Whatwg(arguments) => whatwg::run(&arguments, status),
        Command::Edit(arguments) => on!(arguments.iri, edit::run(&arguments, status)),
        Command::Build(arguments) => on!(arguments.iri, edit::build(&arguments, status)),
        Command::Convert(arguments) => convert::run(&arguments, status),
        Command::Encode(arguments) => percent::encode(&arguments, status),
        Command::Decode(arguments) => percent::decode(&arguments, status),
        Command::Explain(arguments) => validate::explain(&arguments),
        Command::Template(command) => template::run(&command, status),
        Command::Grammar(command) => grammar::run(&command, status),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(arguments),
        Command::Config(arguments) => show::run(&arguments, config),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}
