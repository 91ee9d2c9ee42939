//! Values of arguments that clap does not know, by the name that the value has in the help.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use urigram::Rule;
use urigram::policy::Policy;

use crate::args;
use crate::parser::patience::Patience;
use crate::parser::{library, read};

/// The time for reading a grammar while a person waits.
const PATIENCE: Duration = Duration::from_secs(1);

/// Returns the command, whose arguments know their values.
pub(super) fn command() -> Command {
    completed(args::command())
}

fn completed(command: Command) -> Command {
    command.mut_args(with_candidates).mut_subcommands(completed)
}

fn with_candidates(argument: Arg) -> Arg {
    let name = argument.get_value_names().and_then(|names| names.first()).map(|name| name.to_string());
    match name.as_deref() {
        Some("RULE" | "RULE[=ABNF_RULE]") => argument.add(ArgValueCompleter::new(rules)),
        Some("PRESET|FILE") => argument.add(ArgValueCompleter::new(policies)),
        Some("COMMAND") => argument.add(ArgValueCompleter::new(commands)),
        _ => argument,
    }
}

/// Returns the rules of the grammar that was typed, or of the built-in one.
fn rules(current: &OsStr) -> Vec<CompletionCandidate> {
    match grammar_typed() {
        Some(file) => match read::within(Patience::new(PATIENCE), Some(Path::new(&file))) {
            Ok(grammar) => of(current, grammar.rules().iter().map(|rule| library::name(&rule.name))),
            Err(_) => Vec::new(),
        },
        None => of(current, Rule::ALL.iter().map(|rule| rule.name())),
    }
}

fn policies(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates = of(current, Policy::PRESETS.iter().copied());
    candidates.extend(PathCompleter::file().complete(current));
    candidates
}

/// Returns the commands, or those below the one that was typed.
fn commands(current: &OsStr) -> Vec<CompletionCandidate> {
    let uri = args::command();
    let group =
        typed().iter().find_map(|word| uri.find_subcommand(word).filter(|group| group.has_subcommands()));
    of(current, group.unwrap_or(&uri).get_subcommands().map(Command::get_name))
}

fn of<'n>(current: &OsStr, names: impl Iterator<Item = &'n str>) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    names.filter(|name| name.starts_with(current.as_ref())).map(CompletionCandidate::new).collect()
}

/// Returns the words of the command line that is to be completed.
fn typed() -> Vec<OsString> {
    env::args_os().skip_while(|word| word != "--").skip(2).collect()
}

/// Returns the file of --grammar, or that of a grammar among the arguments.
fn grammar_typed() -> Option<OsString> {
    let words = typed();
    let after_option = words.windows(2).find(|pair| pair[0] == "--grammar").map(|pair| pair[1].clone());
    let in_option = || words.iter().find_map(|word| Some(word.to_str()?.strip_prefix("--grammar=")?.into()));
    let is_grammar = |word: &&OsString| Path::new(word).extension().is_some_and(|end| end == "pest");
    after_option.or_else(in_option).or_else(|| words.iter().find(is_grammar).cloned())
}
