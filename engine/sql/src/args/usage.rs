//! What clap cannot know of the arguments.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use console::Term;

use super::Args;
use super::wrapped::wrapped;
use crate::outcome::Status;
use crate::output::visible::{commands, escaped};

/// Longer lines are hard to read.
const WIDEST: usize = 100;

/// Returns the arguments of the process.
pub(crate) fn args() -> Result<Args, clap::Error> {
    let mut args = Args::try_parse()?;
    // With a script, the first value is a file as well.
    if args.script.is_some()
        && let Some(first) = args.sql.take()
    {
        args.files.insert(0, first.into());
    }
    Ok(args)
}

/// Returns the error that there is nothing to run.
pub(crate) fn nothing_to_run() -> clap::Error {
    let said = "there is no statement: give it in quotes, or a file of statements with --file";
    Args::command().error(ErrorKind::MissingRequiredArgument, said)
}

/// Prints a message of clap: a wrong argument, or the help.
pub(crate) fn say(said: &clap::Error) -> ExitCode {
    if said.use_stderr() {
        // Names of files, which a pattern of the shell stands for, may be anything; clap shows them as they are.
        let is_odd = env::args_os().any(|argument| argument.to_string_lossy().chars().any(commands));
        let said = if is_odd {
            let lines: Vec<_> = said.to_string().lines().map(escaped).collect();
            writeln!(io::stderr(), "{}", lines.join("\n"))
        } else {
            said.print()
        };
        // If standard error is closed, nobody can be told.
        drop(said);
        return ExitCode::from(Status::Unable as u8);
    }
    let text = wrapped(&said.to_string(), usize::from(Term::stdout().size().1).min(WIDEST));
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(Status::Unable as u8),
        _ => ExitCode::SUCCESS,
    }
}
