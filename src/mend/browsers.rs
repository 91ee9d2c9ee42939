//! The host of a text, valid or not, as browsers read it (WHATWG URL Standard, section 4.4).

use alloc::string::{String, ToString};
use core::net::Ipv6Addr;

use crate::percent::Decoded;
use crate::validate::{read_by_inet_aton, write_mapped};

/// Returns the host that browsers read in the text, if they read another one in the reference that is made of it.
///
/// None if name servers cannot know the host: each would be another one, and nobody registers a name under `www,com`.
pub(super) fn other_host(text: &str, reference: &str) -> Option<String> {
    let (typed, meant) = (host(text)?, host(reference)?);
    (typed != meant && is_registrable(&typed)).then_some(typed)
}

/// Returns the host in the form in which browsers connect to it. Linear in the length.
fn host(text: &str) -> Option<String> {
    let text: String = text
        .trim_matches(|own| own <= ' ')
        .chars()
        .filter(|own| !matches!(own, '\t' | '\n' | '\r'))
        .collect();
    let is_slash = |own: char| matches!(own, '/' | '\\');
    let is_scheme = |own: &str| {
        own.starts_with(|first: char| first.is_ascii_alphabetic())
            && own.bytes().all(|own| own.is_ascii_alphanumeric() || b"+-.".contains(&own))
    };
    let (rest, stops) = match text.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) {
        Some((scheme, rest)) => match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" | "ws" | "wss" | "ftp" => (rest.trim_start_matches(is_slash), "/?#\\"),
            "file" => (rest.strip_prefix(is_slash)?.strip_prefix(is_slash)?, "/?#\\"),
            _ => (rest.strip_prefix("//")?, "/?#"),
        },
        None => (text.strip_prefix(is_slash)?.strip_prefix(is_slash)?.trim_start_matches(is_slash), "/?#\\"),
    };
    let authority = rest.split(|own| stops.contains(own)).next()?;
    let behind_userinfo = authority.rsplit('@').next()?;
    let bracket = behind_userinfo.find(']').filter(|_| behind_userinfo.starts_with('['));
    let colon = behind_userinfo.match_indices(':').map(|(at, _)| at).find(|at| Some(*at) > bracket);
    let (host, port) = behind_userinfo.split_at(colon.unwrap_or(behind_userinfo.len()));
    let is_port = port.bytes().skip(1).all(|own| own.is_ascii_digit());
    if is_port && !host.is_empty() { canonical(host) } else { None }
}

fn canonical(host: &str) -> Option<String> {
    if let Some(literal) = host.strip_prefix('[') {
        return Some(literal.strip_suffix(']')?.parse::<Ipv6Addr>().ok()?.to_string());
    }
    let decoded = Decoded::new(host).to_str().ok()?;
    let mut name = String::with_capacity(decoded.len());
    // Writing to a `String` cannot fail.
    let _ = write_mapped(&decoded.to_lowercase(), &mut name);
    if name.contains(|own: char| own.is_ascii_control() || " #%/:<>?@[\\]^|".contains(own)) {
        return None;
    }
    match read_by_inet_aton(&name) {
        Some(reading) => (!reading.truncated).then(|| reading.address.to_string()),
        None if name.is_ascii() => Some(name),
        None => to_ascii(name),
    }
}

/// Returns a host beyond ASCII in its DNS form.
#[cfg(feature = "idna")]
fn to_ascii(host: String) -> Option<String> {
    Some(::idna::domain_to_ascii_cow(host.as_bytes(), ::idna::AsciiDenyList::URL).ok()?.into_owned())
}

#[cfg(not(feature = "idna"))]
fn to_ascii(host: String) -> Option<String> {
    Some(host)
}

/// Returns whether the last two labels are a name that may be registered. Its owner chooses those before them.
fn is_registrable(host: &str) -> bool {
    let is_name = |label: &str| {
        label.chars().all(|own| !own.is_ascii() || own.is_ascii_alphanumeric() || "-_".contains(own))
    };
    let name = host.strip_suffix('.').unwrap_or(host);
    name.split('.').all(|label| !label.is_empty()) && name.rsplit('.').take(2).all(is_name)
        || host.parse::<Ipv6Addr>().is_ok()
}

#[cfg(all(feature = "idna", feature = "url"))]
#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::host;

    const PIECES: &[&str] = &[
        "http",
        "ftp",
        "file",
        "ssh",
        ":",
        "//",
        "/",
        "\\",
        "?",
        "#",
        "@",
        "a",
        "B.example",
        "xn--mnchen-3ya.de",
        ".",
        ",",
        "010.1",
        "0x7f",
        "%2E",
        "%41",
        "%zz",
        "[::1]",
        "[",
        "]",
        "80",
        " ",
        "\t",
        "\u{FF0F}",
        "\u{FF20}",
        "\u{3002}",
        "\u{2047}",
        "\u{FF45}",
        "\u{FC}",
        "\u{130}",
        "\u{AD}",
        "\u{200B}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn is_that_of_the_standard(
            scheme in prop::sample::select(&["", "http:", "http://", "ws:/", "ssh://", "file://"][..]),
            pieces in prop::collection::vec(prop::sample::select(PIECES), 0..8),
        ) {
            let text = format!("{scheme}{}", pieces.concat());
            let base = Url::parse("https://base.invalid/").unwrap();
            let Ok(url) = base.join(&text) else { return Ok(()) };
            // In other schemes, the standard does not decode hosts; their clients do.
            let is_domain = url.scheme() != "ssh" && url.scheme() != "file";
            if let Some(expected) = url.host_str().filter(|host| is_domain && *host != "base.invalid") {
                let expected = expected.trim_matches(['[', ']']);
                let found = host(&text);
                prop_assert_eq!(found.as_deref(), Some(expected), "{}", text);
            }
        }
    }
}
