//! The libraries that read references.

use crate::oracle::reading::{Parts, Reading};

/// Reads a reference.
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

/// The libraries that read URI references, by the names of their packages.
pub(crate) const URIS: &[(&str, Reader)] = &[
    ("fluent-uri", fluent_uri!(UriRef)),
    ("iri-string", iri_string!(UriReferenceStr)),
    ("iref", iref!(UriRef)),
    ("oxiri", oxiri),
];

/// The libraries that read IRI references.
pub(crate) const IRIS: &[(&str, Reader)] = &[
    ("fluent-uri", fluent_uri!(IriRef)),
    ("iri-string", iri_string!(IriReferenceStr)),
    ("iref", iref!(IriRef)),
    ("oxiri", oxiri),
];

/// `oxiri` has one type for URIs and IRIs, which does not split the authority.
fn oxiri(text: &str) -> Option<Reading<'_>> {
    let reference = oxiri::IriRef::parse(text).ok()?;
    // Its components borrow from the reference, which borrows from the text.
    let lent = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        &text[start..start + part.len()]
    };
    Some(Reading {
        scheme: reference.scheme().map(lent),
        authority: reference.authority().map(lent),
        parts: None,
        path: lent(reference.path()),
        query: reference.query().map(lent),
        fragment: reference.fragment().map(lent),
    })
}
