//! Output: text, JSON, SARIF, drawings and diagnostics.
//!
//! In: components, faults, and texts that may contain control characters.
//! Out: bytes on standard output, which is buffered and must be flushed by the caller; diagnostics on
//! standard error.
//! Next: `input`, whose names `visible` escapes, and every command.

pub(crate) mod components;
pub(crate) mod diagnostic;
pub(crate) mod drawing;
pub(crate) mod json;
pub(crate) mod sarif;
pub(crate) mod visible;

use std::fmt::Display;
use std::io::{BufWriter, IsTerminal, Write};
use std::sync::LazyLock;
use std::{fmt, io};

use anstream::{AutoStream, ColorChoice};
use indicatif::ProgressBar;

use crate::output::visible::Escaped;

const CAPACITY: usize = 64 << 10;

pub(crate) type Output = BufWriter<Box<dyn Write>>;

/// Returns standard output for styled text. Styles are removed if they are not wanted.
pub(crate) fn styled() -> Output {
    to(AutoStream::auto(io::stdout().lock()))
}

/// Returns standard output for text without styles.
pub(crate) fn plain() -> Output {
    to(io::stdout().lock())
}

/// Returns standard error for styled text. Styles are removed if they are not wanted.
pub(crate) fn errors() -> Output {
    to(AutoStream::auto(io::stderr()))
}

/// Writes a text without styles, and flushes.
pub(crate) fn all(text: &[u8]) -> io::Result<()> {
    let mut out = plain();
    out.write_all(text)?;
    out.flush()
}

/// Returns standard output for text without styles. `bar` may be shown on the same terminal.
pub(crate) fn beside(bar: &ProgressBar) -> Output {
    to(Beside { bar: bar.clone(), writer: io::stdout().lock() })
}

/// Returns whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    static IS_TERMINAL: LazyLock<bool> = LazyLock::new(|| io::stdout().is_terminal());
    *IS_TERMINAL
}

/// Returns whether styles are wanted on standard output.
pub(crate) fn has_styles() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// A reference, unchanged for a program, and with control characters escaped for a terminal. `uri.pest`
/// allows no control characters, but another built-in grammar may.
pub(crate) struct Reference<'a>(pub(crate) &'a str);

impl Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_terminal() { Escaped(self.0).fmt(f) } else { f.write_str(self.0) }
    }
}

fn to(writer: impl Write + 'static) -> Output {
    BufWriter::with_capacity(CAPACITY, Box::new(writer))
}

/// A writer that hides the progress bar during each write.
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

/// Detects a standard output that is closed or not open for writing, so that answers are not lost silently.
/// Before `main` begins, Rust opens `/dev/null` in place of a closed stream, and it ignores failed writes to
/// a stream that is not open for writing.
#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    use ctor::ctor;
    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::stdio::stdout;

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Runs before Rust opens `/dev/null`, and changes nothing.
    #[ctor]
    fn check() {
        WAS_CLOSED.store(fcntl_getfl(stdout()).is_err(), Ordering::Relaxed);
    }

    pub(super) fn why_not() -> Option<io::Error> {
        if WAS_CLOSED.load(Ordering::Relaxed) {
            return Some(io::Error::other("it is closed"));
        }
        let flags = fcntl_getfl(stdout()).ok()?;
        let is_read_only = flags & OFlags::RWMODE == OFlags::RDONLY;
        is_read_only.then(|| io::Error::other("it is not open for writing"))
    }
}

/// Returns an error if output would be lost, which can be detected on Unix only.
pub(crate) fn check_open() -> io::Result<()> {
    #[cfg(unix)]
    if let Some(why) = unix::why_not() {
        return Err(why);
    }
    Ok(())
}
