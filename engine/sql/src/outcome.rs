//! The end of a run: its exit status, and the error that ended it.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use crate::args::usage;
use crate::output::visible;
use crate::secret;

/// The exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// A query failed on data.
    Data = 1,
    /// The command could not run.
    Unable = 2,
    /// The user, or the system, stopped it.
    Interrupted = 130,
}

/// An error for the user: what is wrong, where, and what to do.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) message: String,
    /// The name of the file that it is about, as it stands in the statement.
    pub(crate) named: Option<String>,
    /// The place in the statement, drawn.
    pub(crate) excerpt: Option<String>,
    pub(crate) help: Vec<String>,
}

impl Failure {
    /// Returns the error of a command that could not run.
    pub(crate) fn unable(message: impl Into<String>) -> Self {
        Self { status: Status::Unable, message: message.into(), named: None, excerpt: None, help: Vec::new() }
    }

    /// Returns the error of a query that failed on data.
    pub(crate) fn data(message: impl Into<String>) -> Self {
        Self { status: Status::Data, ..Self::unable(message) }
    }

    /// Adds a sentence that says what to do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds the name that stands in the statement.
    pub(crate) fn named(mut self, name: &str) -> Self {
        self.named = Some(name.to_owned());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It may quote names of files and columns, which anybody may have chosen, and addresses.
        let shown = |text: &str| visible::lines(&secret::hidden(text));
        write!(f, "uri-sql: {}", shown(&self.message))?;
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{excerpt}")?;
        }
        self.help.iter().try_for_each(|help| write!(f, "\n  help: {}", shown(help)))
    }
}

/// It travels inside DataFusion's own error, from where a table is looked up.
impl std::error::Error for Failure {}

/// What ended the run before its end.
#[derive(Debug)]
pub(crate) enum Error {
    /// The arguments are wrong.
    Usage(clap::Error),
    Failure(Failure),
    /// Standard output cannot be written to.
    Output(io::Error),
    Interrupted,
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// Returns the exit code, and tells of an error.
pub(crate) fn exit_code(ended: Result<(), Error>) -> ExitCode {
    let (said, status) = match ended {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Error::Usage(said)) => return usage::say(&said),
        // A reader that closes the pipe, such as `head`, needs no more rows.
        Err(Error::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Error::Output(error)) => (format!("uri-sql: <stdout>: {error}"), Status::Unable),
        Err(Error::Interrupted) => ("uri-sql: interrupted".to_owned(), Status::Interrupted),
        Err(Error::Failure(failure)) => (failure.to_string(), failure.status),
    };
    // If standard error is closed, nobody can be told.
    let _ = writeln!(io::stderr(), "{said}");
    ExitCode::from(status as u8)
}
