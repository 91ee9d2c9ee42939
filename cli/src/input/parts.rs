//! A file or standard input in parts, of which the bytes that are still needed are kept.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::input::blocks::{is_stdin, read_some};
use crate::input::closed::Stdin;
use crate::input::name::Name;
use crate::input::unreadable::Unreadable;

/// The number of bytes that are read at once, at least.
const READ: usize = 128 << 10;

pub(crate) struct Parts {
    pub(crate) name: Arc<Name>,
    /// `None` after the end of the input.
    source: Option<Box<dyn Read>>,
    buffer: Vec<u8>,
    /// The number of bytes in the buffer that have been read.
    filled: usize,
}

impl Parts {
    /// Returns the file of this path, or standard input for `-`.
    pub(crate) fn of(path: &Path) -> Result<Self, Unreadable> {
        let (name, source): (_, io::Result<Box<dyn Read>>) = if is_stdin(path) {
            (Name::of_stdin(), Ok(Box::new(Stdin)))
        } else {
            (Name::of_file(path), File::open(path).map(|file| Box::new(file) as Box<dyn Read>))
        };
        let name = Arc::new(name);
        match source {
            Ok(source) => Ok(Self { name, source: Some(source), buffer: Vec::new(), filled: 0 }),
            Err(source) => Err(Unreadable { name, why: source.into() }),
        }
    }

    /// Returns the bytes that have been read and not dropped.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Returns whether the input ends with these bytes.
    pub(crate) fn is_last(&self) -> bool {
        self.source.is_none()
    }

    /// Drops the first bytes, and reads more.
    pub(crate) fn read(&mut self, dropped: usize) -> Result<(), Unreadable> {
        let Some(source) = &mut self.source else { return Ok(()) };
        self.buffer.copy_within(dropped..self.filled, 0);
        self.filled -= dropped;
        if self.buffer.len() < self.filled + READ {
            self.buffer.resize(self.filled + READ, 0);
        }
        match read_some(source, &mut self.buffer[self.filled..]) {
            Ok(0) => self.source = None,
            Ok(count) => self.filled += count,
            Err(source) => return Err(Unreadable { name: self.name.clone(), why: source.into() }),
        }
        Ok(())
    }
}
