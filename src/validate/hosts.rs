//! Texts that look like a host to a person: names with a usual domain, and IPv4 addresses.

use core::net::Ipv4Addr;

/// Domains that few other words end in.
const USUAL: [&str; 8] = ["com", "org", "net", "edu", "gov", "mil", "info", "biz"];

/// Returns the characters at the start of the text that a host name may have, without a dot at the end.
pub(crate) fn prefix(text: &str) -> &str {
    let end = text.bytes().position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default().trim_end_matches('.')
}

/// Returns whether the text, which has only the characters of a host name, looks like the host of a web site: it
/// begins with `www.`, or ends with a usual domain, or is an IPv4 address.
pub(crate) fn looks_like_site(text: &str) -> bool {
    let begins = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    let domain = text.rsplit_once('.').map(|(_, domain)| domain);
    let is_usual = |domain: &str| USUAL.iter().any(|usual| usual.eq_ignore_ascii_case(domain));
    has_labels(text) && (begins || domain.is_some_and(is_usual) || text.parse::<Ipv4Addr>().is_ok())
}

/// Returns whether there are at least two labels, none of them empty, and the last one consists of letters.
pub(crate) fn looks_like_domain(text: &str) -> bool {
    let last = text.rsplit('.').next().unwrap_or_default();
    has_labels(text) && last.len() > 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn has_labels(text: &str) -> bool {
    text.contains('.') && text.split('.').all(|label| !label.is_empty())
}
