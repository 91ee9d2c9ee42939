//! The host that browsers find in a text, valid or not (WHATWG URL Standard, sections 3.5 and 4.4).

use alloc::format;
use alloc::string::{String, ToString};
use core::net::Ipv6Addr;

use crate::percent::Decoded;
use crate::validate::read_inet_aton;

/// The maximum lengths of a label and of a name, in bytes (RFC 1035, section 2.3.4).
const LONGEST_LABEL: usize = 63;
const LONGEST_NAME: usize = 253;

/// Returns the host that browsers would connect to: for `http`, `https`, `ws`, `wss` and `ftp` URIs, and for
/// network-path references.
#[expect(clippy::arithmetic_side_effects, reason = "the scheme lies in the text, and a colon follows")]
pub(super) fn host(text: &str) -> Option<String> {
    let kept = text.trim_matches(|own| own <= ' ').chars().filter(|own| !matches!(own, '\t' | '\n' | '\r'));
    let is_of_scheme = |own: &char| own.is_ascii_alphanumeric() || matches!(own, '+' | '-' | '.');
    let scheme: String = kept.clone().take_while(is_of_scheme).collect();
    let has_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && kept.clone().nth(scheme.len()) == Some(':');
    let is_special = matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https" | "ws" | "wss" | "ftp");
    let rest = kept.skip(if has_scheme { scheme.len() + 1 } else { 0 });
    let slashes = rest.clone().take_while(|own| matches!(own, '/' | '\\')).count();
    let has_authority = if has_scheme { is_special } else { slashes >= 2 };
    if !has_authority {
        return None;
    }
    let authority: String =
        rest.skip(slashes).take_while(|own| !matches!(own, '/' | '\\' | '?' | '#')).collect();
    let host_and_port = authority.rsplit('@').next()?;
    // A colon in the brackets of an IPv6 address does not begin a port.
    let bracket = host_and_port.find(']').filter(|_| host_and_port.starts_with('['));
    let colon = host_and_port.match_indices(':').map(|(at, _)| at).find(|at| Some(*at) > bracket);
    let (host, port) = host_and_port.split_at(colon.unwrap_or(host_and_port.len()));
    let port = port.strip_prefix(':').unwrap_or_default();
    let is_port =
        port.bytes().all(|own| own.is_ascii_digit()) && (port.is_empty() || port.parse::<u16>().is_ok());
    if is_port && !host.is_empty() { canonical(host) } else { None }
}

fn canonical(host: &str) -> Option<String> {
    if let Some(literal) = host.strip_prefix('[') {
        let address: Ipv6Addr = literal.strip_suffix(']')?.parse().ok()?;
        return Some(match address.segments() {
            [0, 0, 0, 0, 0, 0xFFFF, high, low] => format!("::ffff:{high:x}:{low:x}"),
            _ => address.to_string(),
        });
    }
    let name = domain(&Decoded::new(host).to_bytes()).filter(|name| !name.is_empty())?;
    let last = name.strip_suffix('.').unwrap_or(&name).rsplit('.').next()?;
    let is_number =
        !last.is_empty() && last.bytes().all(|own| own.is_ascii_digit()) || read_inet_aton(last).is_some();
    if !is_number {
        return Some(name);
    }
    // `08` is not an octal number. `read_inet_aton` reads it as a decimal number, but browsers reject it.
    let is_not_octal =
        |label: &str| label.starts_with('0') && !label.contains('x') && label.contains(['8', '9']);
    let reading = read_inet_aton(&name).filter(|own| !own.truncated && !name.split('.').any(is_not_octal))?;
    Some(reading.address.to_string())
}

/// Returns a decoded name in its DNS form (UTS 46).
#[cfg(feature = "idna")]
fn domain(name: &[u8]) -> Option<String> {
    Some(::idna::domain_to_ascii_cow(name, ::idna::AsciiDenyList::URL).ok()?.into_owned())
}

/// Maps the characters of a percent-decoded name that UTS 46 maps to ASCII; the other mappings need the tables of
/// `idna`. Returns `None` if the name is not UTF-8, or if a domain must not contain one of its characters.
#[cfg(not(feature = "idna"))]
fn domain(name: &[u8]) -> Option<String> {
    let mut mapped = String::with_capacity(name.len());
    for character in core::str::from_utf8(name).ok()?.chars().flat_map(char::to_lowercase) {
        // Writing to a `String` cannot fail.
        let _ = crate::validate::write_mapped(character.encode_utf8(&mut [0; 4]), &mut mapped);
    }
    let is_forbidden = |own: char| own.is_ascii_control() || " \"#%/:<>?@[\\]^`{|}".contains(own);
    (!mapped.contains(is_forbidden)).then_some(mapped)
}

/// Returns whether the host may be resolvable. In a name, only the last two labels are checked for the characters that
/// registries allow, because the owner of a domain chooses the labels below it.
pub(super) fn may_resolve(host: &str) -> bool {
    let is_name = |label: &str| {
        label.chars().all(|own| !own.is_ascii() || own.is_ascii_alphanumeric() || matches!(own, '-' | '_'))
    };
    let name = host.strip_suffix('.').unwrap_or(host);
    let is_domain = name.len() <= LONGEST_NAME
        && name.split('.').all(|label| (1..=LONGEST_LABEL).contains(&label.len()))
        && name.rsplit('.').take(2).all(is_name);
    is_domain || host.parse::<Ipv6Addr>().is_ok()
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
        "xn--a",
        ".",
        ",",
        "010.1",
        "0x7f",
        "08",
        "127.1",
        "%2E",
        "%41",
        "%zz",
        "[::1]",
        "[::FFFF:1.2.3.4]",
        "[",
        "]",
        "80",
        "99999",
        "+1",
        " ",
        "\t",
        "<",
        "{",
        "\u{338}",
        "\u{FF0F}",
        "\u{FF20}",
        "\u{3002}",
        "\u{2047}",
        "\u{FF45}",
        "\u{FC}",
        "\u{130}",
        "\u{3A3}",
        "\u{AD}",
        "\u{200B}",
        "\u{202E}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn is_that_of_the_standard(
            scheme in prop::sample::select(&["", "http:", "https:", "http://", "ws:/", "ftp://", "//"][..]),
            pieces in prop::collection::vec(prop::sample::select(PIECES), 0..8),
        ) {
            let text = format!("{scheme}{}", pieces.concat());
            let url = Url::parse(&text).or_else(|_| Url::parse("https://base.invalid/").unwrap().join(&text)).ok();
            let url = url.filter(|url| matches!(url.scheme(), "http" | "https" | "ws" | "wss" | "ftp"));
            let expected = url.as_ref().and_then(Url::host_str).filter(|host| *host != "base.invalid");
            let found = host(&text);
            // The crate `url` does not skip a third slash.
            if expected.is_none() && text.trim_start().starts_with(['/', '\\']) {
                return Ok(());
            }
            prop_assert_eq!(found.as_deref(), expected.map(|host| host.trim_matches(['[', ']'])), "{}", text);
        }
    }
}
