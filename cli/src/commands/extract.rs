//! `uri extract`: finds the URIs in running text.

use std::io::{self, Write};
use std::path::PathBuf;

use urigram::extract::{Extractor, Found};
use urigram::grammar::{Grammar, Rfc3987};

mod html;

use crate::args::{Extract, Format, Places};
use crate::input::Unreadable;
use crate::input::{BYTE_ORDER_MARK, Name, Parts};
use crate::outcome::{Error, Status};
use crate::output::{self, Output, Reference, json};

pub(crate) fn run(arguments: Extract, status: &mut Status) -> Result<(), Error> {
    if arguments.html {
        return html::run(arguments, status);
    }
    match arguments.iri {
        true => all(arguments, Extractor::<Rfc3987>::default(), status),
        false => all(arguments, Extractor::new(), status),
    }
}

fn all<G: Grammar>(
    arguments: Extract,
    mut extractor: Extractor<G>,
    status: &mut Status,
) -> Result<(), Error> {
    let Extract { schemes, suffix, domains, email, split, max_length, places, format, files, .. } = arguments;
    const VALID: &str = "clap has checked the scheme";
    extractor = extractor.max_length(max_length.try_into().unwrap_or(usize::MAX));
    for scheme in &schemes {
        extractor = extractor.scheme(scheme).expect(VALID);
    }
    if let Some(scheme) = &suffix {
        extractor = extractor.suffix(scheme).expect(VALID);
    }
    if let Some(scheme) = &domains {
        extractor = extractor.domains(scheme).expect(VALID);
    }
    if email {
        extractor = extractor.mail_addresses();
    }
    if split {
        extractor = extractor.split_lists();
    }
    each_file(files, format, places, status, |parts, report, out| each(parts, &extractor, report, out))
}

/// Calls `each` with each file, or with standard input if there are none.
fn each_file(
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

enum Stopped {
    Input(Unreadable),
    Output(io::Error),
}

/// Writes the URIs in one input.
fn each<G: Grammar>(
    mut parts: Parts,
    extractor: &Extractor<G>,
    report: Report,
    out: &mut Output,
) -> Result<(), Stopped> {
    let mut stream = extractor.stream();
    let mut place = Place { line: 1, column: 1, mark: 0 };
    // The offset of the buffer in the input, and the offset of `place` in the buffer.
    let (mut offset, mut before) = (0, 0);
    loop {
        let bytes = parts.bytes();
        if offset == 0 && bytes.starts_with(BYTE_ORDER_MARK) {
            place.mark = BYTE_ORDER_MARK.len();
        }
        while let Some(found) = stream.find_in(bytes, parts.is_last()) {
            let start = found.range().start;
            if report.needs_place() {
                place.advance(&bytes[before..start], offset + before as u64);
                before = start;
            }
            report.write(out, &parts, &found, offset, place).map_err(Stopped::Output)?;
        }
        // Reading more may block.
        out.flush().map_err(Stopped::Output)?;
        if parts.is_last() {
            return Ok(());
        }
        let passed = stream.take_passed();
        if report.needs_place() && before < passed {
            place.advance(&bytes[before..passed], offset + before as u64);
            before = passed;
        }
        before = before.saturating_sub(passed);
        offset += passed as u64;
        parts.read(passed).map_err(Stopped::Input)?;
    }
}

/// How to report URIs.
#[derive(Clone, Copy)]
struct Report {
    format: Format,
    /// Whether there are several files.
    many: bool,
    /// Whether the place comes before the URI in text.
    places: bool,
}

impl Report {
    fn needs_place(self) -> bool {
        self.places || self.format == Format::Json
    }

    /// Writes a URI; `offset` is the number of bytes before the part.
    fn write<G: Grammar>(
        self,
        out: &mut Output,
        parts: &Parts,
        found: &Found<'_, G>,
        offset: u64,
        Place { line, column, .. }: Place,
    ) -> io::Result<()> {
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
        self.write_text(out, name, (line, column), uri)
    }

    fn write_text(self, out: &mut Output, name: &Name, place: (u64, u64), uri: &str) -> io::Result<()> {
        if self.places {
            let (line, column) = place;
            write!(out, "{}:{line}:{column}: ", name.shown)?;
        }
        writeln!(out, "{}", Reference(uri))
    }
}

/// A place in a text: its line, and its column in characters, both counted from 1.
#[derive(Clone, Copy)]
struct Place {
    line: u64,
    column: u64,
    /// The length of the byte order mark at the start of the text, which does not count as a column.
    mark: usize,
}

impl Place {
    /// Advances the place past these bytes, which begin at `offset`.
    fn advance(&mut self, bytes: &[u8], offset: u64) {
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
