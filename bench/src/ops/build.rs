//! `build`: from components that are known to be valid to an owned reference. An authority whose host is an
//! address is given as a whole: without its feature `net`, fluent-uri takes no addresses.

use std::hint::black_box;

use super::{OURS, Table};
use crate::pass::Pass;

/// The libraries that build of components one by one.
pub const TABLE: Table = &[(OURS, ours), ("fluent-uri", fluent_uri), ("iri-string", iri_string)];

/// Builds of the components of each string, which are parsed before.
fn building<'c, C: 'c, T, E>(
    lines: &'c [&'c str],
    components: impl Fn(&'c str) -> Option<C>,
    build: impl Fn(&C) -> Result<T, E> + 'c,
) -> Pass<'c> {
    let all: Vec<C> = lines.iter().filter_map(|line| components(line)).collect();
    Pass {
        accepted: all.iter().filter(|components| build(components).is_ok()).count(),
        run: Box::new(move || {
            for components in &all {
                black_box(&build(components));
            }
        }),
    }
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
    use fluent_uri::component::{Authority, Host};

    building(
        lines,
        |line| UriRef::parse(line).ok(),
        |reference: &UriRef<&str>| {
            let builder = UriRef::builder().optional(Builder::scheme, reference.scheme());
            let builder = builder.optional(
                |builder, authority: Authority<'_>| match authority.host_parsed() {
                    Host::RegName(name) => builder.authority_with(|builder| {
                        let builder = builder.optional(Builder::userinfo, authority.userinfo());
                        builder.host(name).optional(Builder::port, authority.port())
                    }),
                    _ => builder.authority(authority),
                },
                reference.authority(),
            );
            builder
                .path(reference.path())
                .optional(Builder::query, reference.query())
                .optional(Builder::fragment, reference.fragment())
                .build()
        },
    )
}

fn iri_string<'c>(lines: &'c [&'c str]) -> Pass<'c> {
    use iri_string::build::Builder;
    use iri_string::format::ToDedicatedString;
    use iri_string::types::UriReferenceStr;

    building(
        lines,
        |line| UriReferenceStr::new(line).ok(),
        |reference| {
            let mut builder = Builder::new();
            if let Some(scheme) = reference.scheme_str() {
                builder.scheme(scheme);
            }
            if let Some(authority) = reference.authority_components() {
                if let Some(userinfo) = authority.userinfo() {
                    builder.userinfo(userinfo);
                }
                builder.host(authority.host());
                if let Some(port) = authority.port() {
                    builder.port(port);
                }
            }
            builder.path(reference.path_str());
            if let Some(query) = reference.query_str() {
                builder.query(query);
            }
            if let Some(fragment) = reference.fragment() {
                builder.fragment(fragment.as_str());
            }
            builder.build::<UriReferenceStr>().map(|built| built.to_dedicated_string())
        },
    )
}
