//! `parse`: from a borrowed string to the library's own type for a reference.

use iri_string::types::UriReferenceStr;
use urigram::{Rule, tree};

use super::{OURS, Table};
use crate::pass::parsing;

/// What the operation is called.
pub const NAME: &str = "parse";

/// Those that only say whether a string is valid, and look for components when they are asked for one.
pub const WITHOUT_COMPONENTS: &[&str] = &["iri-string", "iref"];

/// The libraries. Where one has a type for RFC 3986 and one for RFC 3987, it is the former.
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
