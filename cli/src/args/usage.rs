//! Parsing of the arguments, and the messages of clap: the help, the version, and errors.

use std::ffi::{OsStr, OsString};
use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use strsim::osa_distance;
use urigram::validate::Code;

use super::{Args, command};
use crate::outcome::{Error, Status};
use crate::output::{self, visible};

/// Parses the command line.
pub(crate) fn matches(typed: &[OsString]) -> Result<ArgMatches, clap::Error> {
    matches_of(command, typed)
}

/// Parses the command line, with these defaults for options of the command at `path`.
pub(crate) fn args(
    typed: &[OsString],
    path: &[String],
    defaults: &[(&'static str, String)],
) -> Result<Args, clap::Error> {
    let matches = matches_of(|| with_defaults(command(), path, defaults), typed)?;
    Args::from_arg_matches(&matches)
}

fn matches_of(command: impl Fn() -> Command, typed: &[OsString]) -> Result<ArgMatches, clap::Error> {
    command().try_get_matches_from(typed).map_err(|error| {
        // clap does not escape arguments in its messages, so parse escaped arguments to get a printable
        // message.
        let shown = typed.iter().map(|argument| visible::name(argument.as_encoded_bytes()));
        let error = with_similar_values(command().try_get_matches_from(shown).err().unwrap_or(error));
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
    let find = |typed: &OsStr| {
        names.iter().find(|&name| *typed == **name || aliases(name).iter().any(|alias| *typed == **alias))
    };
    if let Some(name) = find(typed) {
        return Ok(name.clone());
    }
    let values = names.iter().map(|name| PossibleValue::new(name.clone()).aliases(aliases(name)));
    let typed = one_of(values, typed, "parse", "rule")?;
    Ok(find(typed.as_ref()).expect("clap returns one of the values, or an alias of it").clone())
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
    let parsed = PossibleValuesParser::new(values).parse_ref(command, argument, shown.as_ref());
    parsed.map_err(|error| with_similar_values(error).into())
}

/// The maximum number of values that an error lists.
const LISTED: usize = 50;

/// Replaces the suggestion in an error about an invalid value, because clap's measure of similarity prefers `userinfo` to `URI`
/// for `uri`. A long list of values is left out.
fn with_similar_values(mut error: clap::Error) -> clap::Error {
    let context = (error.kind(), error.get(ContextKind::ValidValue), error.get(ContextKind::InvalidValue));
    let (ErrorKind::InvalidValue, Some(ContextValue::Strings(valid)), Some(ContextValue::String(typed))) =
        context
    else {
        return error;
    };
    let similar: Vec<String> = similar(typed, valid).into_iter().map(str::to_owned).collect();
    let is_code = valid.iter().any(|value| value == Code::ALL[0].as_str());
    let is_iri =
        unpunctuated(typed).starts_with("iri") && similar.iter().any(|value| value.starts_with("URI"));
    if valid.len() > LISTED {
        error.insert(ContextKind::ValidValue, ContextValue::Strings(Vec::new()));
    }
    error.remove(ContextKind::SuggestedValue);
    let advice = match similar.len() {
        0 if is_code => Some("'uri explain --all' explains all codes"),
        _ if is_iri => Some("IRIs are matched by the same rules with '--iri'"),
        _ => None,
    };
    if let Some(advice) = advice {
        let advice = StyledStr::from(advice);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice]));
    }
    let suggested = match similar.len() {
        0 => return error,
        1 => ContextValue::String(similar.concat()),
        _ => ContextValue::Strings(similar),
    };
    error.insert(ContextKind::SuggestedValue, suggested);
    error
}

/// Returns the values that were probably meant: those that differ only in case and punctuation, or else those of which the
/// text is a word or the beginning, or else those with the fewest typing errors.
fn similar<'v>(typed: &str, values: &'v [String]) -> Vec<&'v str> {
    let plain = unpunctuated(typed);
    // The other names of URIs.
    let as_uri = plain.replace("url", "uri").replace("iri", "uri");
    let find = |is_similar: &dyn Fn(&str) -> bool| -> Vec<&'v str> {
        values.iter().map(String::as_str).filter(|value| is_similar(value)).collect()
    };
    let words = |value: &str| value.split(['-', '_', '.']).any(|word| word.eq_ignore_ascii_case(typed));
    let begins = |value: &str| plain.len() > 2 && unpunctuated(value).starts_with(&plain);
    let distance = |value: &str| osa_distance(&plain, &unpunctuated(value));
    // One error in three characters is probably a typing error.
    let nearest = values.iter().map(|value| distance(value)).min();
    let nearest = nearest.filter(|errors| *errors <= plain.chars().count() / 3);
    [
        find(&|value| unpunctuated(value) == plain),
        find(&|value| unpunctuated(value) == as_uri),
        find(&|value| words(value) || begins(value)),
        find(&|value| value.len() > 3 && plain.starts_with(&unpunctuated(value))),
        find(&|value| Some(distance(value)) == nearest),
    ]
    .into_iter()
    .find(|found| !found.is_empty())
    .unwrap_or_default()
}

/// Returns the letters and digits of a text, in lower case.
fn unpunctuated(text: &str) -> String {
    text.chars().filter(|own| own.is_alphanumeric()).flat_map(char::to_lowercase).collect()
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
        let mut err = output::errors();
        let written = write!(err, "{}", text.ansi());
        // Ignore errors when writing to stderr.
        let _ = written.and_then(|()| note.map_or(Ok(()), |note| writeln!(err, "{note}")));
        let _ = err.flush();
    } else {
        let mut out = output::styled();
        write!(out, "{}", text.ansi())?;
        out.flush()?;
    }
    Ok(())
}
