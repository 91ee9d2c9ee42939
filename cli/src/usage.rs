//! What was typed, or what clap says instead: the help, the version, what is wrong.

use std::env;
use std::io::Write;

use clap::Parser;

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
