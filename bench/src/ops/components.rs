//! `components`: parse, then read each component that the library provides, as text if possible.
//!
//! No typed host (an address as a number) is read, because only some libraries have one.
//!
//! `validate` and `policy`: from a parsed reference to its findings, and to the decision of a
//! policy.

use iri_string::types::UriReferenceStr;
use urigram::grammar::tree::{self, Node};
use urigram::policy::Policy;
use urigram::{Rule, UriReference};

use crate::pass::{OURS, Pass, Prepared, Table, applying, each, reading, see};

/// The libraries, each with its cheapest accessors.
pub const TABLE: Table = &[
    (OURS, |lines| {
        reading(lines, UriReference::parse, |reference| {
            see(reference.scheme());
            see(reference.authority().map(|authority| authority.as_str()));
            see(reference.userinfo());
            see(reference.host_str());
            see(reference.port());
            see(reference.path().as_str());
            see(reference.query());
            see(reference.fragment());
        })
    }),
    ("fluent-uri", |lines| {
        reading(lines, fluent_uri::UriRef::<&str>::parse, |reference| {
            see(reference.scheme());
            if let Some(authority) = reference.authority() {
                see(authority.as_str());
                see(authority.userinfo());
                see(authority.host());
                see(authority.port());
            }
            see(reference.path());
            see(reference.query());
            see(reference.fragment());
        })
    }),
    // `iri-string` stores no offsets: each accessor searches for its component again.
    ("iri-string", |lines| {
        reading(lines, UriReferenceStr::new, |reference| {
            see(reference.scheme_str());
            see(reference.authority_str());
            if let Some(authority) = reference.authority_components() {
                see(authority.userinfo());
                see(authority.host());
                see(authority.port());
            }
            see(reference.path_str());
            see(reference.query_str());
            see(reference.fragment_str());
        })
    }),
    // `oxiri` does not split the authority.
    ("oxiri", |lines| {
        reading(lines, oxiri::IriRef::parse, |reference| {
            see(reference.scheme());
            see(reference.authority());
            see(reference.path());
            see(reference.query());
            see(reference.fragment());
        })
    }),
    // `iref` does not store offsets, but `parts` finds all components at once.
    ("iref", |lines| {
        reading(lines, iref::UriRef::new, |reference| {
            let parts = reference.parts();
            see(parts.scheme);
            see(parts.authority);
            if let Some(authority) = parts.authority {
                let parts = authority.parts();
                see(parts.user_info);
                see(parts.host);
                see(parts.port);
            }
            see(parts.path);
            see(parts.query);
            see(parts.fragment);
        })
    }),
    // `uriparse` stores components, not their text: a path is a vector of segments.
    ("uriparse", |lines| {
        reading(lines, uriparse::URIReference::try_from, |reference| {
            see(reference.scheme());
            see(reference.authority());
            see(reference.username());
            see(reference.password());
            see(reference.host());
            see(reference.port());
            see(reference.path());
            see(reference.query());
            see(reference.fragment());
        })
    }),
    ("url", |lines| {
        reading(lines, url::Url::parse, |url| {
            see(url.scheme());
            see(url.authority());
            see(url.username());
            see(url.password());
            see(url.host_str());
            see(url.port());
            see(url.path());
            see(url.query());
            see(url.fragment());
        })
    }),
    ("ada-url", |lines| {
        reading(
            lines,
            |line| ada_url::Url::parse(line, None),
            |url| {
                see(url.protocol());
                see(url.host());
                see(url.username());
                see(url.password());
                see(url.hostname());
                see(url.port());
                see(url.pathname());
                see(url.search());
                see(url.hash());
            },
        )
    }),
    // `http` has no userinfo and drops the fragment.
    ("http", |lines| {
        reading(lines, http::Uri::try_from, |uri| {
            see(uri.scheme_str());
            see(uri.authority().map(http::uri::Authority::as_str));
            see(uri.host());
            see(uri.port());
            see(uri.path());
            see(uri.query());
        })
    }),
    ("pest", |lines| {
        reading(
            lines,
            |line| tree::parse(Rule::URI_reference, line),
            |nodes| {
                for node in nodes.flatten() {
                    match node.as_rule() {
                        Node::scheme
                        | Node::authority
                        | Node::userinfo
                        | Node::host
                        | Node::port
                        | Node::path_abempty
                        | Node::path_absolute
                        | Node::path_noscheme
                        | Node::path_rootless
                        | Node::path_empty
                        | Node::query
                        | Node::fragment => see(node.as_str()),
                        _ => {}
                    }
                }
            },
        )
    }),
];

/// The findings of each reference.
pub const VALIDATE: Table = &[(OURS, |lines| {
    each(Prepared::of(lines.iter().copied(), |line| UriReference::parse(line).ok()), |reference| {
        reference.findings()
    })
})];

/// Checks each reference by a preset policy. `accepted` is the number of references that the policy
/// accepts.
pub const POLICY: Table = &[
    (OURS, |lines| asking(lines, Policy::fetch())),
    ("urigram (link)", |lines| asking(lines, Policy::link())),
];

fn asking<'c>(lines: &'c [&'c str], policy: Policy) -> Pass<'c> {
    applying(lines, vec![policy], UriReference::parse, |policy, reference| policy.check(*reference))
}
