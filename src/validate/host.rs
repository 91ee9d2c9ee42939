//! The host (section 3.2.2): addresses, names that some parsers read as addresses, names that are not DNS names, and
//! misleading names.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets within the text, which has at most `LONGEST` bytes"
)]

use alloc::string::String;
use core::iter;
use core::net::Ipv4Addr;
use core::ops::Range;

use super::addresses::{begins_globally, not_global_v4, not_global_v6, parse_v6, v4_inside};
use super::finding::Detail;
use super::review::Kind;
use super::review::Review;
use super::scripts::{deviates, mapped, write_mapped};
use super::table::Code;
use super::{addresses, labels};
use crate::bytes::{first_of, first_percent};
use crate::grammar::{HostKind, Rule};
use crate::percent::Decoded;
#[cfg(feature = "psl")]
use crate::site::is_public_suffix;

#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    let Some(host) = review.at.host().filter(|host| !host.is_empty()) else { return };
    match review.at.host_kind() {
        Some(HostKind::RegName) | None => check_name(review, host),
        Some(HostKind::Ipv4) => {
            // An edited grammar may accept addresses that cannot be parsed.
            if let Ok(address) = review.slice(host.clone()).parse() {
                check_v4(review, &host, iter::once(address));
            }
        }
        Some(HostKind::Ipv6) => check_literal(review, &host),
        Some(HostKind::IpvFuture) => {}
    }
}

/// Checks whether the address of the host, or an address that its name is read as, is not global, or is that of a metadata
/// service.
fn check_v4(
    review: &mut Review<'_, '_>,
    host: &Range<usize>,
    mut addresses: impl Iterator<Item = Ipv4Addr> + Clone,
) {
    if let Some(why) = addresses.clone().find_map(not_global_v4) {
        review.add(Code::NotGlobalAddress, Rule::host, host.clone(), Detail::NotGlobal(why));
    }
    if let Some(cloud) = addresses.find_map(addresses::at_v4) {
        review.add(Code::CloudMetadata, Rule::host, host.clone(), Detail::Text(cloud));
    }
}

fn check_literal(review: &mut Review<'_, '_>, host: &Range<usize>) {
    let text = review.slice(host.clone());
    let literal = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    // A zone (RFC 6874) is not part of the address.
    let end = first_percent(literal.as_bytes(), 0).unwrap_or(literal.len());
    let address = literal.get(..end).unwrap_or(literal);
    if begins_globally(address) {
        return;
    }
    let Some(address) = parse_v6(address) else { return };
    if let Some(why) = not_global_v6(address) {
        review.add(Code::NotGlobalAddress, Rule::host, host.clone(), Detail::NotGlobal(why));
    }
    let inside = v4_inside(address).and_then(addresses::at_v4);
    if let Some(cloud) = addresses::at_v6(address).or(inside) {
        review.add(Code::CloudMetadata, Rule::host, host.clone(), Detail::Text(cloud));
    }
}

#[inline]
fn check_name(review: &mut Review<'_, '_>, host: Range<usize>) {
    let name = review.slice(host.clone());
    let is_dns = review.facts.has_dns_name;
    if !is_dns {
        check_list(review, &host);
    }
    let characters = labels::check(review, &host, is_dns);
    if characters.need_conversion() {
        check_converted(review, host, name, is_dns);
    } else {
        check_destination(review, host, name, is_dns);
    }
}

/// Checks a name with percent-encoded octets or characters beyond ASCII, in the form in which it is looked up.
#[cold]
#[inline(never)]
fn check_converted(review: &mut Review<'_, '_>, host: Range<usize>, name: &str, is_dns: bool) {
    let is_encoded = name.contains('%');
    if is_encoded {
        review.add(Code::PercentEncodedHost, Rule::host, host.clone(), Detail::Decoded);
    }
    let decoded = Decoded::new(name).to_string_lossy();
    if !decoded.is_ascii() {
        review.add(Code::HostBeyondAscii, Rule::host, host.clone(), Detail::None);
    }
    let becomes = name.char_indices().find_map(|(at, character)| Some((at, character, mapped(character)?)));
    if let Some((at, character, becomes)) = becomes {
        let start = host.start + at;
        let range = start..start + character.len_utf8();
        review.add(Code::MappedCharacter, Rule::host, range, Detail::Mapped(becomes));
    }
    if let Some(deviation) = decoded.chars().find(|own| deviates(*own)) {
        // If the character is percent-encoded, the range is the whole host.
        let start = name.find(deviation).map(|at| host.start + at);
        let range = start.map_or(host.clone(), |start| start..start + deviation.len_utf8());
        review.add(Code::DeviationCharacter, Rule::host, range, Detail::None);
    }
    if !is_encoded && becomes.is_none() {
        return check_destination(review, host, name, is_dns);
    }
    let mut looked_up = String::with_capacity(decoded.len());
    // Writing to a `String` cannot fail.
    let _ = write_mapped(&decoded, &mut looked_up);
    check_destination(review, host, &looked_up, is_dns);
}

/// The schemes whose clients read a list of hosts with commas between, by the documentation of the clients in November 2026.
static LISTS: [&str; 24] = [
    "amqp",
    "amqps",
    "cassandra",
    "clickhouse",
    "couchbase",
    "couchbases",
    "etcd",
    "kafka",
    "mariadb",
    "memcached",
    "mongodb",
    "mysql",
    "nats",
    "postgres",
    "postgresql",
    "pulsar",
    "pulsar+ssl",
    "redis",
    "redis+sentinel",
    "redis-sentinel",
    "rediss",
    "rediss+sentinel",
    "zk",
    "zookeeper",
];

/// Checks whether the name is a list of hosts, of which only the last one may have a port.
fn check_list(review: &mut Review<'_, '_>, host: &Range<usize>) {
    let Some(scheme) = review.at.scheme() else { return };
    let (scheme, name) = (review.slice(scheme), review.slice(host.clone()));
    if name.contains(',')
        && name.split(',').all(|entry| !entry.is_empty())
        && LISTS.iter().any(|list| list.eq_ignore_ascii_case(scheme))
    {
        review.add(Code::HostList, Rule::host, host.clone(), Detail::None);
    }
}

/// Checks whether the name leads to an address, to this machine or its network, or to the metadata service
/// of a cloud.
#[inline]
fn check_destination(review: &mut Review<'_, '_>, host: Range<usize>, name: &str, is_dns: bool) {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    if last.as_bytes().first().is_some_and(u8::is_ascii_digit)
        && check_number(review, &host, name, last, is_dns)
    {
        return;
    }
    if is_second_scheme(review, &host) {
        review.add(Code::DoubledScheme, Rule::host, host.clone(), Detail::None);
    }
    // The server of a `file` URI is in the network of whoever opens it.
    let is_file = review.facts.kind == Kind::File;
    if let Some(why) = local(name, last).filter(|_| !is_file) {
        review.add(Code::LocalName, Rule::host, host.clone(), Detail::Text(why));
    } else if is_dns && !name.is_empty() && last.len() == name.len() && !is_file {
        review.add(Code::SingleLabelHost, Rule::host, host.clone(), Detail::None);
    } else if is_dns && last.len() < name.len() && is_public_suffix(name) {
        review.add(Code::PublicSuffix, Rule::host, host.clone(), Detail::None);
    }
    if let Some(target) = wildcard_dns(name) {
        review.add(Code::WildcardDns, Rule::host, host.clone(), Detail::Text(target));
    }
    if let Some(cloud) = addresses::at_name(name) {
        review.add(Code::CloudMetadata, Rule::host, host, Detail::Text(cloud));
    }
}

#[cfg(not(feature = "psl"))]
const fn is_public_suffix(_: &str) -> bool {
    false
}

/// Returns whether the host is the scheme of a URI after another scheme: `https://http://example.com/`.
#[inline]
fn is_second_scheme(review: &Review<'_, '_>, host: &Range<usize>) -> bool {
    let is_scheme = |own: &str| {
        ["http", "https", "ftp", "ws", "wss"].iter().any(|scheme| own.eq_ignore_ascii_case(scheme))
    };
    let has_short_name = host.len() <= "https".len() && review.at.port().is_none_or(|port| port.is_empty());
    has_short_name
        && is_scheme(review.slice(host.clone()))
        && review.at.path().is_some_and(|path| review.slice(path).starts_with("//"))
}

/// Checks a name whose last label begins with a digit, and returns whether that label is a number.
#[inline(never)]
fn check_number(
    review: &mut Review<'_, '_>,
    host: &Range<usize>,
    name: &str,
    last: &str,
    is_dns: bool,
) -> bool {
    if let Some(reading) = addresses::read_inet_aton(name) {
        review.add(Code::Ipv4LikeHost, Rule::host, host.clone(), Detail::Address(reading));
        check_v4(review, host, iter::once(reading.address).chain(reading.decimal));
        return true;
    }
    let is_number = addresses::is_number(last);
    if is_dns && is_number {
        // `name` may be decoded, and then the offset of the label in the text is unknown.
        let at = review.slice(host.clone()).rfind(last).filter(|_| review.slice(host.clone()) == name);
        let range = at.map_or(host.clone(), |at| host.start + at..host.start + at + last.len());
        review.add(Code::NumericLastLabel, Rule::host, range, Detail::None);
    }
    is_number
}

/// The specification of domains that are used in private networks.
const RFC_6762_G: &str = "RFC 6762, appendix G";

/// Returns the reason why the public DNS does not resolve a name with this last label, such as a specification.
#[inline]
fn local(name: &str, last: &str) -> Option<&'static str> {
    let is = |own: &str| last.eq_ignore_ascii_case(own);
    let is_below = |own: &str| last.len() < name.len() && is(own);
    match last.len() {
        3 if is_below("svc") => Some("a service of a Kubernetes cluster"),
        3 if is_below("lan") => Some(RFC_6762_G),
        3 if is_below("alt") => Some("RFC 9476, section 2"),
        4 if is("test") => Some("RFC 6761, section 6.2"),
        4 if is_below("home") || is_below("corp") => Some(RFC_6762_G),
        4 if is("arpa") => {
            let parent =
                name.len().checked_sub("home.arpa".len()).and_then(|start| name.split_at_checked(start));
            let (below, own) = parent?;
            let is_home = own.eq_ignore_ascii_case("home.arpa") && (below.is_empty() || below.ends_with('.'));
            is_home.then_some("RFC 8375, section 4")
        }
        5 if is("local") => Some("RFC 6762, section 3"),
        5 if is_below("onion") => Some("RFC 7686, section 2"),
        6 if is_below("consul") => Some("a service of Consul"),
        7 if is_below("private") => Some(RFC_6762_G),
        8 if is_below("intranet") => Some(RFC_6762_G),
        8 if is("internal") => Some("reserved by ICANN for private use"),
        9 if is("localhost") => Some("RFC 6761, section 6.3"),
        11 if is("localdomain") => Some("a usual name for this machine"),
        13 if is("ip6-localhost") => Some("a usual name for this machine"),
        _ => None,
    }
}

/// The address in the name, written with dots or hyphens, or in hexadecimal.
const SPELLED: &str = "the address that it spells";
const THIS_MACHINE: &str = "127.0.0.1";
/// The first answer is one address, and a later one another.
const CHANGING: &str = "addresses that change, by DNS rebinding";

/// The domains of public services below which every name leads to an address, by their own documentation in November 2026. The
/// names of services that have ended are in use in old lists, so they are kept.
static WILDCARD_DNS: [(&str, &str); 16] = [
    ("nip.io", SPELLED),
    ("sslip.io", SPELLED),
    ("xip.io", SPELLED),
    ("xip.name", SPELLED),
    ("ip6.name", SPELLED),
    ("backname.io", SPELLED),
    ("traefik.me", SPELLED),
    ("localtest.me", THIS_MACHINE),
    ("lvh.me", THIS_MACHINE),
    ("vcap.me", THIS_MACHINE),
    ("fuf.me", THIS_MACHINE),
    ("lacolhost.com", THIS_MACHINE),
    ("localho.st", THIS_MACHINE),
    ("local.gd", THIS_MACHINE),
    ("rbndr.us", CHANGING),
    ("1u.ms", CHANGING),
];

/// Returns the addresses to which a service leads this name.
#[inline]
fn wildcard_dns(name: &str) -> Option<&'static str> {
    let is_at_or_below = |domain: &str| {
        let parent = name.len().checked_sub(domain.len()).and_then(|start| name.split_at_checked(start));
        parent.is_some_and(|(below, own)| {
            (below.is_empty() || below.ends_with('.')) && own.eq_ignore_ascii_case(domain)
        })
    };
    WILDCARD_DNS.iter().find(|(domain, _)| is_at_or_below(domain)).map(|(_, target)| *target)
}

/// Checks a relative path that looks like a host or a mail address (section 4.5).
#[inline]
pub(super) fn check_relative(review: &mut Review<'_, '_>) {
    let Some(path) = review.at.path().filter(|_| review.facts.kind == Kind::None) else { return };
    if path.is_empty() || review.at.authority().is_some() || review.at.kind().is_none() {
        return;
    }
    let path_text = review.slice(path.clone());
    // Without a dot in the first segment, the path looks like neither.
    if first_of(path_text.as_bytes(), [b'.', b'/'])
        .is_none_or(|at| path_text.as_bytes().get(at) == Some(&b'/'))
    {
        return;
    }
    let first = path_text.split('/').next().unwrap_or_default();
    let range = path.start..path.start + first.len();
    if let Some(rest) = first.strip_prefix("*.").filter(|rest| rest.len() == prefix(rest).len()) {
        if looks_like_site(rest) {
            review.add(Code::WildcardHost, Rule::path, path.start..path.start + 1, Detail::None);
        }
    } else if first.len() == prefix(first).len() {
        if looks_like_site(first) {
            review.add(Code::SuffixReference, Rule::path, range, Detail::None);
        }
    } else if let Some(name) = Some(first.trim_matches('.')).filter(|name| prefix(name).len() == name.len()) {
        // Dots around the host, as in `..www.example.com..`; a single one after it may be intended.
        let before = first.len() - first.trim_start_matches('.').len();
        let after = first.len() - before - name.len();
        if looks_like_site(name) && (before > 1 || after > 1) {
            let start = path.start + before;
            review.add(Code::SuffixReference, Rule::path, start..start + name.len(), Detail::None);
        }
    } else if let Some((local, domain)) = first.split_once('@') {
        let is_domain = domain.len() == prefix(domain).len() && looks_like_domain(domain);
        if is_domain && !local.is_empty() && range.end == path.end {
            review.add(Code::BareMailAddress, Rule::path, range, Detail::None);
        }
    }
}

// Texts that people take for a host, such as names with a usual domain, and IPv4 addresses.

/// Top-level domains that are seldom the extension of a file or the end of another word.
const USUAL: [&str; 8] = ["com", "org", "net", "edu", "gov", "mil", "info", "biz"];

/// Returns the longest prefix of characters of host names, including those of IRIs, without a dot at the end.
pub(crate) fn prefix(text: &str) -> &str {
    let end = text.find(|own: char| !(own.is_alphanumeric() || matches!(own, '-' | '.')));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default().trim_end_matches('.')
}

/// Returns whether the text looks like the host of a web site: it begins with `www.`, ends with a usual domain,
/// or is an IPv4 address. The caller checks that all characters are those of host names.
pub(crate) fn looks_like_site(text: &str) -> bool {
    let begins = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
    let domain = text.rsplit_once('.').map(|(_, domain)| domain);
    let is_usual = |domain: &str| USUAL.iter().any(|usual| usual.eq_ignore_ascii_case(domain));
    has_labels(text) && (begins || domain.is_some_and(is_usual) || text.parse::<Ipv4Addr>().is_ok())
}

/// Returns whether there are at least two labels, none of them empty, and the last one consists of letters.
pub(crate) fn looks_like_domain(text: &str) -> bool {
    let last = text.rsplit('.').next().unwrap_or_default();
    has_labels(text) && last.len() > 1 && last.chars().all(char::is_alphabetic)
}

fn has_labels(text: &str) -> bool {
    text.contains('.') && text.split('.').all(|label| !label.is_empty())
}
