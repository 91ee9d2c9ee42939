//! The libraries that make references to targets.

use std::panic;

use super::whatwg;

/// Returns the reference, or `None` if the library has none; undefined if it cannot be asked.
type Relativize = fn(&str, &str) -> Option<Option<String>>;

/// The libraries, by the names of their packages.
pub(crate) const PEERS: &[(&str, Relativize)] = &[
    ("oxiri", |base, target| {
        let base = oxiri::Iri::parse(base).ok()?;
        let reference = base.relativize(&oxiri::Iri::parse(target).ok()?);
        Some(reference.ok().map(oxiri::IriRef::into_inner))
    }),
    ("iref", |base, target| {
        let (base, target) = (iref::UriRef::new(base).ok()?, iref::UriRef::new(target).ok()?);
        // It panics where it compares encoded octets that are not UTF-8.
        let reference = panic::catch_unwind(|| target.relative_to(base).to_string());
        Some(Some(reference.ok()?))
    }),
    // A URI that it does not write as it is given has another target. In schemes that are not those of browsers it
    // confuses paths with and without a `/` before them.
    ("url", |base, target| {
        let [base, target] = [base, target].map(|text| {
            whatwg::parse(None, text).filter(|url| url.as_str() == text && whatwg::has_host(url.scheme()))
        });
        Some(base?.make_relative(&target?))
    }),
];
