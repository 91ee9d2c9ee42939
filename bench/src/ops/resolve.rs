//! `resolve` and `resolve-reuse`: the target of a reference that has already been parsed, with one of a few
//! `http` bases.

use std::fmt::Write;

use iri_string::format::ToDedicatedString;
use iri_string::resolve::FixedBaseResolver;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use urigram::resolve::Resolver;
use urigram::{Uri, UriReference};

use crate::pass::{OURS, Table, applying, applying_into};

const BASES: [&str; 4] = [
    "http://example.com",
    "http://example.com/",
    "http://a/b/c/d;p?q",
    "https://www.example.com/docs/guide/introduction.html?page=1",
];

/// Returns the bases, each parsed to the library's type.
fn bases<B, E>(parse: impl Fn(&'static str) -> Result<B, E>) -> Vec<B> {
    let bases: Vec<_> = BASES.into_iter().filter_map(|base| parse(base).ok()).collect();
    assert_eq!(bases.len(), BASES.len(), "a base was rejected");
    bases
}

/// The libraries, resolving to an owned value. `url` has only this.
pub const TABLE: Table = &[
    (OURS, |lines| applying(lines, bases(Uri::parse), UriReference::parse, |base, r| base.resolve(r))),
    ("fluent-uri", |lines| {
        let bases = bases(fluent_uri::Uri::parse);
        applying(lines, bases, fluent_uri::UriRef::<&str>::parse, |base, r| r.resolve_against(base))
    }),
    ("iri-string", |lines| {
        let bases = bases(|base| UriAbsoluteStr::new(base).map(FixedBaseResolver::new));
        applying(lines, bases, UriReferenceStr::new, |base, r| {
            Some(base.resolve(r).to_dedicated_string()).ok_or(())
        })
    }),
    ("oxiri", |lines| {
        let bases = bases(oxiri::Iri::parse);
        applying(lines, bases, oxiri::IriRef::parse, |base, r| Ok::<_, ()>(base.resolve_unchecked(r)))
    }),
    ("url", |lines| applying(lines, bases(url::Url::parse), Ok::<_, ()>, |base, r| base.join(r))),
];

/// The libraries, resolving into a buffer.
pub const REUSE: Table = &[
    (OURS, |lines| {
        applying_into(lines, bases(Uri::parse), UriReference::parse, |base, r, buffer| {
            Resolver::new().resolve_into(base, r, buffer).is_ok()
        })
    }),
    ("iri-string", |lines| {
        let bases = bases(|base| UriAbsoluteStr::new(base).map(FixedBaseResolver::new));
        applying_into(lines, bases, UriReferenceStr::new, |base, r, buffer| {
            buffer.clear();
            write!(buffer, "{}", base.resolve(r)).is_ok()
        })
    }),
    ("oxiri", |lines| {
        applying_into(lines, bases(oxiri::Iri::parse), oxiri::IriRef::parse, |base, r, buffer| {
            buffer.clear();
            base.resolve_into_unchecked(r, buffer);
            true
        })
    }),
];
