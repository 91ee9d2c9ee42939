//! The special-purpose address registries of IANA of 2025-10-09, and whether what is in a block is globally reachable.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const IPV4: &[(&str, bool)] = &[
    ("0.0.0.0/0", true),
    ("0.0.0.0/8", false),
    ("10.0.0.0/8", false),
    ("100.64.0.0/10", false),
    ("127.0.0.0/8", false),
    ("169.254.0.0/16", false),
    ("172.16.0.0/12", false),
    ("192.0.0.0/24", false),
    ("192.0.0.9/32", true),
    ("192.0.0.10/32", true),
    ("192.0.2.0/24", false),
    ("192.31.196.0/24", true),
    ("192.52.193.0/24", true),
    ("192.88.99.0/24", false),
    ("192.168.0.0/16", false),
    ("192.175.48.0/24", true),
    ("198.18.0.0/15", false),
    ("198.51.100.0/24", false),
    ("203.0.113.0/24", false),
    ("224.0.0.0/4", false),
    ("240.0.0.0/4", false),
];

/// Also the blocks of RFC 4291 that are not global unicast.
const IPV6: &[(&str, bool)] = &[
    ("::/0", false),
    ("2000::/3", true),
    ("64:ff9b::/96", true),
    ("64:ff9b:1::/48", false),
    ("2001::/23", false),
    ("2001:1::1/128", true),
    ("2001:1::2/128", true),
    ("2001:1::3/128", true),
    ("2001:3::/32", true),
    ("2001:4:112::/48", true),
    ("2001:20::/28", true),
    ("2001:30::/28", true),
    ("2001:db8::/32", false),
    ("2002::/16", false),
    ("2620:4f:8000::/48", true),
    ("3fff::/20", false),
];

/// Returns whether an address is a global unicast address, and the IPv4 address inside of it is one.
pub(crate) fn is_global(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(_) => is_in_global_block(address),
        IpAddr::V6(v6) => {
            is_in_global_block(address) && inside(v6).is_none_or(|v4| is_in_global_block(v4.into()))
        }
    }
}

/// Returns what the longest prefix of the registries says.
fn is_in_global_block(address: IpAddr) -> bool {
    let table = if address.is_ipv4() { IPV4 } else { IPV6 };
    let matching = table.iter().filter_map(|&(block, is_global)| Some((matches(block, address)?, is_global)));
    matching.max_by_key(|(length, _)| *length).is_some_and(|(_, is_global)| is_global)
}

/// Returns the length of a prefix, if the address begins with it.
pub(crate) fn matches(block: &str, address: IpAddr) -> Option<u32> {
    let (first, length) = block.split_once('/')?;
    let length: u32 = length.parse().ok()?;
    let bits = |address: IpAddr| match address {
        IpAddr::V4(v4) => u128::from(v4.to_bits()) << 96,
        IpAddr::V6(v6) => v6.to_bits(),
    };
    let first: IpAddr = first.parse().ok()?;
    let is_in = length == 0 || (bits(first) ^ bits(address)) >> (128 - length) == 0;
    (is_in && first.is_ipv4() == address.is_ipv4()).then_some(length)
}

/// Returns the IPv4 address that a global address has inside: by RFC 6052 behind its well-known prefix, or by RFC 5214
/// in an interface identifier of ISATAP.
fn inside(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, .., e, f, g, h] = address.segments();
    let is_nat64 = (a, b) == (0x64, 0xFF9B);
    let is_isatap = (e & !0x0200, f) == (0, 0x5EFE);
    (is_nat64 || is_isatap).then(|| Ipv4Addr::from_bits(u32::from(g) << 16 | u32::from(h)))
}
