//! `parse` and `parse-iri`: from a borrowed string to the library's own type for a reference of RFC 3986 and of
//! RFC 3987.
//!
//! `reject`: from a borrowed string that ends with a space to the library's error. The fault is the last byte, so
//! that a library has to read the whole string. The row in parentheses is for the same strings with a letter instead
//! of the space, which are accepted.

use iri_string::types::{IriReferenceStr, UriReferenceStr};
use urigram::grammar::tree;
use urigram::{IriReference, Rule, UriReference, rfc6874};

use crate::pass::{OURS, Pass, Prepared, Table, each, parsing};

/// The name of the operation for RFC 3986.
pub const NAME: &str = "parse";

/// The name of the operation for RFC 3987.
pub const IRI_NAME: &str = "parse-iri";

/// The rows that do not locate components. These are libraries that only validate a string, and search for a
/// component when it is read, and lower bounds for all parsers.
pub const WITHOUT_COMPONENTS: &[&str] = &["iri-string", "iref", "is_ascii", "copy"];

/// The libraries. If a library has types for RFC 3986 and for RFC 3987, the former is used.
pub const TABLE: Table = &[
    (OURS, |lines| parsing(lines, UriReference::parse)),
    ("urigram (RFC 6874)", |lines| parsing(lines, rfc6874::UriReference::parse)),
    ("fluent-uri", |lines| parsing(lines, fluent_uri::UriRef::<&str>::parse)),
    ("iri-string", |lines| parsing(lines, UriReferenceStr::new)),
    ("oxiri", |lines| parsing(lines, oxiri::IriRef::parse)),
    ("iref", |lines| parsing(lines, iref::UriRef::new)),
    ("uriparse", |lines| parsing(lines, uriparse::URIReference::try_from)),
    ("url", |lines| parsing(lines, url::Url::parse)),
    ("ada-url", |lines| parsing(lines, |line| ada_url::Url::parse(line, None))),
    ("http", |lines| parsing(lines, http::Uri::try_from)),
    ("pest", |lines| parsing(lines, |line| tree::parse(Rule::URI_reference, line))),
    ("is_ascii", |lines| parsing(lines, |line| line.is_ascii().then_some(()).ok_or(()))),
    ("copy", copying),
];

/// The libraries that have a type for RFC 3987.
pub const IRI: Table = &[
    (OURS, |lines| parsing(lines, IriReference::parse)),
    ("fluent-uri", |lines| parsing(lines, fluent_uri::IriRef::<&str>::parse)),
    ("iri-string", |lines| parsing(lines, IriReferenceStr::new)),
    ("oxiri", |lines| parsing(lines, oxiri::IriRef::parse)),
    ("iref", |lines| parsing(lines, iref::IriRef::new)),
];

/// Returns a pass that copies each string to a reused buffer.
fn copying<'c>(lines: &'c [&'c str]) -> Pass<'c> {
    let mut buffer = Vec::new();
    each(Prepared::of(lines.iter().copied(), Some), move |line| {
        buffer.clear();
        buffer.extend_from_slice(line.as_bytes());
        buffer.as_ptr()
    })
}

/// The name of the operation.
pub const REJECT_NAME: &str = "reject";

/// The libraries.
pub const REJECT: Table = &[
    (OURS, |lines| parsing(ending_in(" ", lines), UriReference::parse)),
    ("urigram (accepting)", |lines| parsing(ending_in("x", lines), UriReference::parse)),
    ("fluent-uri", |lines| parsing(ending_in(" ", lines), fluent_uri::UriRef::<&str>::parse)),
    ("iri-string", |lines| parsing(ending_in(" ", lines), UriReferenceStr::new)),
    ("oxiri", |lines| parsing(ending_in(" ", lines), oxiri::IriRef::parse)),
];

/// Returns the strings that urigram accepts after a letter is appended, but with `end` appended instead. The
/// strings are leaked.
fn ending_in(end: &str, lines: &[&str]) -> &'static [&'static str] {
    let valid = lines.iter().filter(|line| UriReference::parse(&format!("{line}x")).is_ok());
    let longer = valid.map(|line| -> &'static str { format!("{line}{end}").leak() });
    longer.collect::<Vec<_>>().leak()
}

#[cfg(test)]
mod tests {
    use super::REJECT;
    use crate::pass::Pass;

    #[test]
    fn only_the_row_in_parentheses_accepts() {
        for (library, prepare) in REJECT {
            let Pass { accepted, strings, .. } = prepare(&["http://a/b", "c", "no reference"]);
            assert_eq!((accepted, strings), (if library.ends_with(')') { 2 } else { 0 }, 2), "{library}");
        }
    }
}
