//! What the lists of hosts and networks of a policy make of a host.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use urigram::grammar::HostKind;

use crate::oracle::iana;

/// The kinds of host, and their names in a policy.
pub(super) const KINDS: &[(&str, HostKind)] = &[
    ("ipv4", HostKind::Ipv4),
    ("ipv6", HostKind::Ipv6),
    ("ipvfuture", HostKind::IpvFuture),
    ("reg-name", HostKind::RegName),
];

/// Returns the address that a host is, with its brackets.
pub(super) fn address_of(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(literal) => literal.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => host.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

/// Returns whether a list has a host without percent-encoding, which is not empty.
pub(super) fn is_listed(list: &[String], host: &str) -> bool {
    let name = |text: &str| text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    let is_entry = |entry: &String| match (entry.strip_prefix('.'), address_of(host)) {
        // Brackets around an address are optional in a list.
        (None, Some(address)) => entry.parse() == Ok(address) || address_of(entry) == Some(address),
        (Some(_), Some(_)) => false,
        // An address in a list is no name, such as `127.0.0.1.`.
        (None, None) => !host.starts_with('[') && address_of(entry).is_none() && name(entry) == name(host),
        (Some(parent), None) => {
            let own = name(host);
            let below = own.strip_suffix(&name(parent)).and_then(|below| below.strip_suffix('.'));
            let is_of_label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            below.is_some_and(|below| {
                below.split('.').all(|label| !label.is_empty() && label.chars().all(is_of_label))
            })
        }
    };
    list.iter().any(is_entry)
}

/// Returns whether the networks, each with whether it is allowed, refuse an address; `None` if that depends on an IPv4
/// address which may be inside of it.
pub(super) fn are_against(networks: &[(String, bool)], address: IpAddr) -> Option<bool> {
    let refuse = |address| longest(networks, address) == Some(false);
    let IpAddr::V6(v6) = address else { return Some(refuse(address)) };
    if let Some(mapped) = v6.to_ipv4_mapped() {
        // It is the IPv4 address, unless only a network of IPv6 has it.
        let by_v4 = longest(networks, mapped.into()).map(|is_allowed| !is_allowed);
        return by_v4.or(Some(refuse(address)));
    }
    let own = refuse(address);
    let has_inside = !own && windows(v6).into_iter().any(|inside| refuse(inside.into()));
    (!has_inside).then_some(own)
}

/// Returns whether the network with the longest prefix that has the address is allowed.
fn longest(networks: &[(String, bool)], address: IpAddr) -> Option<bool> {
    let matching =
        networks.iter().filter_map(|(block, allowed)| Some((iana::matches(block, address)?, *allowed)));
    matching.max_by_key(|(length, _)| *length).map(|(_, is_allowed)| is_allowed)
}

/// Returns the bits of an IPv6 address at which some specification puts an IPv4 address.
fn windows(address: Ipv6Addr) -> [Ipv4Addr; 4] {
    let bits = address.to_bits();
    let at = |shift: u32| Ipv4Addr::from_bits((bits >> shift) as u32);
    let [.., d, e, f, _, _] = address.segments();
    // RFC 6052, section 2.2: around the bits 64 to 71.
    let split = u32::from(d) << 16 | u32::from(e & 0xFF) << 8 | u32::from(f >> 8);
    [at(0), Ipv4Addr::from_bits(!at(0).to_bits()), at(80), Ipv4Addr::from_bits(split)]
}
