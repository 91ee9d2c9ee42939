//! Corrects the lines of a file: rewrites the file, or shows the changes as a unified diff.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use self::replacement::Replacement;
use crate::input::BYTE_ORDER_MARK;
use crate::output::{self, Reference, visible};

/// A line without its ending.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    /// Counted from 1.
    pub(super) number: u64,
    pub(super) bytes: &'a [u8],
}

/// Why the correction of a file ended.
pub(super) enum Failure {
    /// The file cannot be read or replaced.
    File(io::Error),
    /// A report or a diff cannot be written.
    Output(io::Error),
}

/// Rewrites a file with each line replaced by its correction, if it has one. The file is replaced at once, when all lines are
/// read, and only if a line has changed. Its permissions are kept, and symbolic links to it. `correct` is called for each line.
pub(super) fn in_place(
    path: &Path,
    correct: impl FnMut(Text<'_>) -> io::Result<Option<String>>,
) -> Result<(), Failure> {
    let (source, mut new) = Replacement::of(path).map_err(Failure::File)?;
    let mut out = BufWriter::new(&mut new);
    let mut has_changed = false;
    each(source, correct, |Row { text, new, around: [before, after], .. }| {
        has_changed |= new.is_some();
        let mut parts = [before, new.unwrap_or(text), after].into_iter();
        parts.try_for_each(|part| out.write_all(part)).map_err(Failure::File)
    })?;
    let flushed = out.flush();
    drop(out);
    let replaced = flushed.and_then(|()| if has_changed { new.replace() } else { Ok(()) });
    replaced.map_err(Failure::File)
}

/// Writes the corrections of a file as a unified diff.
pub(super) fn diff(
    path: &Path,
    out: &mut impl Write,
    correct: impl FnMut(Text<'_>) -> io::Result<Option<String>>,
) -> Result<(), Failure> {
    let source = BufReader::new(File::open(path).map_err(Failure::File)?);
    let mut diff = Diff { out, name: name_in_diff(path), begun: false, hunk: Hunk::default() };
    each(source, correct, |row| diff.add(&row).map_err(Failure::Output))?;
    diff.end().map_err(Failure::Output)
}

/// Returns the name of a file as `patch` and Git read it in a diff: before a tab if it contains a space, and with the
/// escapes of C in quotes if it contains a control character, a quote, a backslash, or octets that are not UTF-8.
fn name_in_diff(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_plain = |byte: &u8| !byte.is_ascii_control() && !matches!(byte, b'"' | b'\\');
    match str::from_utf8(bytes) {
        Ok(name) if bytes.iter().all(is_plain) || cfg!(windows) => {
            if name.contains(' ') {
                format!("{name}\t")
            } else {
                name.to_owned()
            }
        }
        _ => {
            let escaped = |byte: &u8| match byte {
                b'"' | b'\\' => format!("\\{}", char::from(*byte)),
                b' '..=b'~' => char::from(*byte).to_string(),
                _ => format!("\\{byte:03o}"),
            };
            format!("\"{}\"", bytes.iter().map(escaped).collect::<String>())
        }
    }
}

/// A temporary file beside the file that it will replace.
#[cfg(not(target_family = "wasm"))]
mod replacement {
    use std::fs::{self, File, Metadata};
    use std::io::{self, BufReader, Write};
    use std::path::{Path, PathBuf};

    use tempfile::NamedTempFile;

    pub(super) struct Replacement {
        /// The path of the file, without symbolic links.
        path: PathBuf,
        new: NamedTempFile,
    }

    impl Replacement {
        /// Returns the file, opened for reading, and an empty replacement.
        pub(super) fn of(path: &Path) -> io::Result<(BufReader<File>, Self)> {
            let path = path.canonicalize()?;
            let metadata = fs::metadata(&path)?;
            // To open a pipe would wait for its writer.
            if !metadata.is_file() {
                return Err(io::Error::other("only a regular file can be corrected"));
            }
            if metadata.permissions().readonly() {
                return Err(io::Error::other("the file is read-only"));
            }
            let folder = path.parent().unwrap_or(Path::new("."));
            let new = tempfile::Builder::new().prefix(".uri-").tempfile_in(folder)?;
            let source = BufReader::new(File::open(&path)?);
            Ok((source, Self { path, new }))
        }

        /// Replaces the file atomically, and keeps its owner and permissions.
        pub(super) fn replace(self) -> io::Result<()> {
            let Self { path, new } = self;
            let old = fs::metadata(&path)?;
            keep_owner(new.as_file(), &old)?;
            // Last, because a change of the owner removes the set-user-ID bit.
            new.as_file().set_permissions(old.permissions())?;
            new.as_file().sync_all()?;
            new.persist(path)?;
            Ok(())
        }
    }

    impl Write for Replacement {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.new.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.new.flush()
        }
    }

    #[cfg(unix)]
    fn keep_owner(new: &File, old: &Metadata) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, fchown};

        let own = new.metadata()?;
        if (own.uid(), own.gid()) == (old.uid(), old.gid()) {
            return Ok(());
        }
        fchown(new, Some(old.uid()), Some(old.gid()))
            .map_err(|error| io::Error::new(error.kind(), "its owner and group cannot be kept"))
    }

    #[cfg(not(unix))]
    fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
        Ok(())
    }
}

/// WebAssembly has only copies of files, so none is replaced.
#[cfg(target_family = "wasm")]
mod replacement {
    use std::fs::File;
    use std::io::{self, BufReader, ErrorKind, Write};
    use std::path::Path;

    pub(super) enum Replacement {}

    impl Replacement {
        pub(super) fn of(_: &Path) -> io::Result<(BufReader<File>, Self)> {
            Err(ErrorKind::Unsupported.into())
        }

        pub(super) fn replace(self) -> io::Result<()> {
            match self {}
        }
    }

    impl Write for Replacement {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            match *self {}
        }

        fn flush(&mut self) -> io::Result<()> {
            match *self {}
        }
    }
}

/// A line, and its correction if it has one.
struct Row<'a> {
    number: u64,
    text: &'a [u8],
    new: Option<&'a [u8]>,
    /// A byte order mark before the text, and the line ending after it.
    around: [&'a [u8]; 2],
}

fn each(
    mut source: impl BufRead,
    mut correct: impl FnMut(Text<'_>) -> io::Result<Option<String>>,
    mut take: impl FnMut(Row<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut line = Vec::new();
    let mut number = 0;
    while source.read_until(b'\n', &mut line).map_err(Failure::File)? > 0 {
        number += 1;
        let (before, rest) = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if number == 1 => (BYTE_ORDER_MARK, rest),
            _ => (&[][..], line.as_slice()),
        };
        // A CR at the end of the input is an incomplete CRLF.
        let text = rest.strip_suffix(b"\n").unwrap_or(rest);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let after = rest.get(text.len()..).unwrap_or_default();
        // After a byte order mark alone, there is no line.
        let new = if rest.is_empty() {
            None
        } else {
            correct(Text { number, bytes: text }).map_err(Failure::Output)?
        };
        take(Row { number, text, new: new.as_deref().map(str::as_bytes), around: [before, after] })?;
        line.clear();
    }
    Ok(())
}

/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// The changes of a file that are close to each other.
#[derive(Default)]
struct Hunk {
    /// The number of the first line.
    start: u64,
    /// The lines, each with its correction if it has one. Unless a line has changed, at most [`CONTEXT`].
    lines: VecDeque<(Vec<u8>, Option<Vec<u8>>)>,
    /// The number of unchanged lines at the end.
    unchanged: usize,
}

struct Diff<'a, W> {
    out: &'a mut W,
    name: String,
    begun: bool,
    hunk: Hunk,
}

impl<W: Write> Diff<'_, W> {
    fn add(&mut self, Row { number, text, new, around: [before, after] }: &Row<'_>) -> io::Result<()> {
        let whole = |text: &[u8]| [before, text, after].concat();
        let Hunk { start, lines, unchanged } = &mut self.hunk;
        if lines.is_empty() {
            *start = *number;
        }
        lines.push_back((whole(text), new.map(whole)));
        *unchanged = if new.is_some() { 0 } else { *unchanged + 1 };
        if *unchanged == lines.len() && *unchanged > CONTEXT {
            lines.pop_front();
            *start += 1;
            *unchanged -= 1;
        } else if *unchanged > 2 * CONTEXT {
            // The last lines are the context before the next change.
            let rest = lines.split_off(lines.len() - CONTEXT);
            *unchanged -= CONTEXT;
            self.end()?;
            self.hunk = Hunk { start: number + 1 - CONTEXT as u64, unchanged: CONTEXT, lines: rest };
        }
        Ok(())
    }

    /// Writes the hunk, if a line has changed.
    fn end(&mut self) -> io::Result<()> {
        let Hunk { start, lines, unchanged } = std::mem::take(&mut self.hunk);
        if unchanged == lines.len() {
            return Ok(());
        }
        let count = lines.len() - unchanged.saturating_sub(CONTEXT);
        if !std::mem::replace(&mut self.begun, true) {
            writeln!(self.out, "--- {0}\n+++ {0}", Reference(&self.name))?;
        }
        writeln!(self.out, "@@ -{start},{count} +{start},{count} @@")?;
        let mut new_lines = Vec::new();
        for (old, new) in lines.iter().take(count) {
            match new {
                Some(new) => {
                    self.line(b'-', old)?;
                    new_lines.push(new);
                }
                None => {
                    new_lines.drain(..).try_for_each(|new| self.line(b'+', new))?;
                    self.line(b' ', old)?;
                }
            }
        }
        new_lines.into_iter().try_for_each(|new| self.line(b'+', new))
    }

    fn line(&mut self, sign: u8, line: &[u8]) -> io::Result<()> {
        self.out.write_all(&[sign])?;
        if output::is_terminal() {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            write!(self.out, "{}", visible::name(text))?;
            self.out.write_all(&line[text.len()..])?;
        } else {
            self.out.write_all(line)?;
        }
        let end = if line.ends_with(b"\n") { "" } else { "\n\\ No newline at end of file\n" };
        self.out.write_all(end.as_bytes())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::plain(b"links.txt", "links.txt")]
    #[case::beyond_ascii("ü.txt".as_bytes(), "ü.txt")]
    #[case::space(b"my links.txt", "my links.txt\t")]
    #[case::line_feed(b"a\nb c", r#""a\012b c""#)]
    #[case::quote(b"a\"b\\", r#""a\"b\\""#)]
    #[case::not_utf_8(b"\xFF\xC3\xBC", r#""\377\303\274""#)]
    fn names(#[case] name: &[u8], #[case] expected: &str) {
        assert_eq!(name_in_diff(Path::new(OsStr::from_bytes(name))), expected);
    }
}
