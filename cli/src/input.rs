//! Lines of a file or of standard input, without a copy or an allocation for each.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use crate::outcome::Error;
use crate::output::Output;

const CAPACITY: usize = 256 << 10;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A line without its ending, LF or CRLF.
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
}

/// The lines of one input, after its byte order mark if it has one.
pub(crate) struct Lines {
    name: String,
    source: Box<dyn Read>,
    buffer: Vec<u8>,
    /// What is left in the buffer, and from where on no line feed has been looked for.
    start: usize,
    unseen: usize,
    end: usize,
    lines: u64,
    finished: bool,
}

/// Whether the name of a file or the text of a reference stands for standard input.
pub(crate) fn is_stdin(argument: impl AsRef<Path>) -> bool {
    argument.as_ref().as_os_str() == "-"
}

impl Lines {
    pub(crate) fn of_stdin() -> Self {
        Self::new("<stdin>".to_owned(), Box::new(io::stdin().lock()))
    }

    /// The lines of the file, read through `wrap`.
    pub(crate) fn of_file<R: Read + 'static>(
        path: &Path,
        wrap: impl FnOnce(File) -> R,
    ) -> Result<Self, Error> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Ok(Self::new(name, Box::new(wrap(file)))),
            Err(source) => Err(Error::Input { name, source }),
        }
    }

    fn new(name: String, source: Box<dyn Read>) -> Self {
        let buffer = vec![0; CAPACITY];
        Self { name, source, buffer, start: 0, unseen: 0, end: 0, lines: 0, finished: false }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The next line. Before it waits for input it flushes `tied`, so that no answer is held back by a
    /// question that has not been asked.
    pub(crate) fn next(&mut self, tied: &mut Output) -> Result<Option<Line<'_>>, Error> {
        let end = loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[self.unseen..self.end]) {
                break Some(self.unseen + at);
            }
            self.unseen = self.end;
            if self.finished {
                break None;
            }
            tied.flush()?;
            self.fill().map_err(|source| Error::Input { name: self.name.clone(), source })?;
        };

        let rest = self.start..end.unwrap_or(self.end);
        let mut bytes = &self.buffer[rest];
        if self.lines == 0 {
            bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        }
        match end {
            Some(end) => {
                bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
                self.start = end + 1;
                self.unseen = self.start;
            }
            None if bytes.is_empty() => return Ok(None),
            None => self.start = self.end,
        }
        self.lines += 1;
        Ok(Some(Line { number: self.lines, bytes }))
    }

    /// Reads more behind what is left, which moves to the front; a line longer than the buffer makes
    /// the buffer grow.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.unseen -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(count) => {
                    self.end += count;
                    self.finished = count == 0;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
