//! The compiled parser and pest's agree under every rule on whether a string matches and on every component,
//! and faults lie within the string. Built with `URI_GRAMMAR`, this tests the parsers of another grammar,
//! such as `variants/rfc3987.pest`.
#![no_main]

use std::ops::Range;

use libfuzzer_sys::fuzz_target;
use urigram::tree::{self, Node, Pairs};
use urigram::{Components, HostKind, PathKind, ReferenceKind, Rule, UriReference};

fuzz_target!(|text: &str| {
    for &rule in Rule::ALL {
        match rule.parse(text) {
            Ok(components) => {
                let Ok(tree) = tree::parse(rule, text) else { panic!("{rule}") };
                agree(rule, &components, &tree);
                let authority = components.authority();
                assert!(authority.is_none_or(|range| text.get(range).is_some()), "{rule}");
            }
            Err(error) => {
                assert!(tree::parse(rule, text).is_err(), "{rule}");
                assert_eq!(text[error.offset()..].chars().next(), error.found(), "{rule}");
                assert!(!format!("{error} {}", error.help()).is_empty());
            }
        }
    }
    if let Ok(reference) = UriReference::parse(text) {
        assert_eq!(recomposed(&reference), text);
    }
});

/// Checks that every component lies where the tree has a node of its rule, and is of the kind of that node.
fn agree(rule: Rule, components: &Components, tree: &Pairs<'_, Node>) {
    let places = [
        (components.scheme(), Rule::scheme),
        (components.authority(), Rule::authority),
        (components.userinfo(), Rule::userinfo),
        (components.host(), Rule::host),
        (components.port(), Rule::port),
        (components.query(), Rule::query),
        (components.fragment(), Rule::fragment),
    ];
    for (place, component) in places {
        assert_eq!(place, found(tree, &[component]).map(|(_, place)| place), "{component} in {rule}");
    }

    let path = found(tree, &PATHS);
    assert_eq!(components.path_kind().map(PathKind::rule).zip(components.path()), path, "path in {rule}");
    let host = found(tree, &HOSTS).map(|(kind, _)| kind);
    assert_eq!(components.host_kind().map(HostKind::rule), host, "kind of host in {rule}");
    let kind = match found(tree, &[Rule::URI, Rule::absolute_URI, Rule::relative_ref]) {
        Some((Rule::relative_ref, _)) => Some(ReferenceKind::RelativeRef),
        Some(_) => Some(ReferenceKind::Uri),
        None => None,
    };
    assert_eq!(components.kind(), kind, "kind in {rule}");
}

const PATHS: [Rule; 5] =
    [Rule::path_abempty, Rule::path_absolute, Rule::path_noscheme, Rule::path_rootless, Rule::path_empty];
const HOSTS: [Rule; 4] = [Rule::IPv4address, Rule::IPv6address, Rule::IPvFuture, Rule::reg_name];

/// Returns the rule of the only node of one of these rules, and its span.
fn found(tree: &Pairs<'_, Node>, rules: &[Rule]) -> Option<(Rule, Range<usize>)> {
    let mut nodes = tree.clone().flatten().filter_map(|node| {
        let rule = tree::rule(&node).filter(|rule| rules.contains(rule))?;
        let span = node.as_span();
        Some((rule, span.start()..span.end()))
    });
    let first = nodes.next();
    assert_eq!(nodes.next(), None, "it stands there once");
    first
}

/// Returns the components put together as in section 5.3.
fn recomposed(reference: &UriReference<&str>) -> String {
    let mut text = String::new();
    if let Some(scheme) = reference.scheme() {
        text += &format!("{scheme}:");
    }
    if let Some(authority) = reference.authority() {
        text += &format!("//{authority}");
    }
    text += reference.path().as_str();
    if let Some(query) = reference.query() {
        text += &format!("?{query}");
    }
    if let Some(fragment) = reference.fragment() {
        text += &format!("#{fragment}");
    }
    text
}
