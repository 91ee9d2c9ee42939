//! What has to be found in a host and a port.

use std::net::{IpAddr, Ipv6Addr};

use urigram::UriReference;
use urigram::grammar::HostKind;
use urigram::validate::Code;
use url::{Host, Url};

use crate::oracle::iana;

pub(super) fn check_host(reference: &UriReference<&str>, has: impl Fn(Code) -> bool) {
    let Some(host) = reference.host_str().filter(|host| !host.is_empty()) else {
        return assert!(!has(Code::NotGlobalAddress) && !has(Code::Ipv4LikeHost), "without a host");
    };
    let literal = |host: &str| host.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok();
    match reference.components().host_kind() {
        Some(HostKind::Ipv4) => {
            let address = host.parse::<IpAddr>();
            let address = address.unwrap_or_else(|error| panic!("an IPv4 address: {host}, {error}"));
            check_address(address, has);
        }
        Some(HostKind::Ipv6) => {
            let address = literal(host).unwrap_or_else(|| panic!("an IPv6 address: {host}"));
            check_address(address.into(), has);
        }
        Some(HostKind::RegName) if !host.contains('%') => {
            let number = is_ipv4_like(host);
            assert_eq!(has(Code::Ipv4LikeHost), number, "read as an IPv4 address: {host}");
            let url = reference.scheme().and_then(|_| Url::parse(reference.as_str()).ok());
            if let Some(url) = url.filter(|url| url.is_special() && matches!(url.host(), Some(Host::Ipv4(_))))
            {
                assert!(has(Code::Ipv4LikeHost), "url reads an IPv4 address: {url}");
            }
        }
        _ => {}
    }
}

fn check_address(address: IpAddr, has: impl Fn(Code) -> bool) {
    let is_global = iana::is_global(address);
    assert_eq!(has(Code::NotGlobalAddress), !is_global, "by IANA's registries: {address}");
    let is_special = match address {
        IpAddr::V4(v4) => {
            v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_broadcast()
                || v4.is_documentation()
                || v4.is_unspecified()
                || v4.is_multicast()
        }
        IpAddr::V6(v6) => {
            v6.is_loopback()
                || v6.is_unspecified()
                || v6.is_multicast()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
        }
    };
    assert!(!(is_special && is_global), "by std: {address}");
    assert!(!has(Code::Ipv4LikeHost), "an address is not like one: {address}");
}

/// Returns whether `inet_aton` reads the name: up to four numbers in decimal, octal or hexadecimal digits, and perhaps a dot.
fn is_ipv4_like(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_number = |part: &str| match part.strip_prefix("0x").or_else(|| part.strip_prefix("0X")) {
        Some(digits) => digits.chars().all(|c| c.is_ascii_hexdigit()),
        None => !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()),
    };
    name.split('.').count() <= 4 && name.split('.').all(is_number)
}

/// The default ports of the URL Standard.
const DEFAULT_PORTS: &[(&str, u32)] = &[("http", 80), ("https", 443), ("ws", 80), ("wss", 443), ("ftp", 21)];

pub(super) fn check_port(reference: &UriReference<&str>, has: impl Fn(Code) -> bool) {
    let scheme = reference.scheme().map(|scheme| scheme.as_str().to_ascii_lowercase());
    // Where no port is allowed, there is one finding for all of the authority.
    if scheme.as_deref() == Some("file") || has(Code::AuthorityNotAllowed) {
        return;
    }
    let port = reference.port().map(|port| port.as_str());
    let digits = port.map(|port| port.trim_start_matches('0'));
    let number =
        digits.map(|digits| if digits.len() > 5 { 99_999 } else { digits.parse::<u32>().unwrap_or(0) });
    let is_empty = port == Some("");
    assert_eq!(has(Code::EmptyPort), is_empty, "an empty port");
    assert_eq!(has(Code::PortZero), !is_empty && number == Some(0), "port zero");
    assert_eq!(has(Code::PortTooLarge), number > Some(65_535), "a large port");
    let has_zeros = port.is_some_and(|port| port.len() > 1 && port.starts_with('0'));
    assert_eq!(has(Code::PortLeadingZeros), has_zeros, "zeros before a port");
    let default = DEFAULT_PORTS.iter().find(|(known, _)| scheme.as_deref() == Some(known));
    if let Some(&(_, default)) = default {
        assert_eq!(has(Code::DefaultPort), !is_empty && number == Some(default), "the default port");
        let is_foreign = number.is_some_and(|number| (1..1024).contains(&number) && number != default);
        assert_eq!(has(Code::ForeignPort), is_foreign, "the port of another scheme");
    }
}
