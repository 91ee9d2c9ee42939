//! `uri extract --html`: the references in the attributes of HTML documents.

use urigram::base::{BaseUris, in_html};
use urigram::extract::{HtmlLink, links_in_html};
use urigram::grammar::Rfc3987;
use urigram::{Iri, IriReference};

use super::report::{Place, Report, Stopped, each_file};
use crate::args::{Extract, Format};
use crate::input::{BYTE_ORDER_MARK, Parts};
use crate::outcome::{Error, Status};
use crate::output::{Output, json};

pub(super) fn run(arguments: Extract, status: &mut Status) -> Result<(), Error> {
    let Extract { schemes, base, iri, format, places, files, .. } = arguments;
    let options = Options { schemes, base, iri };
    each_file(files, format, places, status, |parts, report, out| options.each(parts, report, out))
}

struct Options {
    schemes: Vec<String>,
    base: Option<Iri>,
    iri: bool,
}

impl Options {
    /// Writes the references in one document.
    fn each(&self, mut parts: Parts, report: Report, out: &mut Output) -> Result<(), Stopped> {
        while !parts.is_last() {
            parts.read(0).map_err(Stopped::Input)?;
        }
        let bytes = parts.bytes();
        let document = text(bytes);
        let mut bases: BaseUris<String, Rfc3987> =
            BaseUris { retrieval: self.base.clone(), ..BaseUris::default() };
        if let Some(href) = in_html(&document) {
            // A base that cannot be resolved is ignored, as in browsers.
            let _ = bases.embed(&href);
        }
        let base = bases.in_force().map(|(base, _)| base);
        let mark = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let mut place = Place { line: 1, column: 1, mark };
        let mut before = 0;
        for link in links_in_html(&document) {
            let Some(uri) = self.target(&link, base) else { continue };
            if before < link.range.start {
                place.advance(&bytes[before..link.range.start], before as u64);
                before = link.range.start;
            }
            write(report, out, &parts, &link, &uri, place).map_err(Stopped::Output)?;
        }
        Ok(())
    }

    /// Returns the target of a link, or its reference if there is no base; `None` if it is not to be found.
    fn target(&self, link: &HtmlLink, base: Option<&Iri>) -> Option<String> {
        let reference = IriReference::parse(&link.reference).ok()?;
        let target = match base {
            Some(base) => IriReference::from(base.resolve(&reference).ok()?),
            None => reference.to_owned(),
        };
        let is_wanted = |scheme: &str| self.schemes.iter().any(|own| own.eq_ignore_ascii_case(scheme));
        if !self.schemes.is_empty() && !target.scheme().is_some_and(|scheme| is_wanted(scheme.as_str())) {
            return None;
        }
        if self.iri {
            return Some(target.into_inner());
        }
        // A host that is not a domain name is percent-encoded.
        let uri = target.to_uri_reference_idna().ok().or_else(|| target.to_uri_reference().ok());
        uri.map(|uri| uri.into_inner())
    }
}

fn write(
    report: Report,
    out: &mut Output,
    parts: &Parts,
    link: &HtmlLink,
    uri: &str,
    Place { line, column, .. }: Place,
) -> std::io::Result<()> {
    if report.format != Format::Json {
        return report.write_text(out, &parts.name, (line, column), uri);
    }
    let extracted = json::Extracted {
        file: report.many.then_some(parts.name.text.as_str()),
        line,
        start: link.range.start as u64,
        end: link.range.end as u64,
        uri,
        hyphen_doubtful: None,
        cut: None,
        element: Some(&link.element),
        attribute: Some(link.attribute),
    };
    json::write_line(out, &extracted)
}

/// Returns the bytes as text, with a `?` for each byte that is not UTF-8, so that offsets stay the same.
fn text(bytes: &[u8]) -> String {
    bytes.utf8_chunks().fold(String::with_capacity(bytes.len()), |text, chunk| {
        text + chunk.valid() + &"?".repeat(chunk.invalid().len())
    })
}
