//! `uri extract`: finds the URIs in running text, or in the attributes of HTML.
//!
//! In: files, which are text or, with `--html`, HTML documents.
//! Out: each URI with its place. `html` resolves the references of a document; `report` reads the files, and writes what
//! is found in them.
//! Next: `lib.rs`, which converts the status to an exit code.

mod html;
mod report;

use std::io::Write;

use urigram::extract::Extractor;
use urigram::grammar::{Grammar, Rfc3987};

use crate::args::Extract;
use crate::input::{BYTE_ORDER_MARK, Parts};
use crate::outcome::{Error, Status};
use crate::output::Output;
use report::{Place, Report, Stopped, each_file};

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
    extractor = extractor.mail_addresses(email).split_lists(split);
    each_file(files, format, places, status, |parts, report, out| each(parts, &extractor, report, out))
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
    // The offset of the buffer in the input, and of `place` in the buffer.
    let (mut offset, mut before) = (0, 0);
    loop {
        let bytes = parts.bytes();
        if offset == 0 && bytes.starts_with(BYTE_ORDER_MARK) {
            place.mark = BYTE_ORDER_MARK.len();
        }
        while let Some(found) = stream.find_in(bytes, parts.is_last()) {
            let start = found.range().start;
            place.advance(&bytes[before..start], offset + before as u64);
            before = start;
            report.write(out, &parts, &found, offset, place).map_err(Stopped::Output)?;
        }
        // Reading more may block.
        out.flush().map_err(Stopped::Output)?;
        if parts.is_last() {
            return Ok(());
        }
        let passed = stream.take_passed();
        if before < passed {
            place.advance(&bytes[before..passed], offset + before as u64);
            before = passed;
        }
        before = before.saturating_sub(passed);
        offset += passed as u64;
        parts.read(passed).map_err(Stopped::Input)?;
    }
}
