//! How a command ends: its exit status, and why it could not run.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::ops::BitOrAssign;
use std::process::ExitCode;

/// The exit status, from the best to the worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    #[default]
    Fine = 0,
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
    /// An input cannot be read; the others can.
    Input { name: String, source: io::Error },
    /// Nobody can be answered any more.
    Output(io::Error),
}

/// Whatever the commands write, they write to standard output.
impl From<io::Error> for Error {
    fn from(source: io::Error) -> Self {
        Self::Output(source)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, source) = match self {
            Self::Input { name, source } => (name.as_str(), source),
            Self::Output(source) => ("<stdout>", source),
        };
        write!(f, "uri: {name}: {source}")
    }
}

impl Error {
    pub(crate) fn report(&self) {
        // If standard error is closed, there is nobody left to tell.
        let _ = writeln!(io::stderr(), "{self}");
    }
}

pub(crate) fn exit_code(outcome: Result<Status, Error>) -> ExitCode {
    let status = outcome.unwrap_or_else(|error| match error {
        // Who closes the pipe, such as `head`, has seen enough.
        Error::Output(source) if source.kind() == ErrorKind::BrokenPipe => Status::Fine,
        error => {
            error.report();
            Status::Failed
        }
    });
    ExitCode::from(status as u8)
}
