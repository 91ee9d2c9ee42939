//! Exit statuses, and the errors that end a command.

use std::fmt;
use std::io::{self, ErrorKind};
use std::ops::BitOrAssign;

use urigram_grammar::Error as GrammarError;

use crate::input::Unreadable;
use crate::output::{self, visible};

/// The maximum number of faults of a grammar, or of findings of one kind, that text output lists. Most of the
/// others follow from the first ones.
pub(crate) const MOST_LISTED: usize = 100;

/// The exit status, from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    #[default]
    Fine = 0,
    /// Some input is invalid, or there is a difference or a finding.
    Invalid = 1,
    Failed = 2,
}

/// Keeps the worse of both statuses.
impl BitOrAssign for Status {
    fn bitor_assign(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

#[derive(Debug)]
pub(crate) enum Error {
    /// Standard output cannot be written to.
    Output(io::Error),
    Thread(io::Error),
    /// The arguments are wrong, or request help. The note names defaults that may be the cause.
    Usage(clap::Error, Option<String>),
    /// A grammar cannot be read.
    Grammar(GrammarError),
    /// The request cannot be carried out. The reason is one line, escaped for a terminal.
    Refused(String),
}

/// Commands write to standard output only, so that every I/O error is one of standard output.
impl From<io::Error> for Error {
    fn from(source: io::Error) -> Self {
        Self::Output(source)
    }
}

impl From<clap::Error> for Error {
    fn from(error: clap::Error) -> Self {
        Self::Usage(error, None)
    }
}

impl From<GrammarError> for Error {
    fn from(error: GrammarError) -> Self {
        Self::Grammar(error)
    }
}

/// For commands that cannot continue without the input.
impl From<Unreadable> for Error {
    fn from(unreadable: Unreadable) -> Self {
        Self::Refused(unreadable.to_string())
    }
}

impl Error {
    /// Adds a note to a usage error.
    pub(crate) fn with_note(self, note: Option<String>) -> Self {
        match (self, note) {
            (Self::Usage(error, None), note) => Self::Usage(error, note),
            (error @ (Self::Grammar(_) | Self::Refused(_)), Some(note)) => {
                Self::Refused(format!("{error}\n{note}"))
            }
            (error, _) => error,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(source) => write!(f, "uri: <stdout>: {source}"),
            Self::Thread(source) => write!(f, "uri: cannot start a thread: {source}"),
            Self::Usage(error, _) => error.fmt(f),
            Self::Grammar(error) => fmt_grammar(error, f),
            Self::Refused(why) => f.write_str(why),
        }
    }
}

/// Writes the faults of a grammar with their positions, one per line.
fn fmt_grammar(error: &GrammarError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let GrammarError::Faulty(faults) = error else {
        return write!(f, "uri: {}", visible::name(error.to_string().as_bytes()));
    };
    for (index, fault) in faults.iter().take(MOST_LISTED).enumerate() {
        let line_break = if index > 0 { "\n" } else { "" };
        write!(f, "{line_break}{}", visible::name(fault.to_string().as_bytes()))?;
    }
    match faults.len().checked_sub(MOST_LISTED) {
        None | Some(0) => Ok(()),
        Some(more) => write!(f, "\nuri: and {more} more"),
    }
}

/// Returns the exit status of a command from its status so far and its result, and reports an error.
pub(crate) fn exit_status(mut status: Status, ended: Result<(), Error>) -> Status {
    match ended {
        Ok(()) => {}
        // A reader that closes the pipe, such as `head`, needs no more output, so this is not an error.
        Err(Error::Output(source)) if source.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => {
            output::remark(error);
            status = Status::Failed;
        }
    }
    status
}
