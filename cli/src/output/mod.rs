//! Output: text, JSON, SARIF, drawings and diagnostics.
//!
//! In: components, faults, and texts that may contain control characters.
//! Out: bytes on standard output, which is buffered and must be flushed by the caller; diagnostics on
//! standard error. Both can be captured instead, for a process that runs several commands.
//! Next: `input`, whose names `visible` escapes, and every command.

pub(crate) mod components;
pub(crate) mod diagnostic;
pub(crate) mod drawing;
pub(crate) mod json;
pub(crate) mod progress;
pub(crate) mod sarif;
pub(crate) mod visible;

use std::fmt::Display;
use std::io::{BufWriter, ErrorKind, IsTerminal, Write};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::{fmt, io};

use anstream::{AutoStream, ColorChoice};

use crate::output::progress::Bar;
use crate::output::visible::Escaped;

const CAPACITY: usize = 64 << 10;

pub(crate) type Output = BufWriter<Box<dyn Write>>;

/// Returns standard output for styled text. Styles are removed if they are not wanted.
pub(crate) fn styled() -> Output {
    match Stream::Stdout.captured() {
        Some(captured) => to(AutoStream::new(captured, AutoStream::choice(&io::stdout()))),
        None => to(AutoStream::auto(io::stdout().lock())),
    }
}

/// Returns standard output for text without styles.
pub(crate) fn plain() -> Output {
    Stream::Stdout.captured().map_or_else(|| to(io::stdout().lock()), to)
}

/// Returns standard error for styled text. Styles are removed if they are not wanted.
pub(crate) fn errors() -> Output {
    match Stream::Stderr.captured() {
        Some(captured) => to(AutoStream::new(captured, AutoStream::choice(&io::stderr()))),
        None => to(AutoStream::auto(io::stderr())),
    }
}

/// Writes a text to standard error at once, so that the output of other processes cannot interleave. Ignores
/// errors.
pub(crate) fn message(text: &[u8]) {
    let _ = match Stream::Stderr.captured() {
        Some(mut captured) => captured.write_all(text),
        None => io::stderr().lock().write_all(text),
    };
}

/// Writes a line to standard error, and ignores errors.
pub(crate) fn remark(line: impl Display) {
    message(format!("{line}\n").as_bytes());
}

/// Writes a text without styles, and flushes.
pub(crate) fn all(text: &[u8]) -> io::Result<()> {
    let mut out = plain();
    out.write_all(text)?;
    out.flush()
}

/// Returns standard output for text without styles. `bar` may be shown on the same terminal.
pub(crate) fn beside(bar: &Bar) -> Output {
    to(Beside { bar: bar.clone(), writer: plain() })
}

/// Returns whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    static IS_TERMINAL: LazyLock<bool> = LazyLock::new(|| io::stdout().is_terminal());
    *IS_TERMINAL && locked(&CAPTURED).is_none()
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

/// The output of a command that is captured.
#[derive(Default)]
pub(crate) struct Captured {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    /// The maximum length of each of both, in bytes.
    most: usize,
    /// Whether standard output would be longer.
    pub(crate) is_cut: bool,
}

type Shared = Arc<Mutex<Captured>>;

/// What is captured, if the output of a command is. The threads of the command share it.
static CAPTURED: Mutex<Option<Shared>> = Mutex::new(None);

/// Calls `work`, and returns its result and its output, of which nothing gets to the streams of the process.
/// Writing more than `most` bytes to standard output fails, as if its reader had closed it. Longer messages are
/// truncated.
#[cfg(feature = "answers")]
pub(crate) fn capture<T>(most: usize, work: impl FnOnce() -> T) -> (T, Captured) {
    let shared = Shared::new(Mutex::new(Captured { most, ..Captured::default() }));
    *locked(&CAPTURED) = Some(Arc::clone(&shared));
    let done = work();
    *locked(&CAPTURED) = None;
    (done, std::mem::take(&mut *locked(&shared)))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Copy)]
enum Stream {
    Stdout,
    Stderr,
}

impl Stream {
    /// Returns what takes the place of the stream, if the output is captured.
    fn captured(self) -> Option<Box<dyn Write>> {
        let captured = locked(&CAPTURED).clone()?;
        Some(Box::new(Capturing { stream: self, captured }))
    }
}

/// A writer of a command whose output is captured. A thread that its command has given up may still write by it
/// while a later command runs, and what it writes is lost.
struct Capturing {
    stream: Stream,
    captured: Shared,
}

impl Write for Capturing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Captured { stdout, stderr, most, is_cut } = &mut *locked(&self.captured);
        match self.stream {
            Stream::Stdout if bytes.len() > *most - stdout.len() => {
                *is_cut = true;
                return Err(ErrorKind::BrokenPipe.into());
            }
            Stream::Stdout => stdout.extend_from_slice(bytes),
            Stream::Stderr => {
                let left = *most - stderr.len();
                stderr.extend(bytes.iter().take(left));
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer that hides the progress bar during each write.
struct Beside<W> {
    bar: Bar,
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
