//! What was typed, or what clap says instead: the help, the version, what is wrong.

use std::env;
use std::ffi::OsStr;
use std::io::Write;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, Parser};

use crate::args::Args;
use crate::outcome::{Error, Status};
use crate::visible;

pub(crate) fn args() -> Result<Args, clap::Error> {
    let typed: Vec<_> = env::args_os().collect();
    Args::try_parse_from(&typed).map_err(|error| {
        // clap quotes what was typed as it is; of what any terminal can show it says the same.
        let shown = typed.iter().map(|argument| visible::name(argument.as_encoded_bytes()));
        Args::try_parse_from(shown).err().unwrap_or(error)
    })
}

/// The name of the rule that was typed after `--as`, of these; a wrong one is answered with all of them.
pub(crate) fn rule(typed: &OsStr, names: impl IntoIterator<Item = String>) -> Result<String, clap::Error> {
    let values = names.into_iter().map(|name| PossibleValue::new(name.clone()).alias(name.replace('-', "_")));
    let mut command = Args::command();
    command.build();
    let parse = command.find_subcommand("parse").cloned().unwrap_or(command);
    let argument = parse.get_arguments().find(|argument| argument.get_id() == "rule");
    let shown = visible::name(typed.as_encoded_bytes());
    let name = PossibleValuesParser::new(values).parse_ref(&parse, argument, shown.as_ref())?;
    Ok(name.replace('_', "-"))
}

/// Prints what clap says. clap's own way of printing passes over a full disk.
pub(crate) fn say(said: &clap::Error, status: &mut Status) -> Result<(), Error> {
    let text = said.render();
    if said.use_stderr() {
        *status = Status::Failed;
        // If standard error is closed, there is nobody left to tell.
        let _ = write!(anstream::stderr(), "{}", text.ansi());
    } else {
        let mut out = anstream::stdout();
        write!(out, "{}", text.ansi())?;
        out.flush()?;
    }
    Ok(())
}
