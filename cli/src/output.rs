//! Standard output: buffered, but a person at a terminal sees each answer at once.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::AutoStream;
use indicatif::ProgressBar;

const CAPACITY: usize = 64 << 10;

pub(crate) struct Output {
    writer: BufWriter<Box<dyn Write>>,
    terminal: bool,
}

impl Output {
    /// For text with styles, which stay only where they are wanted.
    pub(crate) fn styled() -> Self {
        Self::to(AutoStream::auto(io::stdout().lock()))
    }

    /// For text without styles.
    pub(crate) fn plain() -> Self {
        Self::to(io::stdout().lock())
    }

    /// For text without styles while `bar` may be on the same terminal.
    pub(crate) fn beside(bar: &ProgressBar) -> Self {
        Self::to(Beside { bar: bar.clone(), writer: io::stdout().lock() })
    }

    fn to(writer: impl Write + 'static) -> Self {
        Self {
            writer: BufWriter::with_capacity(CAPACITY, Box::new(writer)),
            terminal: io::stdout().is_terminal(),
        }
    }

    /// To be called after each answer.
    pub(crate) fn answered(&mut self) -> io::Result<()> {
        if self.terminal { self.flush() } else { Ok(()) }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Takes the progress bar off the terminal while it writes.
struct Beside<W> {
    bar: ProgressBar,
    writer: W,
}

impl<W: Write> Write for Beside<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bar.suspend(|| self.writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
