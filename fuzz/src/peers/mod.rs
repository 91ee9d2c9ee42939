//! Adapters for other libraries, and their known differences.

pub mod known;
pub mod normalize;
pub mod resolve;
pub mod whatwg;

use std::panic;
use std::sync::LazyLock;

use iri_string::format::ToDedicatedString;
use iri_string::resolve::FixedBaseResolver;
use iri_string::types::{UriReferenceStr, UriStr};
use percent_encoding::AsciiSet;
use urigram::Rule;
use url::form_urlencoded;

use crate::oracle::percent::Unencoded;
use crate::oracle::{Parts, Reading};

/// Parses a reference.
pub(crate) type Reader = for<'t> fn(&'t str) -> Option<Reading<'t>>;

macro_rules! fluent_uri {
    ($Type:ident) => {
        |text| {
            let reference = fluent_uri::$Type::parse(text).ok()?;
            Some(Reading {
                scheme: reference.scheme().map(|scheme| scheme.as_str()),
                authority: reference.authority().map(|authority| authority.as_str()),
                parts: reference.authority().map(|authority| Parts {
                    userinfo: authority.userinfo().map(|userinfo| userinfo.as_str()),
                    host: authority.host(),
                    port: authority.port().map(|port| port.as_str()),
                }),
                path: reference.path().as_str(),
                query: reference.query().map(|query| query.as_str()),
                fragment: reference.fragment().map(|fragment| fragment.as_str()),
            })
        }
    };
}

macro_rules! iri_string {
    ($Type:ident) => {
        |text| {
            let reference = iri_string::types::$Type::new(text).ok()?;
            Some(Reading {
                scheme: reference.scheme_str(),
                authority: reference.authority_str(),
                parts: reference.authority_components().map(|parts| Parts {
                    userinfo: parts.userinfo(),
                    host: parts.host(),
                    port: parts.port(),
                }),
                path: reference.path_str(),
                query: reference.query_str(),
                fragment: reference.fragment_str(),
            })
        }
    };
}

macro_rules! iref {
    ($Type:ident) => {
        |text| {
            let parts = iref::$Type::new(text).ok()?.parts();
            Some(Reading {
                scheme: parts.scheme.map(|scheme| scheme.as_str()),
                authority: parts.authority.map(|authority| authority.as_str()),
                parts: parts.authority.map(|authority| authority.parts()).map(|parts| Parts {
                    userinfo: parts.user_info.map(|userinfo| userinfo.as_str()),
                    host: parts.host.as_str(),
                    port: parts.port.map(|port| port.as_str()),
                }),
                path: parts.path.as_str(),
                query: parts.query.map(|query| query.as_str()),
                fragment: parts.fragment.map(|fragment| fragment.as_str()),
            })
        }
    };
}

/// The libraries that parse URI references, by package name.
pub(crate) const URIS: &[(&str, Reader)] = &[
    ("fluent-uri", fluent_uri!(UriRef)),
    ("iri-string", iri_string!(UriReferenceStr)),
    ("iref", iref!(UriRef)),
    ("oxiri", oxiri),
];

/// The libraries that parse IRI references, by package name.
pub(crate) const IRIS: &[(&str, Reader)] = &[
    ("fluent-uri", fluent_uri!(IriRef)),
    ("iri-string", iri_string!(IriReferenceStr)),
    ("iref", iref!(IriRef)),
    ("oxiri", oxiri),
];

/// `oxiri` has one type for URIs and IRIs, which does not split the authority.
fn oxiri(text: &str) -> Option<Reading<'_>> {
    let reference = oxiri::IriRef::parse(text).ok()?;
    // The components borrow from `reference`, which is dropped, so take the same slices of `text`.
    let borrowed = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        &text[start..start + part.len()]
    };
    Some(Reading {
        scheme: reference.scheme().map(borrowed),
        authority: reference.authority().map(borrowed),
        parts: None,
        path: borrowed(reference.path()),
        query: reference.query().map(borrowed),
        fragment: reference.fragment().map(borrowed),
    })
}

/// Decodes a text, with U+FFFD for invalid UTF-8.
pub(crate) type Decode = fn(&str) -> Option<String>;

/// The libraries that decode a component, and whether they decode `+` to a space.
pub(crate) const DECODE: &[(&str, bool, Decode)] = &[
    ("percent-encoding", false, |text| {
        Some(percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned())
    }),
    ("form_urlencoded", true, |text| {
        // `form_urlencoded` splits at `&` and `=`.
        let is_key = !text.is_empty() && !text.contains(['&', '=']);
        is_key.then(|| form_urlencoded::parse(text.as_bytes()).map(|(key, _)| key).collect())
    }),
];

/// The ASCII characters to encode, for each rule: those that the rule does not allow, and those that are not
/// unreserved.
static SETS: LazyLock<Vec<[AsciiSet; 2]>> = LazyLock::new(|| {
    let set = |unencoded: Unencoded| {
        let all = (0..0x80).fold(AsciiSet::EMPTY, |set, octet| set.add(octet));
        unencoded.ascii().fold(all, |set, octet| set.remove(octet))
    };
    let sets = |&rule: &Rule| [Unencoded::all(rule, false), Unencoded::unreserved(rule, false)].map(set);
    Rule::ALL.iter().map(sets).collect()
});

/// Encodes a component of a URI with `percent-encoding`. Keeps all characters that the rule allows, or with
/// `only_unreserved` the unreserved characters.
pub(crate) fn encode(octets: &[u8], rule: Rule, only_unreserved: bool) -> String {
    let set = &SETS[rule as usize][usize::from(only_unreserved)];
    percent_encoding::percent_encode(octets, set).to_string()
}

/// Encodes a form value with `form_urlencoded`.
pub(crate) fn encode_form(octets: &[u8]) -> String {
    form_urlencoded::byte_serialize(octets).collect()
}

/// Returns the relative reference, or `Some(None)` if the library finds none. Returns `None` if the library
/// does not support the input.
type Relativize = fn(&str, &str) -> Option<Option<String>>;

/// The libraries that relativize, by package name.
pub(crate) const RELATIVIZERS: &[(&str, Relativize)] = &[
    ("oxiri", |base, target| {
        let base = oxiri::Iri::parse(base).ok()?;
        let reference = base.relativize(&oxiri::Iri::parse(target).ok()?);
        Some(reference.ok().map(oxiri::IriRef::into_inner))
    }),
    ("iref", |base, target| {
        let (base, target) = (iref::UriRef::new(base).ok()?, iref::UriRef::new(target).ok()?);
        // `oxiri` panics when it compares encoded octets that are not UTF-8.
        let reference = panic::catch_unwind(|| target.relative_to(base).to_string());
        Some(Some(reference.ok()?))
    }),
    // `url` normalizes a URI while parsing, which changes the target. In schemes that are not special, it
    // confuses paths with and without a leading `/`.
    ("url", |base, target| {
        let [base, target] = [base, target].map(|text| {
            whatwg::parse(None, text).filter(|url| url.as_str() == text && whatwg::has_host(url.scheme()))
        });
        Some(base?.make_relative(&target?))
    }),
];

/// Resolves a valid reference against a valid base.
pub type Resolve = fn(&str, &str) -> Option<String>;

/// The libraries that resolve, by package name.
pub const RESOLVERS: &[(&str, Resolve)] = &[
    ("fluent-uri", |base, reference| {
        // `fluent-uri` rejects a base with a fragment.
        let base = fluent_uri::Uri::parse(base.split('#').next()?).ok()?;
        Some(fluent_uri::UriRef::parse(reference).ok()?.resolve_against(&base).ok()?.into_string())
    }),
    ("iri-string", |base, reference| {
        let base = FixedBaseResolver::new(UriStr::new(base).ok()?.to_absolute());
        Some(base.resolve(UriReferenceStr::new(reference).ok()?).to_dedicated_string().into())
    }),
    ("iref", |base, reference| {
        Some(iref::UriRef::new(reference).ok()?.resolved(iref::Uri::new(base).ok()?).to_string())
    }),
    ("oxiri", |base, reference| {
        let reference = oxiri::IriRef::parse(reference).ok()?;
        Some(oxiri::Iri::parse(base).ok()?.resolve(&reference).ok()?.into_inner())
    }),
];

/// A known difference, without the predicate.
pub struct Row {
    pub target: &'static str,
    pub name: &'static str,
    pub example: &'static [&'static str],
}

/// Returns all known differences.
pub fn all() -> Vec<Row> {
    let mut rows = Vec::new();
    rows.extend(rows_of("parse", known::PARSE));
    rows.extend(rows_of("parse", whatwg::PARSE));
    rows.extend(rows_of("percent", known::PERCENT));
    rows.extend(rows_of("resolve", resolve::RESOLVE));
    rows.extend(rows_of("resolve", whatwg::RESOLVE));
    rows.extend(rows_of("relativize", resolve::RELATIVIZE));
    rows.extend(rows_of("normalize", normalize::NORMALIZE));
    rows
}

fn rows_of<F>(target: &'static str, table: &'static [known::Known<F>]) -> impl Iterator<Item = Row> {
    table.iter().map(move |known| Row { target, name: known.name, example: known.example })
}
