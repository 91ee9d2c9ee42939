//! `build`: from valid components to an owned reference. Each string is split into components by the library's own
//! parser beforehand, so that only building is timed. An authority whose host is an address is passed as a whole,
//! because fluent-uri accepts addresses only with its feature `net`.

use crate::pass::{OURS, Pass, Prepared, Table, each};

/// The libraries that can build a reference from separate components.
pub const TABLE: Table = &[(OURS, ours), ("fluent-uri", fluent_uri), ("iri-string", iri_string)];

/// Returns a pass that builds a reference from the components of each string, which are parsed beforehand.
fn building<'c, C: 'c, T, E>(
    lines: &'c [&'c str],
    components: impl Fn(&'c str) -> Option<C>,
    build: impl Fn(&C) -> Result<T, E> + 'c,
) -> Pass<'c> {
    let prepared = Prepared::of(lines.iter().copied(), components);
    let accepted = prepared.values.iter().filter(|components| build(components).is_ok()).count();
    Pass { accepted, ..each(prepared, build) }
}

fn ours<'c>(lines: &'c [&'c str]) -> Pass<'c> {
    use urigram::{Authority, Fragment, Host, Path, Port, Query, Scheme, UriReference, Userinfo};

    struct Components<'c> {
        scheme: Option<Scheme<'c>>,
        authority: Option<Authority<'c>>,
        userinfo: Option<Userinfo<'c>>,
        host: Option<Host<'c>>,
        port: Option<Port<'c>>,
        path: Path<'c>,
        query: Option<Query<'c>>,
        fragment: Option<Fragment<'c>>,
    }

    building(
        lines,
        |line| {
            let reference = UriReference::parse(line).ok()?;
            Some(Components {
                scheme: reference.scheme(),
                authority: reference.authority(),
                userinfo: reference.userinfo(),
                host: reference.host(),
                port: reference.port(),
                path: reference.path(),
                query: reference.query(),
                fragment: reference.fragment(),
            })
        },
        |components| {
            let mut builder = UriReference::builder();
            if let Some(scheme) = components.scheme {
                builder = builder.scheme(scheme);
            }
            if let Some(Host::RegName(name)) = components.host {
                if let Some(userinfo) = components.userinfo {
                    builder = builder.userinfo(userinfo);
                }
                builder = builder.host(name);
                if let Some(port) = components.port {
                    builder = builder.port(port);
                }
            } else if let Some(authority) = components.authority {
                builder = builder.authority(authority);
            }
            builder = builder.path(components.path);
            if let Some(query) = components.query {
                builder = builder.query(query);
            }
            if let Some(fragment) = components.fragment {
                builder = builder.fragment(fragment);
            }
            builder.build()
        },
    )
}

fn fluent_uri<'c>(lines: &'c [&'c str]) -> Pass<'c> {
    use fluent_uri::UriRef;
    use fluent_uri::build::Builder;
    use fluent_uri::component::{Authority, Host, Scheme};
    use fluent_uri::pct_enc::EStr;
    use fluent_uri::pct_enc::encoder::{Fragment, Path, Port, Query, Userinfo};

    struct Components<'c> {
        scheme: Option<&'c Scheme>,
        authority: Option<Authority<'c>>,
        userinfo: Option<&'c EStr<Userinfo>>,
        host: Option<Host<'c>>,
        port: Option<&'c EStr<Port>>,
        path: &'c EStr<Path>,
        query: Option<&'c EStr<Query>>,
        fragment: Option<&'c EStr<Fragment>>,
    }

    building(
        lines,
        |line| {
            let reference = UriRef::parse(line).ok()?;
            let authority = reference.authority();
            Some(Components {
                scheme: reference.scheme(),
                authority,
                userinfo: authority.and_then(|authority| authority.userinfo()),
                host: authority.map(|authority| authority.host_parsed()),
                port: authority.and_then(|authority| authority.port()),
                path: reference.path(),
                query: reference.query(),
                fragment: reference.fragment(),
            })
        },
        |components| {
            let builder = UriRef::builder().optional(Builder::scheme, components.scheme);
            let builder = builder.optional(
                |builder, authority| match components.host {
                    Some(Host::RegName(name)) => builder.authority_with(|builder| {
                        let builder = builder.optional(Builder::userinfo, components.userinfo);
                        builder.host(name).optional(Builder::port, components.port)
                    }),
                    _ => builder.authority(authority),
                },
                components.authority,
            );
            builder
                .path(components.path)
                .optional(Builder::query, components.query)
                .optional(Builder::fragment, components.fragment)
                .build()
        },
    )
}

fn iri_string<'c>(lines: &'c [&'c str]) -> Pass<'c> {
    use iri_string::build::Builder;
    use iri_string::format::ToDedicatedString;
    use iri_string::types::UriReferenceStr;

    struct Components<'c> {
        scheme: Option<&'c str>,
        userinfo: Option<&'c str>,
        host: Option<&'c str>,
        port: Option<&'c str>,
        path: &'c str,
        query: Option<&'c str>,
        fragment: Option<&'c str>,
    }

    building(
        lines,
        |line| {
            let reference = UriReferenceStr::new(line).ok()?;
            let authority = reference.authority_components();
            Some(Components {
                scheme: reference.scheme_str(),
                userinfo: authority.and_then(|authority| authority.userinfo()),
                host: authority.map(|authority| authority.host()),
                port: authority.and_then(|authority| authority.port()),
                path: reference.path_str(),
                query: reference.query_str(),
                fragment: reference.fragment().map(|fragment| fragment.as_str()),
            })
        },
        |components| {
            let mut builder = Builder::new();
            if let Some(scheme) = components.scheme {
                builder.scheme(scheme);
            }
            if let Some(userinfo) = components.userinfo {
                builder.userinfo(userinfo);
            }
            if let Some(host) = components.host {
                builder.host(host);
            }
            if let Some(port) = components.port {
                builder.port(port);
            }
            builder.path(components.path);
            if let Some(query) = components.query {
                builder.query(query);
            }
            if let Some(fragment) = components.fragment {
                builder.fragment(fragment);
            }
            builder.build::<UriReferenceStr>().map(|built| built.to_dedicated_string())
        },
    )
}
