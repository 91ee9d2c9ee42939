//! Files and standard input.
//!
//! In: the path of a file, or standard input; and the kind of its texts: lines, texts that end with NUL, or
//! one text.
//! Out: `blocks` of whole lines, so that no line is copied or delayed; the `fields` of a CSV column; whole
//! configuration files; or the reason why an input cannot be read.
//! Next: `answer`, which answers each line.

pub(crate) mod blocks;
mod fields;

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::{fmt, io};

use serde::{Serialize, Serializer};
use urigram::Uri;

pub(crate) use self::blocks::{BYTE_ORDER_MARK, Blocks, Parts, Texts, is_stdin};
pub(crate) use self::fields::{Column, Fields};
use crate::fault::Fault;
use crate::output::{self, sarif, visible};

pub(crate) struct Name {
    /// The name on one line, escaped for a terminal. Only the end of a long name is shown.
    pub(crate) shown: String,
    /// The name, unescaped if it is UTF-8.
    pub(crate) text: String,
    /// The name as a URI reference.
    pub(crate) artifact: String,
}

impl Name {
    pub(crate) fn of_stdin() -> Self {
        let text = "<stdin>".to_owned();
        Self { shown: text.clone(), artifact: sarif::artifact_of_name(&text), text }
    }

    pub(crate) fn of_file(path: &Path) -> Self {
        let whole = visible::name(path.as_os_str().as_encoded_bytes());
        let text = path.to_str().unwrap_or(&whole).to_owned();
        Self { shown: visible::end(whole), text, artifact: sarif::artifact_of_path(path) }
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// The hint if a file does not exist, and its name looks like a URI.
const NO_FILE: &str = "; this command reads files: for a URI, use `uri validate`";

pub(crate) struct Unreadable {
    pub(crate) name: Arc<Name>,
    pub(crate) why: Why,
}

pub(crate) enum Why {
    Source(io::Error),
    /// The line, or other text, of this name does not fit into memory.
    Memory(String),
    /// The line, or other text, of this name is longer than any reference can be.
    TooLong(String),
    /// The CSV header does not determine the column. The reason is one line, escaped for a terminal.
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
                if is_absent && looks_like_uri(&self.name.text) { f.write_str(NO_FILE) } else { Ok(()) }
            }
            Why::Memory(name) => write!(f, "{name} is longer than memory allows"),
            Why::TooLong(name) => write!(f, "{name} is longer than {} bytes", u32::MAX),
            Why::Header(why) => f.write_str(why),
        }
    }
}

/// Returns whether a file name is likely to be a URI. A scheme of one letter is a Windows drive.
fn looks_like_uri(name: &str) -> bool {
    name.contains("://") || Uri::parse(name).is_ok_and(|uri| uri.scheme().as_str().len() > 1)
}

impl Unreadable {
    pub(crate) fn report(&self) {
        output::remark(self);
    }
}

/// Detects a closed standard input. Before `main` begins, Rust opens `/dev/null` in place of a closed stream,
/// and `/dev/null` looks like an empty input.
#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};

    use ctor::ctor;
    use rustix::fs::fcntl_getfl;
    use rustix::stdio::stdin;

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Runs before Rust opens `/dev/null`, and changes nothing.
    #[ctor]
    fn check() {
        WAS_CLOSED.store(fcntl_getfl(stdin()).is_err(), Ordering::Relaxed);
    }

    pub(super) fn was_closed() -> bool {
        WAS_CLOSED.load(Ordering::Relaxed)
    }
}

/// Standard input, with an error on reading if it was closed.
struct Stdin;

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        check_stdin_open()?;
        io::stdin().read(buffer)
    }
}

/// Returns an error if standard input was closed, which can be detected on Unix only.
pub(crate) fn check_stdin_open() -> io::Result<()> {
    #[cfg(unix)]
    if unix::was_closed() {
        return Err(io::Error::other("it is closed"));
    }
    Ok(())
}

/// The maximum length of a file.
const LONGEST: u64 = 16 << 20;

pub(crate) struct Settings {
    pub(crate) name: Name,
    /// Without a byte order mark.
    pub(crate) text: String,
}

impl Settings {
    /// Reads a file; `kind` names its kind in messages.
    pub(crate) fn read(path: &Path, kind: &str) -> io::Result<Self> {
        let mut text = String::new();
        File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
        if text.len() as u64 > LONGEST {
            return Err(io::Error::other(format!("longer than {LONGEST} bytes, too long for a {kind}")));
        }
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Ok(Self { name: Name::of_file(path), text })
    }

    /// Returns the line and the column of the byte at this offset, counted from 1; the column counts characters.
    pub(crate) fn place(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
        (1 + before.matches('\n').count(), 1 + column)
    }

    /// Returns the error message for a fault at this line and column.
    pub(crate) fn fault(&self, (line, column): (usize, usize), message: &str) -> String {
        let message = visible::beginning(&visible::name(message.replace('\n', "; ").as_bytes()));
        format!("{}:{line}:{column}: {message}", self.name.shown)
    }

    /// Returns the error message for a JSON error, whose column counts the bytes of the line.
    pub(crate) fn json_fault(&self, error: &serde_json::Error) -> String {
        let (line, column) = (error.line(), error.column());
        let lines_before = self.text.split_inclusive('\n').take(line.saturating_sub(1));
        let offset = lines_before.map(str::len).sum::<usize>() + column.saturating_sub(1);
        let offset = (0..=offset).rev().find(|at| self.text.is_char_boundary(*at));
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        self.fault(self.place(offset.expect("0 is between characters")), message)
    }

    /// Returns the error message for a TOML error.
    pub(crate) fn toml_fault(&self, error: &toml::de::Error) -> String {
        let start = error.span().map_or(0, |span| span.start);
        self.fault(self.place(start), error.message())
    }
}

/// Splits a line at its tab, which no URI contains. Returns both values and the offset of the second. `what`
/// is the advice for a line without a tab.
pub(crate) fn split_pair<'a>(
    pair: &'a [u8],
    what: &'static str,
) -> Result<(&'a [u8], &'a [u8], usize), Fault> {
    let fault = |offset, found, message| Fault::Other {
        component: "pair".into(),
        offset,
        found,
        message,
        help: what.into(),
    };
    let mut tabs = memchr::memchr_iter(b'\t', pair);
    let Some(tab) = tabs.next() else {
        return Err(fault(pair.len(), None, "the pair ends without a tab".to_owned()));
    };
    match tabs.next() {
        Some(second) => Err(fault(second, Some('\t'), format!("the pair has a second tab at byte {second}"))),
        None => Ok((&pair[..tab], &pair[tab + 1..], tab + 1)),
    }
}
