//! The error for an input that cannot be read, or not to its end. Other inputs are still read.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::Arc;

use urigram::Uri;

use crate::input::name::Name;

/// What is said of the name of a file that is none.
const NO_FILE: &str = "; this command reads files: for a URI, use `uri validate`";

pub(crate) struct Unreadable {
    pub(crate) name: Arc<Name>,
    pub(crate) why: Why,
}

pub(crate) enum Why {
    Source(io::Error),
    /// The line or other text of this name does not fit into memory.
    Memory(String),
    /// The line or other text of this name is longer than any reference can be.
    TooLong(String),
    /// The header of CSV does not tell which column is meant. The reason is one line, escaped for a terminal.
    Header(String),
}

impl From<io::Error> for Why {
    fn from(source: io::Error) -> Self {
        Self::Source(source)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "uri: {}: ", self.name.shown)?;
        match &self.why {
            Why::Source(source) => {
                source.fmt(f)?;
                let is_absent = matches!(source.kind(), ErrorKind::NotFound | ErrorKind::InvalidFilename);
                if is_absent && reads_as_uri(&self.name.text) { f.write_str(NO_FILE) } else { Ok(()) }
            }
            Why::Memory(name) => write!(f, "{name} is longer than memory allows"),
            Why::TooLong(name) => write!(f, "{name} is longer than {} bytes", u32::MAX),
            Why::Header(why) => f.write_str(why),
        }
    }
}

/// Returns whether the name of a file is likely to be a URI. A scheme of one letter is that of a drive.
fn reads_as_uri(name: &str) -> bool {
    name.contains("://") || Uri::parse(name).is_ok_and(|uri| uri.scheme().as_str().len() > 1)
}

impl Unreadable {
    pub(crate) fn report(&self) {
        // If standard error is closed, nobody can be told.
        let _ = writeln!(io::stderr(), "{self}");
    }
}
