//! Parsing of the arguments, and the messages of clap: the help, the version, and errors.

use std::env;
use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, FromArgMatches};

use super::{Args, command};
use crate::outcome::{Error, Status};
use crate::output::visible;

/// Parses the command line.
pub(crate) fn matches() -> Result<ArgMatches, clap::Error> {
    matches_of(&command())
}

/// Parses the command line, with these defaults for options of the command at `path`.
pub(crate) fn args(path: &[String], defaults: &[(&'static str, String)]) -> Result<Args, clap::Error> {
    let matches = matches_of(&with_defaults(command(), path, defaults))?;
    Args::from_arg_matches(&matches)
}

fn matches_of(command: &Command) -> Result<ArgMatches, clap::Error> {
    let typed: Vec<_> = env::args_os().collect();
    command.clone().try_get_matches_from(&typed).map_err(|error| {
        // clap does not escape arguments in its messages, so parse escaped arguments to get a printable
        // message.
        let shown = typed.iter().map(|argument| visible::name(argument.as_encoded_bytes()));
        let error = command.clone().try_get_matches_from(shown).err().unwrap_or(error);
        if typed.get(1).is_some_and(|first| looks_like_reference(first)) {
            suggesting_to_parse(error)
        } else {
            error
        }
    })
}

/// Returns whether an argument looks like a reference with a scheme or a host, and not like the name of a command.
fn looks_like_reference(argument: &OsStr) -> bool {
    argument.as_encoded_bytes().iter().any(|byte| matches!(byte, b':' | b'/' | b'.'))
}

/// Adds advice to the error if the first argument is not a command.
fn suggesting_to_parse(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand {
        let advice = StyledStr::from("to parse a reference, write 'parse' before it");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice]));
    }
    error
}

fn with_defaults(command: Command, path: &[String], defaults: &[(&'static str, String)]) -> Command {
    match path {
        [] => defaults.iter().fold(command, |command, (id, value)| {
            command.mut_arg(id, |argument| argument.default_value(value.clone()))
        }),
        [name, below @ ..] => command.mut_subcommand(name, |command| with_defaults(command, below, defaults)),
    }
}

/// Returns the rule named by `--as`, which may be spelled with `-` or `_`. The error for an unknown name
/// lists all rules.
pub(crate) fn rule(typed: &OsStr, names: impl IntoIterator<Item = String>) -> Result<String, Error> {
    let names: Vec<String> = names.into_iter().collect();
    let aliases = |name: &str| [name.replace('-', "_"), name.replace('_', "-")];
    let values = names.iter().map(|name| PossibleValue::new(name.clone()).aliases(aliases(name)));
    let typed = one_of(values, typed, "parse", "rule")?;
    let name = names.into_iter().find(|name| *name == typed || aliases(name).contains(&typed));
    Ok(name.expect("clap returns one of the values, or an alias of it"))
}

/// Returns the command named by the argument of `uri man`.
pub(crate) fn name_of_command(
    typed: &OsStr,
    names: impl IntoIterator<Item = String>,
) -> Result<String, Error> {
    one_of(names.into_iter().map(PossibleValue::new), typed, "man", "command")
}

/// Returns the value of an argument if it is one of `values`.
fn one_of(
    values: impl Iterator<Item = PossibleValue>,
    typed: &OsStr,
    of: &str,
    argument: &str,
) -> Result<String, Error> {
    let mut uri = command();
    uri.build();
    let command = uri.find_subcommand(of).expect("it is a command");
    let argument: Option<&Arg> = command.get_arguments().find(|other| other.get_id() == argument);
    let shown = visible::name(typed.as_encoded_bytes());
    PossibleValuesParser::new(values).parse_ref(command, argument, shown.as_ref()).map_err(Error::from)
}

/// Returns the error for `--grammar` on a command that does not use it; `instead` is advice.
pub(crate) fn no_grammar_here(instead: &str) -> clap::Error {
    let message = format!(
        "the argument '--grammar <NAME|FILE>' goes with parse, tree, trace, check and validate; {instead}"
    );
    conflict(ErrorKind::ArgumentConflict, &message)
}

/// Returns the error for `--iri` after a `--grammar` before the command.
pub(crate) fn iri_or_grammar() -> clap::Error {
    let said = "the argument '--grammar <NAME|FILE>' cannot be used with '--iri'";
    conflict(ErrorKind::ArgumentConflict, said)
}

/// Returns an error about options that every command has.
pub(crate) fn conflict(kind: ErrorKind, message: &str) -> clap::Error {
    command().error(kind, message)
}

/// Returns the error for a limit on steps that has no effect.
pub(crate) fn no_limit_here() -> clap::Error {
    let message =
        "the argument '--max-steps <STEPS>' goes with '--grammar <FILE>'; built-in grammars need no limit";
    conflict(ErrorKind::MissingRequiredArgument, message)
}

/// Returns the error for an option that needs a policy.
pub(crate) fn needs_policy(option: &str) -> clap::Error {
    let message = format!("the argument '{option}' needs '--policy <PRESET|FILE>'");
    conflict(ErrorKind::MissingRequiredArgument, &message)
}

/// Returns an error that clap cannot detect in the arguments of a command.
pub(crate) fn wrong(of: &str, kind: ErrorKind, message: &str) -> clap::Error {
    let mut uri = command();
    uri.build();
    match uri.find_subcommand_mut(of) {
        Some(command) => command.error(kind, message),
        None => uri.error(kind, message),
    }
}

/// Prints a message of clap, and a note. clap's own method ignores write errors, such as a full disk.
pub(crate) fn print(error: &clap::Error, note: Option<&str>, status: &mut Status) -> Result<(), Error> {
    let text = error.render();
    if error.use_stderr() {
        *status = Status::Failed;
        // Ignore errors when writing to stderr.
        let mut err = anstream::stderr();
        let written = write!(err, "{}", text.ansi());
        let _ = written.and_then(|()| note.map_or(Ok(()), |note| writeln!(err, "{note}")));
    } else {
        let mut out = anstream::stdout();
        write!(out, "{}", text.ansi())?;
        out.flush()?;
    }
    Ok(())
}
