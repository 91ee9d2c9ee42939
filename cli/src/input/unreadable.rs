//! The error for an input that cannot be read, or not to its end. Other inputs are still read.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

use crate::input::name::Name;

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
            Why::Source(source) => source.fmt(f),
            Why::Memory(name) => write!(f, "{name} is longer than memory allows"),
            Why::TooLong(name) => write!(f, "{name} is longer than {} bytes", u32::MAX),
        }
    }
}

impl Unreadable {
    pub(crate) fn report(&self) {
        // If standard error is closed, nobody can be told.
        let _ = writeln!(io::stderr(), "{self}");
    }
}
