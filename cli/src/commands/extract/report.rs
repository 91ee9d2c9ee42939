//! The files of `uri extract`, and how it reports what it finds in them.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use urigram::extract::Found;
use urigram::grammar::Grammar;

use crate::args::{Format, Places};
use crate::input::{Name, Parts, Unreadable};
use crate::outcome::{Error, Status};
use crate::output::visible::{self, Escaped};
use crate::output::{self, Output, Reference, json};

/// Calls `each` with each file, or with standard input if there are none.
pub(super) fn each_file(
    mut files: Vec<PathBuf>,
    format: Format,
    places: Places,
    status: &mut Status,
    each: impl Fn(Parts, Report, &mut Output) -> Result<(), Stopped>,
) -> Result<(), Error> {
    if files.is_empty() {
        files.push(PathBuf::from("-"));
    }
    let many = files.len() > 1;
    let report = Report { format, many, places: places == Places::Always || places == Places::Auto && many };
    let mut out = output::plain();
    for file in files {
        let read = Parts::of(&file).map_err(Stopped::Input);
        match read.and_then(|parts| each(parts, report, &mut out)) {
            Ok(()) => {}
            Err(Stopped::Output(error)) => return Err(error.into()),
            Err(Stopped::Input(unreadable)) => {
                *status = Status::Failed;
                out.flush()?;
                unreadable.report();
            }
        }
    }
    Ok(out.flush()?)
}

pub(super) enum Stopped {
    Input(Unreadable),
    Output(io::Error),
}

/// The format of the report.
#[derive(Clone, Copy)]
pub(super) struct Report {
    pub(super) format: Format,
    /// Whether there are several files.
    pub(super) many: bool,
    /// Whether the place is printed before the URI.
    pub(super) places: bool,
}

impl Report {
    /// Writes a URI. `offset` is the number of bytes before the buffer.
    pub(super) fn write<G: Grammar>(
        self,
        out: &mut Output,
        parts: &Parts,
        found: &Found<'_, G>,
        offset: u64,
        place: Place,
    ) -> io::Result<()> {
        let Place { line, column, .. } = place;
        let (name, range, uri) = (&parts.name, found.range(), found.uri().as_str());
        if self.format == Format::Json {
            let file = self.many.then_some(name.text.as_str());
            let (start, end) = (offset + range.start as u64, offset + range.end as u64);
            let hyphen_doubtful = found.is_hyphen_doubtful().then_some(true);
            let cut = found.cut();
            let (element, attribute) = (None, None);
            let extracted =
                json::Extracted { file, line, start, end, uri, hyphen_doubtful, cut, element, attribute };
            return json::write_line(out, &extracted);
        }
        self.write_text(out, name, (line, column), uri)?;
        let Some(next) = found.cut() else { return Ok(()) };
        let mut place = place;
        place.advance(&parts.bytes()[range.clone()], offset + range.start as u64);
        // If both streams go to the same terminal or file, flushing keeps their order.
        out.flush()?;
        let (file, Place { line, column, .. }, next) = (&name.shown, place, Next(next));
        output::remark(format_args!("{file}:{line}:{column}: {next} cuts off the URI `{}`", Escaped(uri)));
        Ok(())
    }

    pub(super) fn write_text(
        self,
        out: &mut Output,
        name: &Name,
        place: (u64, u64),
        uri: &str,
    ) -> io::Result<()> {
        if self.places {
            let (line, column) = place;
            write!(out, "{}:{line}:{column}: ", name.shown)?;
        }
        writeln!(out, "{}", Reference(uri))
    }
}

/// The character that cuts off a URI, and the option that takes it as part of an IRI.
struct Next(char);

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible::character(self.0))?;
        // An IRI would contain the letter, so this is not with --iri.
        f.write_str(if !self.0.is_ascii() && self.0.is_alphabetic() {
            ", which only an IRI contains (--iri),"
        } else {
            ""
        })
    }
}

/// A place in a text: its line, and its column in characters, both counted from 1.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
    /// The length of the byte order mark at the start of the text, which takes no column.
    pub(super) mark: usize,
}

impl Place {
    /// Advances the place past these bytes, which begin at `offset`.
    pub(super) fn advance(&mut self, bytes: &[u8], offset: u64) {
        let marked = (self.mark as u64).saturating_sub(offset).min(bytes.len() as u64);
        let bytes = &bytes[marked as usize..];
        let mut line = bytes;
        if let Some(last) = memchr::memrchr(b'\n', bytes) {
            self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
            self.column = 1;
            line = &bytes[last + 1..];
        }
        let is_first = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
        self.column += line.iter().filter(is_first).count() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_in_parts_has_no_column() {
        let text = "\u{feff}é\nbc".as_bytes();
        for middle in 0..=text.len() {
            let mut place = Place { line: 1, column: 1, mark: 3 };
            place.advance(&text[..middle], 0);
            place.advance(&text[middle..], middle as u64);
            assert_eq!((place.line, place.column), (2, 3), "{middle}");
            let mut first = Place { line: 1, column: 1, mark: 3 };
            first.advance(&text[..middle.min(3)], 0);
            assert_eq!(first.column, 1);
        }
    }
}
