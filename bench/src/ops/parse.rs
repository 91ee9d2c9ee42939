//! `parse`: from a borrowed string to the library's own type for a reference.

use iri_string::types::UriReferenceStr;
use urigram::{Rule, tree};

use super::{OURS, Table};
use crate::pass::parsing;

/// The name of the operation.
pub const NAME: &str = "parse";

/// The libraries that only validate a string, and search for a component when it is read.
pub const WITHOUT_COMPONENTS: &[&str] = &["iri-string", "iref"];

/// The libraries. Of those that have a type for RFC 3986 and one for RFC 3987, the former is used.
pub const TABLE: Table = &[
    (OURS, |lines| parsing(lines, urigram::UriReference::parse)),
    ("fluent-uri", |lines| parsing(lines, fluent_uri::UriRef::<&str>::parse)),
    ("iri-string", |lines| parsing(lines, UriReferenceStr::new)),
    ("oxiri", |lines| parsing(lines, oxiri::IriRef::parse)),
    ("iref", |lines| parsing(lines, iref::UriRef::new)),
    ("uriparse", |lines| parsing(lines, uriparse::URIReference::try_from)),
    ("url", |lines| parsing(lines, url::Url::parse)),
    ("http", |lines| parsing(lines, http::Uri::try_from)),
    ("pest", |lines| parsing(lines, |line| tree::parse(Rule::URI_reference, line))),
];
