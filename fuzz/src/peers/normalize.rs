//! The libraries that normalize. `iref` removes dot segments alone, which resolution compares.

use iri_string::format::ToDedicatedString;
use iri_string::types::UriStr;
use urigram::normalize::Rung;

use super::whatwg;
use crate::oracle::appendix_b::Split;

/// Returns the normal form of a URI; `None` if the library cannot be asked.
pub type Normalize = fn(&str) -> Option<String>;

/// The libraries, by the names of their packages, and the rung that is nearest to theirs.
pub const PEERS: &[(&str, Normalize, Rung)] = &[
    ("fluent-uri", |uri| Some(fluent_uri::Uri::parse(uri).ok()?.normalize().into_string()), Rung::Scheme),
    ("iri-string", |uri| Some(UriStr::new(uri).ok()?.normalize().to_dedicated_string().into()), Rung::Path),
    // It leaves percent-encoded octets as they are, and normalizes hosts in the schemes of browsers alone.
    (
        "url",
        |uri| {
            let split = Split::of(uri);
            let is_comparable =
                whatwg::has_host(split.scheme?) && whatwg::is_split_alike(split.scheme?, split.authority);
            let is_comparable = is_comparable && !uri.contains('%');
            if is_comparable { Some(whatwg::parse(None, uri)?.into()) } else { None }
        },
        Rung::Scheme,
    ),
];
