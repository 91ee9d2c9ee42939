//! `url`, which follows the URL Standard: it normalizes while it parses, mends what it can, and has rules of its own
//! for the schemes that browsers know.

use std::panic;

use url::Url;

use crate::oracle::reading::{Parts, Reading};

/// The schemes that the URL Standard calls special, except for `file`.
const WITH_HOST: &[&str] = &["http", "https", "ws", "wss", "ftp"];

/// Returns the URL that a text is by itself, or as a reference if there is a base. One that the library fails to parse
/// with an assertion, as some of file URLs, counts as none.
#[must_use]
pub fn parse(base: Option<&Url>, text: &str) -> Option<Url> {
    panic::catch_unwind(|| Url::options().base_url(base).parse(text).ok()).ok().flatten()
}

/// Returns the components of a URL.
#[must_use]
pub fn read(url: &Url) -> Reading<'_> {
    let authority = url.has_authority().then(|| url.authority());
    Reading {
        scheme: Some(url.scheme()),
        authority,
        parts: authority.map(Parts::of),
        path: url.path(),
        query: url.query(),
        fragment: url.fragment(),
    }
}

/// Returns whether the URL Standard requires a host of URLs with this scheme.
pub(crate) fn has_host(scheme: &str) -> bool {
    WITH_HOST.iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// Returns whether the URL Standard calls this scheme special.
pub(crate) fn is_special(scheme: &str) -> bool {
    has_host(scheme) || scheme.eq_ignore_ascii_case("file")
}

/// Returns whether the URL Standard takes the authority and the path of a URI with these for the same.
pub(crate) fn is_split_alike(scheme: &str, authority: Option<&str>) -> bool {
    !is_special(scheme) || authority.is_some_and(|authority| !authority.is_empty())
}
