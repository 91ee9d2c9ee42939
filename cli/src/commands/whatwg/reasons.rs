//! Why the URL Standard reads a component in another way than RFC 3986: each reason with what it does to the text.

use std::borrow::Cow;

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

pub(super) fn is_special(scheme: &str) -> bool {
    SPECIAL.iter().any(|(special, _)| special.eq_ignore_ascii_case(scheme))
}

/// What the URL Standard does to a component that RFC 3986 keeps.
struct Reason {
    component: &'static str,
    applies: fn(&Url) -> bool,
    /// Returns the component with this done to it.
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

/// For what no reason, nor several together, leads to.
pub(super) const OTHERWISE: &str = "the URL Standard parses this component by rules of its own";

/// For a path whose dot segments only RFC 3986 removes.
pub(super) const OPAQUE: &str =
    "a path after a scheme that does not begin with `/` is opaque, and keeps its dot segments";

/// For a text that RFC 3986 rejects however its characters are encoded.
pub(super) const ACCEPTED: &str = "the URL Standard accepts what RFC 3986 rejects here";

/// Returns why the URL Standard makes one text of the other.
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

/// Returns the host as the URL Standard writes it, if it is of the kind that is asked for.
fn host(text: String, is_asked: fn(&Host) -> bool) -> String {
    Host::parse(&text).ok().filter(is_asked).map_or(text, |host| host.to_string())
}

fn with_plain_dots(path: &str) -> String {
    let plain = |segment: &str| {
        let dots = segment.replace("%2E", ".").replace("%2e", ".");
        if matches!(dots.as_str(), "." | "..") { dots } else { segment.to_owned() }
    };
    path.split('/').map(plain).collect::<Vec<_>>().join("/")
}
