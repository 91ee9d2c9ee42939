//! What is printed: text, JSON, drawings and diagnostics.
//!
//! In: components, faults and texts that no terminal should show as they are.
//! Out: bytes on standard output, which is buffered and flushed by whoever writes to it, and diagnostics on
//! standard error. `json` writes one object a line, `rust` code, `sarif` one log, `drawing` and `diagnostic` draw on a terminal, and `visible`
//! escapes what would change the terminal or the line.
//! Next: `input`, whose names are shown by `visible`, and every command.

pub(crate) mod closed;
pub(crate) mod details;
pub(crate) mod diagnostic;
pub(crate) mod differences;
pub(crate) mod drawing;
pub(crate) mod excerpt;
pub(crate) mod field;
pub(crate) mod json;
pub(crate) mod sarif;
pub(crate) mod steps;
pub(crate) mod visible;

use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::LazyLock;

use anstream::{AutoStream, ColorChoice};
use indicatif::ProgressBar;

use crate::output::visible::Escaped;

const CAPACITY: usize = 64 << 10;

pub(crate) type Output = BufWriter<Box<dyn Write>>;

/// For text with styles, which stay only where they are wanted.
pub(crate) fn styled() -> Output {
    to(AutoStream::auto(io::stdout().lock()))
}

/// For text without styles.
pub(crate) fn plain() -> Output {
    to(io::stdout().lock())
}

/// Writes a whole text without styles.
pub(crate) fn all(text: &[u8]) -> io::Result<()> {
    let mut out = plain();
    out.write_all(text)?;
    out.flush()
}

/// For text without styles while `bar` may be on the same terminal.
pub(crate) fn beside(bar: &ProgressBar) -> Output {
    to(Beside { bar: bar.clone(), writer: io::stdout().lock() })
}

/// Whether people read it, and not a program.
pub(crate) fn is_terminal() -> bool {
    static IS_TERMINAL: LazyLock<bool> = LazyLock::new(|| io::stdout().is_terminal());
    *IS_TERMINAL
}

/// Whether styles are wanted on standard output.
pub(crate) fn has_styles() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// A reference as it is for a program, and with its commands escaped for a terminal. `uri.pest` allows none;
/// another grammar that is built in may.
pub(crate) struct Reference<'a>(pub(crate) &'a str);

impl Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_terminal() { Escaped(self.0).fmt(f) } else { f.write_str(self.0) }
    }
}

fn to(writer: impl Write + 'static) -> Output {
    BufWriter::with_capacity(CAPACITY, Box::new(writer))
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
