//! Strategies for references, from the character classes of the RFC, and for near misses.

use std::collections::HashSet;

use proptest::option;
use proptest::prelude::*;
use proptest::string::string_regex;
use urigram::UriReference;

/// The components of a reference before they are put together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parts {
    pub(crate) scheme: Option<String>,
    pub(crate) authority: Option<(Option<String>, String, Option<String>)>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) fragment: Option<String>,
}

impl Parts {
    /// Returns the userinfo, the host and the port.
    pub(crate) fn authority(&self) -> Option<String> {
        self.authority.as_ref().map(|(userinfo, host, port)| {
            let userinfo = userinfo.as_ref().map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
            let port = port.as_ref().map(|port| format!(":{port}")).unwrap_or_default();
            userinfo + host + &port
        })
    }

    /// Returns the components put together literally as in section 5.3.
    pub(crate) fn recompose(&self) -> String {
        let mut result = String::new();
        if let Some(scheme) = &self.scheme {
            result += scheme;
            result += ":";
        }
        if let Some(authority) = self.authority() {
            result += "//";
            result += &authority;
        }
        result += &self.path;
        if let Some(query) = &self.query {
            result += "?";
            result += query;
        }
        if let Some(fragment) = &self.fragment {
            result += "#";
            result += fragment;
        }
        result
    }
}

/// Generates `*( unreserved / pct-encoded / sub-delims / more )`, with the number of repetitions as in a regular expression.
fn text(more: &str, length: &str) -> impl Strategy<Value = String> + use<> {
    regex(&format!("([A-Za-z0-9._~!$&'()*+,;={more}-]|%[0-9A-Fa-f]{{2}}){length}"))
}

fn regex(regex: &str) -> impl Strategy<Value = String> + use<> {
    string_regex(regex).unwrap_or_else(|error| panic!("{regex}: {error}"))
}

fn dec_octet() -> impl Strategy<Value = String> {
    any::<u8>().prop_map(|octet| octet.to_string())
}

pub(crate) fn ipv4address() -> impl Strategy<Value = String> {
    [dec_octet(), dec_octet(), dec_octet(), dec_octet()].prop_map(|octets| octets.join("."))
}

/// Generates eight groups, or up to seven groups and a `::` anywhere. The last two groups may be an IPv4 address.
pub(crate) fn ipv6address() -> impl Strategy<Value = String> {
    let groups = prop::collection::vec(regex("[0-9A-Fa-f]{1,4}"), 8);
    (groups, option::of((0..=7usize, 0..=7usize)), option::of(ipv4address())).prop_map(
        |(mut groups, elision, ipv4)| {
            let (left, right) = match elision {
                None => (8, 0),
                Some((total, left)) => (left.min(total), total - left.min(total)),
            };
            groups.truncate(left + right);
            let mut tail = groups.split_off(left);
            let last = if elision.is_some() { &mut tail } else { &mut groups };
            if let Some(ipv4) = ipv4.filter(|_| last.len() >= 2) {
                last.truncate(last.len() - 2);
                last.push(ipv4);
            }
            groups.join(":") + if elision.is_some() { "::" } else { "" } + &tail.join(":")
        },
    )
}

pub(crate) fn ipvfuture() -> impl Strategy<Value = String> {
    regex("[vV][0-9A-Fa-f]{1,3}\\.[A-Za-z0-9._~!$&'()*+,;=:-]{1,6}")
}

fn host() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => text("", "{0,12}"),
        2 => ipv4address(),
        1 => (ipv4address(), text("", "{1,3}")).prop_map(|(address, more)| address + &more),
        2 => ipv6address().prop_map(|address| format!("[{address}]")),
        1 => ipvfuture().prop_map(|address| format!("[{address}]")),
    ]
}

pub(crate) fn scheme() -> impl Strategy<Value = String> {
    regex("[A-Za-z][A-Za-z0-9+.-]{0,7}")
}

/// Generates references of all kinds, with each component undefined, empty or not, and a path that is valid
/// with them.
pub(crate) fn parts() -> impl Strategy<Value = Parts> {
    let authority = (option::of(text(":", "{0,8}")), host(), option::of(regex("[0-9]{0,6}")));
    (option::of(scheme()), option::of(authority)).prop_flat_map(|(scheme, authority)| {
        let slashed = || text(":@/", "{0,12}").prop_map(|path| format!("/{path}"));
        let path = match (&scheme, &authority) {
            (_, Some(_)) => prop_oneof![Just(String::new()), slashed()].boxed(),
            (scheme, None) => {
                let colon = if scheme.is_some() { ":@" } else { "@" };
                let first = text(colon, "{1,6}");
                let rootless =
                    (first, option::of(slashed())).prop_map(|(path, more)| path + &more.unwrap_or_default());
                let absolute = slashed().prop_filter("no authority", |path| !path.starts_with("//"));
                prop_oneof![Just(String::new()), absolute, rootless].boxed()
            }
        };
        let rest = || option::of(text(":@/?", "{0,8}"));
        (Just(scheme), Just(authority), path, rest(), rest()).prop_map(
            |(scheme, authority, path, query, fragment)| Parts { scheme, authority, path, query, fragment },
        )
    })
}

pub(crate) fn reference() -> impl Strategy<Value = String> {
    parts().prop_map(|parts| parts.recompose())
}

const PIECES: &[&str] = &[
    ":", "/", "//", "?", "#", "[", "]", "@", "%", "%4", "%41", "::", ":1", "1.2.3.4", "256.", "[::1]",
    "[v1.a]", "http", "a", "0", ".", "..", "v", " ", "\0", "é", "日", "😀", "８",
];

/// Generates substrings that can cause a string to be split into the wrong components.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![9 => prop::sample::select(PIECES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)]
}

/// Generates strings with a few substrings inserted, replaced or removed.
pub(crate) fn nearly(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..=1usize, option::of(piece()));
    (text, prop::collection::vec(edit, 0..3)).prop_map(|(text, edits)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (at, removed, piece) in edits {
            let at = at.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, piece.unwrap_or_default().chars());
        }
        chars.into_iter().collect()
    })
}

/// Generates references and near misses.
pub(crate) fn near_reference() -> impl Strategy<Value = String> {
    prop_oneof![nearly(reference()), prop::collection::vec(piece(), 0..10).prop_map(|pieces| pieces.concat())]
}

/// Returns all strings of at most this many tokens, each once, starting with the fewest tokens.
pub(crate) fn strings(tokens: &[&str], most: usize) -> Vec<String> {
    let mut strings = vec![String::new()];
    let mut seen = HashSet::from([String::new()]);
    let mut from = 0;
    for _ in 0..most {
        let until = strings.len();
        for at in from..until {
            for token in tokens {
                let string = strings[at].clone() + token;
                if seen.insert(string.clone()) {
                    strings.push(string);
                }
            }
        }
        from = until;
    }
    strings
}

/// Returns the components as the accessors return them, for comparison with those that were generated.
pub(crate) fn seen(reference: &UriReference<&str>) -> Parts {
    let authority = reference.authority().map(|authority| {
        let userinfo = authority.userinfo().map(|userinfo| userinfo.to_string());
        (userinfo, authority.host_str().to_owned(), authority.port().map(|port| port.to_string()))
    });
    Parts {
        scheme: reference.scheme().map(|scheme| scheme.to_string()),
        authority,
        path: reference.path().to_string(),
        query: reference.query().map(|query| query.to_string()),
        fragment: reference.fragment().map(|fragment| fragment.to_string()),
    }
}
