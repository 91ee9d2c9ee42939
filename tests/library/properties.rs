//! Properties of every string that parses.

use std::ops::Range;

use proptest::prelude::*;
use urigram::grammar::tree::{self, Node};
use urigram::grammar::{HostKind, PathKind};
use urigram::{Host, Rule, UriReference};

use crate::common::rfc::Split;
use crate::common::strategies::seen;
use crate::common::strategies::{near_reference, parts};

/// Returns the span of the first node that is in `kinds`, and the value that belongs to it.
fn node<K: Copy>(nodes: &[(Node, Range<usize>)], kinds: &[(Node, K)]) -> Option<(K, Range<usize>)> {
    nodes.iter().find_map(|(node, range)| {
        kinds.iter().find(|(kind, _)| kind == node).map(|&(_, kind)| (kind, range.clone()))
    })
}

proptest! {
    #[test]
    fn a_reference_is_parsed_into_what_it_was_made_of(parts in parts()) {
        let text = parts.recompose();
        let reference = UriReference::parse(&text)?;
        let seen = seen(&reference);
        prop_assert_eq!(&seen.scheme, &parts.scheme);
        prop_assert_eq!(&seen.authority, &parts.authority);
        prop_assert_eq!(&seen.path, &parts.path);
        prop_assert_eq!(&seen.query, &parts.query);
        prop_assert_eq!(&seen.fragment, &parts.fragment);
        prop_assert_eq!(reference.is_uri(), parts.scheme.is_some());
    }

    #[test]
    fn what_parses_recomposes_to_the_input(text in near_reference()) {
        if let Ok(reference) = UriReference::parse(&text) {
            prop_assert_eq!(reference.as_str(), &text);
            prop_assert_eq!(seen(&reference).recompose(), text);
        }
    }

    #[test]
    fn what_parses_is_split_as_appendix_b_does(text in near_reference()) {
        if let Ok(reference) = UriReference::parse(&text) {
            let seen = seen(&reference);
            let authority = seen.authority();
            let split = Split {
                scheme: seen.scheme.as_deref(),
                authority: authority.as_deref(),
                path: &seen.path,
                query: seen.query.as_deref(),
                fragment: seen.fragment.as_deref(),
            };
            prop_assert_eq!(split, Split::of(&text));
        }
    }

    /// Under every rule, the compiled parser and the tree accept the same strings, with the same errors and
    /// the same components.
    #[test]
    fn components_are_those_of_the_tree(text in near_reference()) {
        for &rule in Rule::ALL {
            let components = match (rule.parse(&text), tree::parse(rule, &text)) {
                (Ok(components), Ok(tree)) => {
                    let nodes: Vec<_> = tree
                        .flatten()
                        .map(|node| (node.as_rule(), node.as_span().start()..node.as_span().end()))
                        .collect();
                    (components, nodes)
                }
                (Err(error), Err(same)) => {
                    prop_assert_eq!(error, same);
                    continue;
                }
                (one, other) => panic!("{rule}: {text:?}: {one:?}, {other:?}"),
            };
            let (components, nodes) = components;
            let span = |kind| node(&nodes, &[(kind, ())]).map(|((), range)| range);
            prop_assert_eq!(components.scheme(), span(Node::scheme));
            prop_assert_eq!(components.authority(), span(Node::authority));
            prop_assert_eq!(components.userinfo(), span(Node::userinfo));
            prop_assert_eq!(components.host(), span(Node::host));
            prop_assert_eq!(components.port(), span(Node::port));
            prop_assert_eq!(components.query(), span(Node::query));
            prop_assert_eq!(components.fragment(), span(Node::fragment));
            let path = node(&nodes, &[
                (Node::path_abempty, PathKind::AbEmpty),
                (Node::path_absolute, PathKind::Absolute),
                (Node::path_noscheme, PathKind::NoScheme),
                (Node::path_rootless, PathKind::Rootless),
                (Node::path_empty, PathKind::Empty),
            ]);
            prop_assert_eq!(components.path_kind().zip(components.path()), path);
            let host = node(&nodes, &[
                (Node::IPv4address, HostKind::Ipv4),
                (Node::IPv6address, HostKind::Ipv6),
                (Node::IPvFuture, HostKind::IpvFuture),
                (Node::reg_name, HostKind::RegName),
            ]);
            prop_assert_eq!(components.host_kind(), host.map(|(kind, _)| kind));
        }
    }

    /// Sections 4.1 and 4.3: a reference is a URI or a relative reference, never both, and a URI
    /// without a fragment is an absolute URI.
    #[test]
    fn rules_of_references_agree(text in near_reference()) {
        let [reference, uri, absolute, relative] =
            [Rule::URI_reference, Rule::URI, Rule::absolute_URI, Rule::relative_ref].map(|rule| rule.parse(&text));
        prop_assert_eq!(reference.is_ok(), uri.is_ok() || relative.is_ok());
        prop_assert!(!(uri.is_ok() && relative.is_ok()));
        prop_assert_eq!(absolute.is_ok(), uri.is_ok_and(|uri| uri.fragment().is_none()));
        if let Ok(reference) = reference {
            prop_assert_eq!(Ok(reference), uri.or(relative));
            if absolute.is_ok() {
                prop_assert_eq!(absolute, uri);
            }
        }
    }

    /// The rule of each component accepts it, and finds the same parts in it.
    #[test]
    fn components_match_their_own_rules(text in near_reference()) {
        if let Ok(reference) = UriReference::parse(&text) {
            let parts = *reference.components();
            let own = [
                (Rule::scheme, parts.scheme()),
                (Rule::authority, parts.authority()),
                (Rule::userinfo, parts.userinfo()),
                (Rule::host, parts.host()),
                (Rule::port, parts.port()),
                (Rule::path, parts.path()),
                (Rule::query, parts.query()),
                (Rule::fragment, parts.fragment()),
            ];
            for (rule, range) in own {
                if let Some(range) = range {
                    prop_assert!(rule.parse(&text[range]).is_ok(), "{} of {}", rule, text);
                }
            }
            if let (Some(kind), Some(range)) = (parts.path_kind(), parts.path()) {
                let rule = kind.rule();
                prop_assert_eq!(rule.parse(&text[range])?.path_kind(), Some(kind));
            }
            if let (Some(kind), Some(range)) = (parts.host_kind(), parts.host()) {
                prop_assert_eq!(Rule::host.parse(&text[range])?.host_kind(), Some(kind));
            }
        }
    }

    /// The variant of `Host` agrees with the alternative of the rule `host` that matched.
    #[test]
    fn host_is_of_its_kind(text in near_reference()) {
        if let Ok(reference) = UriReference::parse(&text) {
            let kind = reference.host().map(|host| match host {
                Host::Ipv4(_) => HostKind::Ipv4,
                Host::Ipv6(_) => HostKind::Ipv6,
                Host::IpvFuture { .. } => HostKind::IpvFuture,
                _ => HostKind::RegName,
            });
            prop_assert_eq!(kind, reference.components().host_kind());
        }
    }

    /// The segments, joined with `/`, are the path.
    #[test]
    fn segments_join_to_the_path(text in near_reference()) {
        if let Ok(reference) = UriReference::parse(&text) {
            let path = reference.path();
            let joined = path.segments().collect::<Vec<_>>().join("/");
            prop_assert_eq!(if path.as_str().starts_with('/') { format!("/{joined}") } else { joined }, path.as_str());
            let mut backwards: Vec<_> = path.segments().rev().collect();
            backwards.reverse();
            prop_assert_eq!(backwards, path.segments().collect::<Vec<_>>());
        }
    }

    #[test]
    fn owned_is_as_borrowed(text in near_reference()) {
        let borrowed = UriReference::parse(&text);
        let owned = UriReference::<String>::try_from(text.clone());
        match (borrowed, owned) {
            (Ok(borrowed), Ok(owned)) => prop_assert_eq!(borrowed.components(), owned.components()),
            (Err(error), Err(rejected)) => {
                prop_assert_eq!(&error, rejected.error());
                prop_assert_eq!(rejected.into_inner(), text);
            }
            (one, other) => panic!("{text:?}: {one:?}, {other:?}"),
        }
    }
}
