//! Parsing of the arguments, and the messages of clap: the help, the version, and errors.

use std::env;
use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use super::Args;
use crate::invariant::Invariant;
use crate::outcome::{Error, Status};
use crate::output::visible;

pub(crate) fn args() -> Result<Args, clap::Error> {
    let typed: Vec<_> = env::args_os().collect();
    Args::try_parse_from(&typed).map_err(|error| {
        // clap quotes arguments unescaped, so they are parsed again in a form that any terminal can show.
        let shown = typed.iter().map(|argument| visible::name(argument.as_encoded_bytes()));
        Args::try_parse_from(shown).err().unwrap_or(error)
    })
}

/// Returns that one of the names that was typed after `--as`, with `-` or `_`. The error for an unknown name lists all
/// of them.
pub(crate) fn rule(typed: &OsStr, names: impl IntoIterator<Item = String>) -> Result<String, Error> {
    let names: Vec<String> = names.into_iter().collect();
    let aliases = |name: &str| [name.replace('-', "_"), name.replace('_', "-")];
    let values = names.iter().map(|name| PossibleValue::new(name.clone()).aliases(aliases(name)));
    let mut command = Args::command();
    command.build();
    let parse = command.find_subcommand("parse").cloned().invariant("`parse` is a command");
    let argument = parse.get_arguments().find(|argument| argument.get_id() == "rule");
    let shown = visible::name(typed.as_encoded_bytes());
    let name = PossibleValuesParser::new(values).parse_ref(&parse, argument, shown.as_ref());
    let typed = name.map_err(Error::Usage)?;
    let name = names.into_iter().find(|name| *name == typed || aliases(name).contains(&typed));
    Ok(name.invariant("clap returns one of the values, or an alias of it"))
}

/// Returns the error for a grammar where it has no effect; `instead` is advice.
pub(crate) fn no_grammar_here(instead: &str) -> clap::Error {
    let said = format!(
        "the argument '--grammar <FILE>' goes with parse, tree, trace, check and validate; {instead}"
    );
    Args::command().error(ErrorKind::ArgumentConflict, said)
}

/// Returns the error for a limit where it has no effect.
pub(crate) fn no_limit_here() -> clap::Error {
    let said = "the argument '--max-steps <STEPS>' goes with '--grammar <FILE>'; the grammar that is built in \
                needs no limit";
    Args::command().error(ErrorKind::MissingRequiredArgument, said)
}

/// Returns an error that clap cannot detect in the arguments of a command.
pub(crate) fn wrong(command: &str, kind: ErrorKind, said: &str) -> clap::Error {
    let mut uri = Args::command();
    uri.build();
    match uri.find_subcommand_mut(command) {
        Some(command) => command.error(kind, said),
        None => uri.error(kind, said),
    }
}

/// Prints a message of clap. clap's own method ignores write errors, such as a full disk.
pub(crate) fn say(said: &clap::Error, status: &mut Status) -> Result<(), Error> {
    let text = said.render();
    if said.use_stderr() {
        *status = Status::Failed;
        // If standard error is closed, nobody can be told.
        let _ = write!(anstream::stderr(), "{}", text.ansi());
    } else {
        let mut out = anstream::stdout();
        write!(out, "{}", text.ansi())?;
        out.flush()?;
    }
    Ok(())
}
