//! The libraries that resolve references.

use iri_string::format::ToDedicatedString;
use iri_string::resolve::FixedBaseResolver;
use iri_string::types::{UriReferenceStr, UriStr};

/// Returns the target of a base and a reference, both valid.
pub type Resolve = fn(&str, &str) -> Option<String>;

/// The libraries, by the names of their packages.
pub const RESOLVE: &[(&str, Resolve)] = &[
    ("fluent-uri", |base, reference| {
        // It refuses a base with a fragment.
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
