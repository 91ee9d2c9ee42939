//! The algorithms of the RFC, transcribed literally from its steps, as test oracles. First resolution, from section 5.2.

use std::net::Ipv6Addr;

use urigram::normalize::Level;

pub(crate) fn merge(base: &Split<'_>, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    let all_but_the_last_segment = base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
    format!("{all_but_the_last_segment}{path}")
}

/// Returns the target, and the number of `..` that had no segment to remove.
pub(crate) fn resolve(base: &str, reference: &str, strict: bool) -> (String, usize) {
    let (base, mut r) = (Split::of(base), Split::of(reference));
    if !strict && r.scheme.is_some_and(|scheme| base.scheme.unwrap().eq_ignore_ascii_case(scheme)) {
        r.scheme = None;
    }
    let (scheme, authority, path, query);
    let mut dropped = 0;
    let mut remove_dot_segments = |path: &str| {
        let (path, more) = remove_dot_segments(path, |_, _, _| {});
        dropped += more;
        path
    };
    if r.scheme.is_some() {
        (scheme, authority, path, query) = (r.scheme, r.authority, remove_dot_segments(r.path), r.query);
    } else {
        if r.authority.is_some() {
            (authority, path, query) = (r.authority, remove_dot_segments(r.path), r.query);
        } else {
            if r.path.is_empty() {
                path = base.path.to_owned();
                query = if r.query.is_some() { r.query } else { base.query };
            } else {
                path = if r.path.starts_with('/') {
                    remove_dot_segments(r.path)
                } else {
                    remove_dot_segments(&merge(&base, r.path))
                };
                query = r.query;
            }
            authority = base.authority;
        }
        scheme = base.scheme;
    }
    let guard = if authority.is_none() && path.starts_with("//") { "/." } else { "" };
    (recompose(scheme, authority, &format!("{guard}{path}"), query, r.fragment), dropped)
}

// Appendix B, implemented by hand: `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`

/// The components of a string. The regular expression matches every string.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Split<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> Split<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let (rest, fragment) = before_and_after(text, '#');
        let (rest, query) = before_and_after(rest, '?');
        let (scheme, rest) = match rest.split_once(':') {
            Some((scheme, rest)) if !scheme.is_empty() && !scheme.contains('/') => (Some(scheme), rest),
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Self { scheme, authority, path, query, fragment }
    }
}

fn before_and_after(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

// Section 5.2.4, transcribed literally from its steps.

/// Implements `remove_dot_segments`. Returns the path and the number of `..` that had no segment to remove. After each
/// step, calls back with the step, the output buffer and the input buffer.
pub(crate) fn remove_dot_segments(
    path: &str,
    mut after: impl FnMut(&'static str, &str, &str),
) -> (String, usize) {
    let (mut input, mut output, mut dropped) = (path, String::new(), 0);
    while !input.is_empty() {
        let step;
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            dropped += usize::from(input.starts_with(".."));
            (step, input) = ("2A", rest);
        } else if input.starts_with("/./") {
            (step, input) = ("2B", &input[2..]);
        } else if input == "/." {
            (step, input) = ("2B", "/");
        } else if input.starts_with("/../") || input == "/.." {
            (step, input) = ("2C", if input == "/.." { "/" } else { &input[3..] });
            dropped += usize::from(output.is_empty());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            dropped += usize::from(input == "..");
            (step, input) = ("2D", "");
        } else {
            let rest = input.strip_prefix('/').unwrap_or(input);
            let end = input.len() - rest.len() + rest.find('/').unwrap_or(rest.len());
            output += &input[..end];
            (step, input) = ("2E", &input[end..]);
        }
        after(step, &output, input);
    }
    (output, dropped)
}

// Percent-decoding by section 2.1, one octet after the other.

/// An octet, and its range in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Octet {
    pub(crate) value: u8,
    pub(crate) offset: usize,
}

/// Returns the octets of a text, or the offset of the first `%` that is not followed by two hexadecimal digits. If
/// `plus_is_space`, a `+` is a space, as in forms.
pub(crate) fn decode(text: &str, plus_is_space: bool) -> Result<Vec<Octet>, usize> {
    let (bytes, mut offset, mut octets) = (text.as_bytes(), 0, Vec::new());
    while offset < bytes.len() {
        let (value, length) = match bytes[offset] {
            b'%' => (triplet(&bytes[offset..]).ok_or(offset)?, 3),
            b'+' if plus_is_space => (b' ', 1),
            other => (other, 1),
        };
        octets.push(Octet { value, offset });
        offset += length;
    }
    Ok(octets)
}

fn triplet(bytes: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    u8::try_from(digit(1)? * 16 + digit(2)?).ok()
}

// Sections 6.2.2 and 6.2.3, transcribed from their steps.

/// The schemes that have a default port, but no rules for the path or query. Each row has the scheme, the port, and
/// whether an empty path after an authority is equivalent to `/`.
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

/// Returns the normal form of a valid reference at a level. Returns `None` at the scheme level if the scheme has rules for
/// the path or the query, which this oracle does not implement.
pub(crate) fn normal(text: &str, level: Level) -> Option<String> {
    if level == Level::String {
        return Some(text.to_owned());
    }
    let form = by_syntax(text, level);
    if level < Level::Scheme { Some(form) } else { by_scheme(&form) }
}

fn by_syntax(text: &str, level: Level) -> String {
    let Split { scheme, authority, path, query, fragment } = Split::of(text);
    let triplets = if level == Level::Case { upper_case_triplets } else { triplets };
    let authority = authority.map(|authority| {
        let Parts { userinfo, host, port } = Parts::of(authority);
        let port = port.filter(|port| level < Level::Path || !port.is_empty());
        Parts::recompose(
            userinfo.map(triplets).as_deref(),
            &triplets(&triplets(host).to_ascii_lowercase()),
            port,
        )
    });
    let mut path = triplets(path);
    if level >= Level::Path && scheme.is_some() {
        path = remove_dot_segments(&path, |_, _, _| {}).0;
        if authority.is_none() && path.starts_with("//") {
            path.insert_str(0, "/.");
        }
    }
    let scheme = scheme.map(str::to_ascii_lowercase);
    let [query, fragment] = [query, fragment].map(|part| part.map(triplets));
    recompose(scheme.as_deref(), authority.as_deref(), &path, query.as_deref(), fragment.as_deref())
}

/// Applies section 6.2.3, and the form of RFC 5952 for IPv6 addresses, to a syntax-based normal form.
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
            // RFC 8089, section 2: an empty host means `localhost`, which is written only if a host is needed.
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
