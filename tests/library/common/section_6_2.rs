//! Sections 6.2.2 and 6.2.3, transcribed from their steps.

use std::net::{Ipv4Addr, Ipv6Addr};

use urigram::normalize::Rung;

use super::appendix_b::Split;
use super::dot_segments::remove_dot_segments;

/// The default port of each scheme that has one and no rules for its path or query, and whether an empty path after
/// an authority is `/`.
const PORTS: &[(&str, u16, bool)] = &[
    ("http", 80, true),
    ("https", 443, true),
    ("ws", 80, true),
    ("wss", 443, true),
    ("ftp", 21, true),
    ("ftps", 990, false),
    ("telnet", 23, true),
    ("ssh", 22, false),
    ("sftp", 22, false),
    ("git", 9418, false),
    ("redis", 6379, false),
    ("postgres", 5432, false),
    ("postgresql", 5432, false),
    ("mysql", 3306, false),
    ("mongodb", 27017, false),
    ("amqp", 5672, false),
    ("amqps", 5671, false),
    ("mqtt", 1883, false),
    ("coap", 5683, true),
    ("coaps", 5684, true),
    ("rtsp", 554, false),
    ("rtsps", 322, false),
    ("nfs", 2049, true),
    ("gopher", 70, true),
    ("nntp", 119, false),
    ("news", 119, false),
];

/// The schemes that have rules for the path or the query.
const WITH_OWN_RULES: &[&str] = &["ldap", "ldaps", "mailto", "sip", "sips", "tel", "urn"];

/// The parts of an authority.
struct Parts<'t> {
    userinfo: Option<&'t str>,
    host: &'t str,
    port: Option<&'t str>,
}

impl<'t> Parts<'t> {
    fn of(authority: &'t str) -> Self {
        let (userinfo, rest) =
            authority.split_once('@').map_or((None, authority), |(userinfo, rest)| (Some(userinfo), rest));
        let bracket = if rest.starts_with('[') { rest.find(']').unwrap_or(rest.len()) } else { 0 };
        let end = rest[bracket..].find(':').map_or(rest.len(), |colon| bracket + colon);
        Parts { userinfo, host: &rest[..end], port: rest.get(end + 1..) }
    }

    fn recompose(userinfo: Option<&str>, host: &str, port: Option<&str>) -> String {
        let userinfo = userinfo.map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        userinfo + host + &port
    }
}

/// Returns the normal form of a valid reference on a rung; `None` on the scheme rung if its scheme has rules of its own
/// for the path or the query.
pub(crate) fn normal(text: &str, rung: Rung) -> Option<String> {
    if rung == Rung::String {
        return Some(text.to_owned());
    }
    let form = by_syntax(text, rung);
    if rung < Rung::Scheme { Some(form) } else { by_scheme(&form) }
}

fn by_syntax(text: &str, rung: Rung) -> String {
    let Split { scheme, authority, path, query, fragment } = Split::of(text);
    let triplets = if rung == Rung::Case { upper_case_triplets } else { triplets };
    let authority = authority.map(|authority| {
        let Parts { userinfo, host, port } = Parts::of(authority);
        let port = port.filter(|port| rung < Rung::Path || !port.is_empty());
        Parts::recompose(userinfo.map(triplets).as_deref(), &normal_host(host, triplets), port)
    });
    let mut path = triplets(path);
    if rung >= Rung::Path && scheme.is_some() {
        path = remove_dot_segments(&path, |_, _, _| {}).0;
        if authority.is_none() && path.starts_with("//") {
            path.insert_str(0, "/.");
        }
    }
    let scheme = scheme.map(str::to_ascii_lowercase);
    let [query, fragment] = [query, fragment].map(|part| part.map(triplets));
    recompose(scheme.as_deref(), authority.as_deref(), &path, query.as_deref(), fragment.as_deref())
}

/// A name that decoding makes an IPv4 address keeps its first character encoded: it is no address.
fn normal_host(host: &str, triplets: fn(&str) -> String) -> String {
    let is_address = |host: &str| host.parse::<Ipv4Addr>().is_ok();
    let form = triplets(&triplets(host).to_ascii_lowercase());
    if is_address(&form) && !is_address(host) {
        format!("%{:02X}{}", form.as_bytes()[0], &form[1..])
    } else {
        form
    }
}

/// Applies section 6.2.3, and the form of RFC 5952 for IPv6 addresses, to a normal form by the syntax.
fn by_scheme(form: &str) -> Option<String> {
    let Split { scheme, authority, path, query, fragment } = Split::of(form);
    if scheme.is_some_and(|scheme| WITH_OWN_RULES.contains(&scheme)) {
        return None;
    }
    let rules = PORTS.iter().find(|(name, ..)| Some(*name) == scheme);
    let mut path = path;
    let mut authority = authority.map(|authority| {
        let Parts { userinfo, host, port } = Parts::of(authority);
        let is_default = |port: &&str| port.parse().ok() == rules.map(|&(_, port, _)| port);
        let port = port.filter(|port| rules.is_none() || !is_default(port));
        let address =
            host.strip_prefix('[').and_then(|host| host.strip_suffix(']')?.parse::<Ipv6Addr>().ok());
        let mut host = address.map_or(host.to_owned(), |address| format!("[{address}]"));
        if scheme == Some("file") {
            // RFC 8089, section 2: an empty host is `localhost`, which is written where one is needed.
            let needs_host = [userinfo, port].into_iter().flatten().any(|part| !part.is_empty());
            match &*host {
                "" if needs_host => host = "localhost".to_owned(),
                "localhost" if !needs_host => host = String::new(),
                _ => {}
            }
        }
        Parts::recompose(userinfo, &host, port)
    });
    if rules.is_some_and(|&(_, _, is_slash)| is_slash) && authority.is_some() && path.is_empty() {
        path = "/";
    }
    if scheme == Some("file") && authority.is_none() && path.starts_with('/') {
        authority = Some(String::new());
        path = path.strip_prefix("/.").filter(|path| path.starts_with("//")).unwrap_or(path);
    }
    Some(recompose(scheme, authority.as_deref(), path, query, fragment))
}

fn recompose(
    scheme: Option<&str>,
    authority: Option<&str>,
    path: &str,
    query: Option<&str>,
    fragment: Option<&str>,
) -> String {
    let mut text = String::new();
    for (part, before, after) in [
        (scheme, "", ":"),
        (authority, "//", ""),
        (Some(path), "", ""),
        (query, "?", ""),
        (fragment, "#", ""),
    ] {
        if let Some(part) = part {
            text = text + before + part + after;
        }
    }
    text
}

/// Returns the text with hexadecimal digits in upper case (section 6.2.2.1).
fn upper_case_triplets(text: &str) -> String {
    each_triplet(text, |_| None)
}

/// Returns the text with its unreserved characters decoded, and hexadecimal digits in upper case.
pub(crate) fn triplets(text: &str) -> String {
    let is_unreserved = |octet: &u8| octet.is_ascii_alphanumeric() || b"-._~".contains(octet);
    each_triplet(text, |octet| Some(octet).filter(is_unreserved).map(char::from))
}

fn each_triplet(text: &str, decode: impl Fn(u8) -> Option<char>) -> String {
    let mut parts = text.split('%');
    let mut form = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        match u8::from_str_radix(digits, 16).ok().and_then(&decode) {
            Some(c) => form.push(c),
            None => form = form + "%" + &digits.to_ascii_uppercase(),
        }
        form += rest;
    }
    form
}
