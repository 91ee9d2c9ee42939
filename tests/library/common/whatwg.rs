//! Checks that the crate `url`, a WHATWG URL parser, does not find another host or a script in a text that a policy accepts.

use urigram::policy::Policy;
use urigram::validate::Code;
use urigram::{IriReference, Uri, UriReference};
use url::Url;

/// Substrings of attacks, and of harmless texts.
pub(crate) const PIECES: &[&str] = &[
    "http:",
    "https:",
    "HTTP:",
    "javascript",
    "JavaScript",
    "vbscript",
    "data",
    ":",
    "/",
    "//",
    "///",
    "/.//",
    "\\",
    "@",
    "?",
    "#",
    "[",
    "]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[2a00::1]",
    "127.0.0.1",
    "127.1",
    "0x7f",
    "0177",
    "2130706433",
    "8.8.8.8",
    "localhost",
    "example.com",
    "example.com.",
    ".",
    "..",
    "a",
    "b.c",
    "%",
    "%2e",
    "%2F",
    "%40",
    "%3A",
    "%00",
    "%0a",
    "%0D",
    "%09",
    "%25",
    "%5c",
    "%31",
    "&colon;",
    "&#106;",
    "&Tab;",
    ":80",
    ":443",
    ":8080",
    ":0",
    ":",
    ":65616",
    "\t",
    "\n",
    "\r",
    " ",
    "\0",
    "。",
    "．",
    "１",
    "／",
    "＠",
    "ａ",
    "\u{AD}",
    "\u{200B}",
    "ß",
    "é",
    "℀",
    "xn--",
    "xn--bcher-kva",
    "-",
    "_",
    ",",
    "user",
    "text/html,",
    "mailto:",
    "ftp:",
    "file:",
];

/// Returns a message if the policy accepts the text, but `url` finds another host than urigram.
pub(crate) fn other_target(policy: &Policy, text: &str) -> Option<String> {
    let reference = UriReference::parse(text).ok()?;
    let uri = policy.check(reference).ok()?.into_inner();
    let url = Url::parse(text).ok()?;
    let scheme = uri.scheme().map(|scheme| scheme.as_str().to_ascii_lowercase()).unwrap_or_default();
    let host = uri.host_str().unwrap_or_default().to_ascii_lowercase();
    let port = uri.port().and_then(|port| port.to_u16().ok()).or(url_default(&scheme));
    // The same IPv6 address may be written in different ways.
    let literal =
        |host: &str| host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::Ipv6Addr>().ok();
    let own = url.host_str().unwrap_or_default();
    let same = own == host || literal(own).is_some() && literal(own) == literal(&host);
    let same = same && url.scheme() == scheme && url.port_or_known_default() == port;
    (!same).then(|| format!("{text}: {url}"))
}

fn url_default(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

/// Returns a message if the policy accepts the text, but `url` finds a script.
pub(crate) fn script(policy: &Policy, text: &str) -> Option<String> {
    policy.check(IriReference::parse(text).ok()?).ok()?;
    let base = Url::parse("https://example.org/dir/").ok()?;
    let urls = [Url::parse(text), base.join(text)];
    let is_script = |url: &Url| matches!(url.scheme(), "javascript" | "vbscript" | "data");
    urls.into_iter().flatten().find(is_script).map(|url| format!("{text}: {url}"))
}

/// Returns a message if the policy accepts the text, but not its serialization by `url`.
pub(crate) fn not_what_url_makes_of_it(policy: &Policy, text: &str) -> Option<String> {
    policy.check(IriReference::parse(text).ok()?).ok()?;
    let url = Url::parse(text).ok()?;
    let same = UriReference::parse(url.as_str()).is_ok_and(|uri| policy.check(uri).is_ok());
    (!same).then(|| format!("{text}: {url}"))
}

/// Returns a message if the policy accepts the text, but a browser on `example.org` would leave the site.
pub(crate) fn elsewhere(policy: &Policy, text: &str) -> Option<String> {
    policy.check(IriReference::parse(text).ok()?).ok()?;
    let url = Url::parse("https://example.org/dir/").ok()?.join(text).ok()?;
    let path = url.path();
    let is_here = url.host_str() == Some("example.org") && !path.starts_with("//");
    (!is_here).then(|| format!("{text}: {url}"))
}

/// The findings that explain why `url` may find another host.
const EXPLAIN: [Code; 4] =
    [Code::WhatwgHost, Code::Ipv4LikeHost, Code::PercentEncodedHost, Code::FileAuthority];

/// Returns whether both parsers find the same host, ignoring case. In a `file` URI, an empty host equals `localhost`.
fn same_host(url: &Url, uri: &Uri<&str>) -> bool {
    let own = uri.host().map(|host| host.to_string()).unwrap_or_default();
    let is_default = uri.scheme().is("file") && own.eq_ignore_ascii_case("localhost");
    let own = if is_default { "" } else { own.as_str() };
    let other = url.host_str().unwrap_or_default();
    // The same IPv6 address may be written in different ways.
    other.eq_ignore_ascii_case(own) || other.starts_with('[') && own.starts_with('[')
}

/// Returns a message if `url` finds another scheme in the text, or finds another host and no finding explains the difference,
/// or finds the same host although a finding says that the hosts differ.
pub(crate) fn other_host(text: &str) -> Option<String> {
    let uri = Uri::parse(text).ok()?;
    let url = Url::parse(text).ok()?;
    let codes: Vec<Code> = uri.findings().iter().map(|finding| finding.code()).collect();
    let same = same_host(&url, &uri);
    // `url` drops the host of a file if the path begins with a drive, as an earlier version of the standard
    // required.
    let is_dropped = url.scheme() == "file" && url.host().is_none() && codes.contains(&Code::FileHost);
    let is_explained = same || is_dropped || codes.iter().any(|code| EXPLAIN.contains(code));
    let is_right =
        uri.scheme().is(url.scheme()) && is_explained && !(same && codes.contains(&Code::WhatwgHost));
    (!is_right).then(|| format!("{text}: {url} {codes:?}"))
}
