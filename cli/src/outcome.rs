//! How a command ends: its exit status, and why it could not go on.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::ops::BitOrAssign;
use std::process::ExitCode;

use urigram_grammar::Error as GrammarError;

use crate::input::unreadable::Unreadable;
use crate::output::visible;

/// Of more faults in a grammar, most follow from the first ones.
const MOST_FAULTS: usize = 20;

/// The exit status, from the best to the worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    #[default]
    Fine = 0,
    /// Some input is invalid, or there is a difference or a finding.
    Invalid = 1,
    Failed = 2,
}

/// The worst wins.
impl BitOrAssign for Status {
    fn bitor_assign(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

#[derive(Debug)]
pub(crate) enum Error {
    /// Nobody can be answered any more.
    Output(io::Error),
    Thread(io::Error),
    /// What was typed is not right.
    Usage(clap::Error),
    /// A grammar cannot be read.
    Grammar(GrammarError),
    /// What was asked for cannot be done: why, in a line for a terminal.
    Refused(String),
}

/// Whatever the commands write, they write to standard output.
impl From<io::Error> for Error {
    fn from(source: io::Error) -> Self {
        Self::Output(source)
    }
}

impl From<GrammarError> for Error {
    fn from(error: GrammarError) -> Self {
        Self::Grammar(error)
    }
}

/// For a command that can do nothing without this input.
impl From<Unreadable> for Error {
    fn from(unreadable: Unreadable) -> Self {
        Self::Refused(unreadable.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(source) => write!(f, "uri: <stdout>: {source}"),
            Self::Thread(source) => write!(f, "uri: cannot start a thread: {source}"),
            Self::Usage(said) => said.fmt(f),
            Self::Grammar(error) => fmt_grammar(error, f),
            Self::Refused(why) => f.write_str(why),
        }
    }
}

/// Says what is wrong with a grammar, and where, a line a fault.
fn fmt_grammar(error: &GrammarError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let GrammarError::Faulty(faults) = error else {
        return write!(f, "uri: {}", visible::name(error.to_string().as_bytes()));
    };
    for (index, fault) in faults.iter().take(MOST_FAULTS).enumerate() {
        let line_break = if index > 0 { "\n" } else { "" };
        write!(f, "{line_break}{}", visible::name(fault.to_string().as_bytes()))?;
    }
    match faults.len().checked_sub(MOST_FAULTS) {
        None | Some(0) => Ok(()),
        Some(more) => write!(f, "\nuri: and {more} more"),
    }
}

/// The exit code of a command with the status that it had reached when it ended.
pub(crate) fn exit_code(mut status: Status, ended: Result<(), Error>) -> ExitCode {
    match ended {
        Ok(()) => {}
        // Who closes the pipe, such as `head`, has seen enough.
        Err(Error::Output(source)) if source.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => {
            // If standard error is closed, there is nobody left to tell.
            let _ = writeln!(io::stderr(), "{error}");
            status = Status::Failed;
        }
    }
    ExitCode::from(status as u8)
}
