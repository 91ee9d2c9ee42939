//! The reasons why the URL Standard reads a component differently from RFC 3986, its rewrites of the whole
//! text, and repairs for texts that RFC 3986 rejects.

use std::borrow::Cow;

use urigram::UriReference;
use urigram::grammar::Fault;
use urigram::resolve::remove_dot_segments;
use url::{Host, ParseError, Url};

/// The schemes that the URL Standard calls special, with their default ports.
const SPECIAL: [(&str, Option<&str>); 6] = [
    ("ftp", Some("21")),
    ("file", None),
    ("http", Some("80")),
    ("https", Some("443")),
    ("ws", Some("80")),
    ("wss", Some("443")),
];

fn is_special(scheme: &str) -> bool {
    SPECIAL.iter().any(|(special, _)| special.eq_ignore_ascii_case(scheme))
}

/// A change that the URL Standard makes to a component, but RFC 3986 does not.
struct Reason {
    component: &'static str,
    applies: fn(&Url) -> bool,
    /// Applies the reason to the component.
    apply: fn(&Url, Option<String>) -> Option<String>,
    why: &'static str,
}

/// The reasons, in the order in which the URL Standard applies them to a component.
const REASONS: &[Reason] = &[
    Reason {
        component: "scheme",
        applies: always,
        apply: |_, text| text.map(|text| text.to_ascii_lowercase()),
        why: "the scheme is written in lower case",
    },
    Reason {
        component: "userinfo",
        applies: always,
        apply: |_, text| text.map(|text| encoded_userinfo(&text)),
        why: "`;`, `=` and all `:` but the first are percent-encoded in a userinfo",
    },
    Reason {
        component: "userinfo",
        applies: always,
        apply: |_, text| text.map(|text| text.strip_suffix(':').map(str::to_owned).unwrap_or(text)),
        why: "a `:` without a password after it is left out",
    },
    Reason {
        component: "userinfo",
        applies: always,
        apply: |_, text| text.filter(|text| !text.is_empty()),
        why: "an empty userinfo is left out",
    },
    Reason {
        component: "host",
        applies: is_file,
        apply: |_, text| text.or_else(|| Some(String::new())),
        why: "a `file` URL always has a host, which may be empty",
    },
    Reason {
        component: "host",
        applies: has_special_scheme,
        apply: |_, text| text.map(|text| percent_decoded(&text)),
        why: "a host is percent-decoded",
    },
    Reason {
        component: "host",
        applies: has_special_scheme,
        apply: |_, text| {
            text.map(|text| if text.starts_with('[') { text } else { text.to_ascii_lowercase() })
        },
        why: "a host is written in lower case",
    },
    Reason {
        component: "host",
        applies: has_special_scheme,
        apply: |_, text| text.map(|text| host(text, |host| matches!(host, Host::Domain(_)))),
        why: "a domain is converted to ASCII by IDNA (UTS #46)",
    },
    Reason {
        component: "host",
        applies: has_special_scheme,
        apply: |_, text| text.map(|text| host(text, |host| matches!(host, Host::Ipv4(_)))),
        why: "a host that ends in a number is an IPv4 address, also of octal, hexadecimal or fewer than four numbers",
    },
    Reason {
        component: "host",
        applies: always,
        apply: |_, text| text.map(|text| host(text, |host| matches!(host, Host::Ipv6(_)))),
        why: "an IPv6 address is written in its short form, without an IPv4 address in it",
    },
    Reason {
        component: "host",
        applies: is_file,
        apply: |_, text| text.map(|text| if text == "localhost" { String::new() } else { text }),
        why: "the host `localhost` of a `file` URL is left out",
    },
    Reason {
        component: "port",
        applies: always,
        apply: |_, text| text.filter(|text| !text.is_empty()),
        why: "the `:` before an empty port is left out",
    },
    Reason {
        component: "port",
        applies: always,
        apply: |_, text| text.map(|text| text.parse::<u16>().map_or(text, |number| number.to_string())),
        why: "a port is written without leading zeros",
    },
    Reason {
        component: "port",
        applies: always,
        apply: |url, text| text.filter(|text| default_port(url) != Some(text)),
        why: "the default port of the scheme is left out",
    },
    Reason {
        component: "path",
        applies: |url| has_special_scheme(url) && !is_file(url),
        apply: |_, text| text.map(|text| if text.is_empty() { "/".to_owned() } else { text }),
        why: "an empty path is written `/`",
    },
    Reason {
        component: "path",
        applies: is_file,
        apply: |_, text| text.map(|text| if text.starts_with('/') { text } else { format!("/{text}") }),
        why: "the path of a `file` URL begins with `/`",
    },
    Reason {
        component: "path",
        applies: is_hierarchical,
        apply: |_, text| text.map(|text| with_plain_dots(&text)),
        why: "`%2E` counts as `.` in a dot segment",
    },
    Reason {
        component: "path",
        applies: is_hierarchical,
        apply: |_, text| {
            text.map(|mut text| {
                remove_dot_segments(&mut text);
                text
            })
        },
        why: "dot segments are removed when a URL is parsed, not only when a reference is resolved",
    },
    Reason {
        component: "query",
        applies: has_special_scheme,
        apply: |_, text| text.map(|text| text.replace('\'', "%27")),
        why: "`'` is percent-encoded in the query of a URL with a special scheme",
    },
];

/// The explanation for a component whose difference no reason explains.
pub(super) const OTHERWISE: &str = "the URL Standard parses this component by rules of its own";

/// The explanation for a path whose dot segments only RFC 3986 removes.
pub(super) const OPAQUE: &str =
    "a path after a scheme that does not begin with `/` is opaque, and keeps its dot segments";

/// The explanation for a text that the URL Standard accepts, but RFC 3986 rejects even if the characters that it
/// forbids are percent-encoded.
pub(super) const ACCEPTED: &str = "the URL Standard accepts what RFC 3986 rejects here";

/// Returns the reasons why the URL Standard reads `rfc` as `whatwg`.
pub(super) fn of(
    url: &Url,
    component: &str,
    rfc: &Option<String>,
    whatwg: &Option<String>,
) -> Vec<&'static str> {
    let mut text = rfc.clone();
    let mut reasons = Vec::new();
    for reason in REASONS.iter().filter(|reason| reason.component == component && (reason.applies)(url)) {
        let next = (reason.apply)(url, text.clone());
        if next != text {
            reasons.push(reason.why);
            text = next;
        }
    }
    if text == *whatwg { reasons } else { vec![OTHERWISE] }
}

/// Returns the component for which there is no URL, and why.
pub(super) fn of_error(error: ParseError) -> (&'static str, &'static str) {
    match error {
        ParseError::EmptyHost => ("host", "a URL with this scheme has a host that is not empty"),
        ParseError::IdnaError => (
            "host",
            "the host is not a domain by IDNA (UTS #46), or has a character that a domain may not have",
        ),
        ParseError::InvalidPort => ("port", "a port is a number of at most 65535"),
        ParseError::InvalidIpv4Address => ("host", "a host that ends in a number has to be an IPv4 address"),
        ParseError::InvalidIpv6Address => ("host", "between `[` and `]` there is only an IPv6 address"),
        ParseError::InvalidDomainCharacter => ("host", "the host has a character that a host may not have"),
        ParseError::RelativeUrlWithoutBase => ("scheme", "without a base, a URL has a scheme"),
        ParseError::RelativeUrlWithCannotBeABaseBase => (
            "path",
            "a URL with an opaque path, which does not begin with `/`, is a base only for a fragment",
        ),
        ParseError::Overflow => ("path", "the text is too long"),
        _ => ("path", OTHERWISE),
    }
}

fn always(_: &Url) -> bool {
    true
}

fn has_special_scheme(url: &Url) -> bool {
    is_special(url.scheme())
}

fn is_file(url: &Url) -> bool {
    url.scheme() == "file"
}

fn is_hierarchical(url: &Url) -> bool {
    !url.cannot_be_a_base()
}

fn default_port(url: &Url) -> Option<&'static str> {
    SPECIAL.iter().find(|(scheme, _)| *scheme == url.scheme()).and_then(|(_, port)| *port)
}

fn encoded_userinfo(text: &str) -> String {
    let encoded = |text: &str| text.replace(';', "%3B").replace('=', "%3D").replace(':', "%3A");
    match text.split_once(':') {
        Some((name, password)) => format!("{}:{}", encoded(name), encoded(password)),
        None => encoded(text),
    }
}

pub(super) fn percent_decoded(text: &str) -> String {
    let decoded =
        urigram::percent::decode(text).ok().and_then(|decoded| decoded.to_str().ok().map(Cow::into_owned));
    decoded.unwrap_or_else(|| text.to_owned())
}

/// Returns the host as the URL Standard serializes it if `applies` holds, or else the text.
fn host(text: String, applies: fn(&Host) -> bool) -> String {
    Host::parse(&text).ok().filter(applies).map_or(text, |host| host.to_string())
}

fn with_plain_dots(path: &str) -> String {
    let plain = |segment: &str| {
        let dots = segment.replace("%2E", ".").replace("%2e", ".");
        if matches!(dots.as_str(), "." | "..") { dots } else { segment.to_owned() }
    };
    path.split('/').map(plain).collect::<Vec<_>>().join("/")
}

/// The maximum number of misplaced delimiters that are encoded, one by one.
const DELIMITERS: usize = 16;

/// A repaired text, and the fault that remains, if any.
pub(super) struct Repaired {
    pub(super) text: String,
    /// The characters that were encoded, and where their encoded forms begin.
    pub(super) encoded: Vec<(usize, char)>,
    pub(super) fault: Option<urigram::ParseError>,
}

pub(super) fn repair(text: &str) -> Repaired {
    let (text, encoded) = encode(text);
    let mut repaired = Repaired { text, encoded, fault: None };
    for _ in 0..=DELIMITERS {
        let Err(fault) = UriReference::parse(repaired.text.as_str()) else {
            repaired.fault = None;
            break;
        };
        let at = delimiter(&repaired.text, &fault);
        repaired.fault = Some(fault);
        match at {
            Some((at, c)) => repaired.encode_at(at, c),
            None => break,
        }
    }
    repaired
}

/// Percent-encodes the characters that RFC 3986 allows in no component, and each `%` without two hexadecimal
/// digits after it.
pub(super) fn encode(text: &str) -> (String, Vec<(usize, char)>) {
    let mut encoded = String::with_capacity(text.len());
    let mut places = Vec::new();
    for (at, c) in text.char_indices() {
        let is_allowed = match c {
            '%' => {
                matches!(text.as_bytes().get(at + 1..at + 3), Some(digits) if digits.iter().all(u8::is_ascii_hexdigit))
            }
            '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
            c => c.is_ascii_graphic(),
        };
        if is_allowed {
            encoded.push(c);
        } else {
            places.push((encoded.len(), c));
            encoded += &percent(c);
        }
    }
    (encoded, places)
}

pub(super) fn percent(c: char) -> String {
    c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Returns the delimiter at fault if the URL Standard reads it as data; of several `@`, the first.
fn delimiter(text: &str, fault: &urigram::ParseError) -> Option<(usize, char)> {
    match fault.found().filter(|_| fault.fault() == Fault::Unexpected)? {
        c @ ('[' | ']' | '#') => Some((fault.offset(), c)),
        _ => {
            let (before, authority) = text.split_once("//")?;
            let authority = authority.split(['/', '?', '#']).next()?;
            let (userinfo, _) = authority.rsplit_once('@')?;
            let is_first = before.is_empty() || before.ends_with(':');
            is_first.then_some((before.len() + "//".len() + userinfo.find('@')?, '@'))
        }
    }
}

impl Repaired {
    fn encode_at(&mut self, at: usize, c: char) {
        self.text.replace_range(at..at + 1, &percent(c));
        for (place, _) in self.encoded.iter_mut().filter(|(place, _)| *place > at) {
            *place += 2;
        }
        self.encoded.push((at, c));
    }
}

/// A rewrite of a whole text, and its explanation.
pub(super) struct Rewrite {
    /// Returns the rewritten text, given the base.
    pub(super) apply: fn(&str, Option<&Url>) -> String,
    pub(super) why: &'static str,
}

/// The rewrites, in the order in which they are applied.
pub(super) const REWRITES: &[Rewrite] = &[
    Rewrite {
        apply: |text, _| text.trim_matches(|c| c <= ' ').to_owned(),
        why: "spaces and control characters at both ends are ignored",
    },
    Rewrite {
        apply: |text, _| text.replace(['\t', '\n', '\r'], ""),
        why: "tabs and line breaks are ignored",
    },
    Rewrite {
        apply: slashes_for_backslashes,
        why: "`\\` is read as `/` if the scheme is special, as `http` is",
    },
    Rewrite { apply: without_drive_as_host, why: "a drive letter after `file://` begins the path" },
    Rewrite {
        apply: without_scheme_of_base,
        why: "a scheme equal to that of the base is ignored unless `//` follows, as section 5.2.2 of RFC 3986 allows",
    },
    Rewrite {
        apply: with_two_slashes,
        why: "after a special scheme, any number of slashes, or none, begins the authority",
    },
];

/// Splits a text at the `:` after its scheme.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some((scheme, rest))
}

/// Returns the scheme that decides how the text is read: its own scheme, or the base's.
fn scheme<'a>(text: &'a str, base: Option<&'a Url>) -> &'a str {
    let of_base = base.map_or("", Url::scheme);
    split_scheme(text).map_or(of_base, |(scheme, _)| scheme)
}

fn slashes_for_backslashes(text: &str, base: Option<&Url>) -> String {
    if !is_special(scheme(text, base)) {
        return text.to_owned();
    }
    let (path, onward) = text.split_at(text.find(['?', '#']).unwrap_or(text.len()));
    path.replace('\\', "/") + onward
}

fn without_drive_as_host(text: &str, base: Option<&Url>) -> String {
    let is_file = scheme(text, base).eq_ignore_ascii_case("file");
    let (before, rest) = text.split_at(split_scheme(text).map_or(0, |(scheme, _)| scheme.len() + 1));
    let drive = rest.strip_prefix("//").unwrap_or_default();
    match drive.as_bytes() {
        [letter, b':' | b'|'] | [letter, b':' | b'|', b'/' | b'?' | b'#', ..]
            if is_file && letter.is_ascii_alphabetic() =>
        {
            format!("{before}///{drive}")
        }
        _ => text.to_owned(),
    }
}

fn without_scheme_of_base(text: &str, base: Option<&Url>) -> String {
    match split_scheme(text) {
        Some((scheme, rest))
            if is_special(scheme)
                && base.is_some_and(|base| base.scheme().eq_ignore_ascii_case(scheme))
                && !rest.starts_with("//") =>
        {
            // A first segment with a colon would be read as a scheme (section 4.2).
            let first = rest.split(['/', '?', '#']).next().unwrap_or_default();
            if first.contains(':') { format!("./{rest}") } else { rest.to_owned() }
        }
        _ => text.to_owned(),
    }
}

fn with_two_slashes(text: &str, base: Option<&Url>) -> String {
    let scheme = scheme(text, base);
    if !is_special(scheme) || scheme.eq_ignore_ascii_case("file") {
        return text.to_owned();
    }
    match split_scheme(text) {
        Some((scheme, rest)) => format!("{scheme}://{}", rest.trim_start_matches('/')),
        None => text.to_owned(),
    }
}
