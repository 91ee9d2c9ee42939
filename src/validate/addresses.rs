//! Addresses that are not globally reachable unicast addresses, according to the IANA registries.
//!
//! `SPECIAL_V4` and `SPECIAL_V6` have the rows of the IPv4 and IPv6 Special-Purpose Address Registries (RFC
//! 6890) of 2025-10-09, in their order. `OTHER_V4` and `OTHER_V6` have the addresses that the registries lack:
//! multicast and deprecated addresses.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use Reach::{Global, Local, Undecided};

/// A block of addresses.
#[derive(Debug)]
pub(crate) struct Block<A> {
    address: A,
    prefix: u8,
    name: &'static str,
    rfc: u16,
    reach: Reach,
}

/// The column *Globally Reachable* of the registries. `Undecided` is any entry that is neither true nor false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Global,
    Local,
    Undecided,
}

const fn v4(address: [u8; 4], prefix: u8, name: &'static str, rfc: u16, reach: Reach) -> Block<u32> {
    Block { address: u32::from_be_bytes(address), prefix, name, rfc, reach }
}

const fn v6(address: [u16; 8], prefix: u8, name: &'static str, rfc: u16, reach: Reach) -> Block<u128> {
    let [a, b, c, d, e, f, g, h] = address;
    Block { address: Ipv6Addr::new(a, b, c, d, e, f, g, h).to_bits(), prefix, name, rfc, reach }
}

static SPECIAL_V4: &[Block<u32>] = &[
    v4([0, 0, 0, 0], 8, "This network", 791, Local),
    v4([0, 0, 0, 0], 32, "This host on this network", 1122, Local),
    v4([10, 0, 0, 0], 8, "Private-Use", 1918, Local),
    v4([100, 64, 0, 0], 10, "Shared Address Space", 6598, Local),
    v4([127, 0, 0, 0], 8, "Loopback", 1122, Local),
    v4([169, 254, 0, 0], 16, "Link Local", 3927, Local),
    v4([172, 16, 0, 0], 12, "Private-Use", 1918, Local),
    v4([192, 0, 0, 0], 24, "IETF Protocol Assignments", 6890, Local),
    v4([192, 0, 0, 0], 29, "IPv4 Service Continuity Prefix", 7335, Local),
    v4([192, 0, 0, 8], 32, "IPv4 dummy address", 7600, Local),
    v4([192, 0, 0, 9], 32, "Port Control Protocol Anycast", 7723, Global),
    v4([192, 0, 0, 10], 32, "Traversal Using Relays around NAT Anycast", 8155, Global),
    v4([192, 0, 0, 170], 32, "NAT64/DNS64 Discovery", 8880, Local),
    v4([192, 0, 0, 171], 32, "NAT64/DNS64 Discovery", 8880, Local),
    v4([192, 0, 2, 0], 24, "Documentation (TEST-NET-1)", 5737, Local),
    v4([192, 31, 196, 0], 24, "AS112-v4", 7535, Global),
    v4([192, 52, 193, 0], 24, "AMT", 7450, Global),
    v4([192, 88, 99, 0], 24, "Deprecated (6to4 Relay Anycast)", 7526, Undecided),
    v4([192, 88, 99, 2], 32, "6a44-relay anycast address", 6751, Local),
    v4([192, 168, 0, 0], 16, "Private-Use", 1918, Local),
    v4([192, 175, 48, 0], 24, "Direct Delegation AS112 Service", 7534, Global),
    v4([198, 18, 0, 0], 15, "Benchmarking", 2544, Local),
    v4([198, 51, 100, 0], 24, "Documentation (TEST-NET-2)", 5737, Local),
    v4([203, 0, 113, 0], 24, "Documentation (TEST-NET-3)", 5737, Local),
    v4([240, 0, 0, 0], 4, "Reserved", 1112, Local),
    v4([255, 255, 255, 255], 32, "Limited Broadcast", 8190, Local),
];

static OTHER_V4: &[Block<u32>] = &[v4([224, 0, 0, 0], 4, "Multicast", 5771, Local)];

static SPECIAL_V6: &[Block<u128>] = &[
    v6([0, 0, 0, 0, 0, 0, 0, 1], 128, "Loopback Address", 4291, Local),
    v6([0; 8], 128, "Unspecified Address", 4291, Local),
    v6([0, 0, 0, 0, 0, 0xFFFF, 0, 0], 96, "IPv4-mapped Address", 4291, Local),
    v6([0x64, 0xFF9B, 0, 0, 0, 0, 0, 0], 96, "IPv4-IPv6 Translat.", 6052, Global),
    v6([0x64, 0xFF9B, 1, 0, 0, 0, 0, 0], 48, "IPv4-IPv6 Translat.", 8215, Local),
    v6([0x100, 0, 0, 0, 0, 0, 0, 0], 64, "Discard-Only Address Block", 6666, Local),
    v6([0x100, 0, 0, 1, 0, 0, 0, 0], 64, "Dummy IPv6 Prefix", 9780, Local),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, "IETF Protocol Assignments", 2928, Local),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 32, "TEREDO", 4380, Undecided),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 1], 128, "Port Control Protocol Anycast", 7723, Global),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 2], 128, "Traversal Using Relays around NAT Anycast", 8155, Global),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 3], 128, "DNS-SD Service Registration Protocol Anycast", 9665, Global),
    v6([0x2001, 2, 0, 0, 0, 0, 0, 0], 48, "Benchmarking", 5180, Local),
    v6([0x2001, 3, 0, 0, 0, 0, 0, 0], 32, "AMT", 7450, Global),
    v6([0x2001, 4, 0x112, 0, 0, 0, 0, 0], 48, "AS112-v6", 7535, Global),
    v6([0x2001, 0x10, 0, 0, 0, 0, 0, 0], 28, "Deprecated (previously ORCHID)", 4843, Undecided),
    v6([0x2001, 0x20, 0, 0, 0, 0, 0, 0], 28, "ORCHIDv2", 7343, Global),
    v6(
        [0x2001, 0x30, 0, 0, 0, 0, 0, 0],
        28,
        "Drone Remote ID Protocol Entity Tags (DETs) Prefix",
        9374,
        Global,
    ),
    v6([0x2001, 0xDB8, 0, 0, 0, 0, 0, 0], 32, "Documentation", 3849, Local),
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16, "6to4", 3056, Undecided),
    v6([0x2620, 0x4F, 0x8000, 0, 0, 0, 0, 0], 48, "Direct Delegation AS112 Service", 7534, Global),
    v6([0x3FFF, 0, 0, 0, 0, 0, 0, 0], 20, "Documentation", 9637, Local),
    v6([0x5F00, 0, 0, 0, 0, 0, 0, 0], 16, "Segment Routing (SRv6) SIDs", 9602, Local),
    v6([0xFC00, 0, 0, 0, 0, 0, 0, 0], 7, "Unique-Local", 4193, Local),
    v6([0xFE80, 0, 0, 0, 0, 0, 0, 0], 10, "Link-Local Unicast", 4291, Local),
];

/// By the Internet Protocol Version 6 Address Space registry of 2025-10-23, everything outside `2000::/3` is
/// reserved, except for the smaller blocks.
static OTHER_V6: &[Block<u128>] = &[
    v6([0; 8], 96, "Deprecated (IPv4-compatible Address)", 4291, Local),
    v6([0xFEC0, 0, 0, 0, 0, 0, 0, 0], 10, "Deprecated (Site-Local)", 3879, Local),
    v6([0xFF00, 0, 0, 0, 0, 0, 0, 0], 8, "Multicast", 4291, Local),
    v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3, "Global Unicast", 4291, Global),
    v6([0; 8], 0, "Reserved by IETF", 4291, Local),
];

/// Returns the smallest block for which `contains` is true.
fn smallest<A: Copy>(
    [special, other]: [&'static [Block<A>]; 2],
    contains: impl Fn(&Block<A>) -> bool,
) -> Option<&'static Block<A>> {
    special.iter().chain(other).filter(|block| contains(block)).max_by_key(|block| block.prefix)
}

/// Look-up table: whether some address with this first octet is in a block.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static FIRST_OCTETS: [bool; 256] = {
    let mut first = [false; 256];
    let tables = [SPECIAL_V4, OTHER_V4];
    let mut table = 0;
    while table < tables.len() {
        let mut row = 0;
        while row < tables[table].len() {
            let block = &tables[table][row];
            let start = (block.address >> 24) as usize;
            let count = if block.prefix < 8 { 1 << (8 - block.prefix) } else { 1 };
            let mut octet = start;
            while octet < start + count {
                first[octet] = true;
                octet += 1;
            }
            row += 1;
        }
        table += 1;
    }
    first
};

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the table has an entry for each octet, and no block a prefix of 0"
)]
fn block_of_v4(address: Ipv4Addr) -> Option<&'static Block<u32>> {
    let [first, ..] = address.octets();
    if !FIRST_OCTETS[usize::from(first)] {
        return None;
    }
    let differs = |block: &Block<u32>| (address.to_bits() ^ block.address) >> (32 - u32::from(block.prefix));
    // The shift cannot overflow, because no block has a prefix of 0.
    smallest([SPECIAL_V4, OTHER_V4], |block| differs(block) == 0)
}

/// Returns whether the address need not be parsed, because all IPv6 addresses with its first segment are globally reachable
/// and contain no IPv4 address. These are in `2000::/3`, but not in a smaller block.
pub(super) fn begins_globally(text: &str) -> bool {
    let segment = text.as_bytes().first_chunk().and_then(|digits: &[u8; 4]| {
        let digit = |&digit: &u8| char::from(digit).to_digit(16);
        digits.iter().map(digit).try_fold(0, |segment, digit| Some(segment << 4 | digit?))
    });
    let is_isatap = || text.as_bytes().windows(4).any(|four| four.eq_ignore_ascii_case(b"5efe"));
    matches!(segment, Some(0x2000 | 0x2003..=0x261F | 0x2621..=0x3FFE)) && !is_isatap()
}

/// Parses an IPv6 address. The parser of the standard library takes several times as long, because it tries to parse an
/// IPv4 address at each segment.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "there are at most eight segments, and fewer digits than the text has bytes"
)]
pub(super) fn parse_v6(text: &str) -> Option<Ipv6Addr> {
    let (mut segments, mut count, mut elided) = ([0_u16; 8], 0, None);
    let (mut segment, mut digits) = (0, 0);
    for &byte in text.as_bytes() {
        if let Some(digit) = char::from(byte).to_digit(16) {
            (segment, digits) = (segment << 4 | digit as u16, digits + 1);
        } else if byte != b':' {
            return text.parse().ok();
        } else if digits == 0 {
            elided = Some(count);
        } else {
            *segments.get_mut(count)? = segment;
            (segment, digits, count) = (0, 0, count + 1);
        }
    }
    if digits > 0 {
        *segments.get_mut(count)? = segment;
        count += 1;
    }
    match elided {
        None => (count == 8).then_some(Ipv6Addr::from(segments)),
        Some(at) => {
            // Move the segments after the `::` to the end; zeros remain between.
            segments.get_mut(at..)?.rotate_right(8 - count);
            Some(Ipv6Addr::from(segments))
        }
    }
}

#[expect(clippy::arithmetic_side_effects, reason = "a prefix has at most 128 bits")]
fn block_of_v6(address: Ipv6Addr) -> Option<&'static Block<u128>> {
    let differs = |block: &Block<u128>| {
        (address.to_bits() ^ block.address).checked_shr(128 - u32::from(block.prefix)).unwrap_or(0)
    };
    smallest([SPECIAL_V6, OTHER_V6], |block| differs(block) == 0)
}

/// The reason why an address is not a globally reachable unicast address.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NotGlobal {
    V4(Ipv4Addr, &'static Block<u32>),
    V6(&'static Block<u128>),
    /// An IPv6 address contains this IPv4 address, which is not global.
    Inside(Ipv4Addr, &'static Block<u32>),
}

/// Returns why the address is not a globally reachable unicast address; `None` if it is.
pub(super) fn not_global_v4(address: Ipv4Addr) -> Option<NotGlobal> {
    let block = block_of_v4(address).filter(|block| block.reach != Global)?;
    Some(NotGlobal::V4(address, block))
}

/// Like [`not_global_v4`], for an IPv6 address. If it contains an IPv4 address, that is checked first.
pub(super) fn not_global_v6(address: Ipv6Addr) -> Option<NotGlobal> {
    let inside = v4_inside(address).and_then(|inside| Some((inside, block_of_v4(inside)?)));
    if let Some((inside, block)) = inside.filter(|(_, block)| block.reach != Global) {
        return Some(NotGlobal::Inside(inside, block));
    }
    block_of_v6(address).filter(|block| block.reach != Global).map(NotGlobal::V6)
}

/// Returns whether the address is in a block that is not globally reachable. A contained IPv4 address is not checked.
pub(crate) fn is_special(address: IpAddr) -> bool {
    let reach = match address {
        IpAddr::V4(address) => block_of_v4(address).map(|block| block.reach),
        IpAddr::V6(address) => block_of_v6(address).map(|block| block.reach),
    };
    reach.is_some_and(|reach| reach != Global)
}

/// ISATAP interface identifiers contain this segment (RFC 5214, section 6.1).
const ISATAP: u16 = 0x5EFE;

/// Returns the IPv4 address that an IPv6 address contains.
pub(crate) fn v4_inside(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let at = |high: u16, low: u16| Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)));
    match address.segments() {
        // The unspecified and the loopback address do not contain an IPv4 address.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => None,
        // IPv4-compatible and IPv4-mapped (RFC 4291, section 2.5.5), and NAT64 (RFC 6052, section 2.1).
        [0, 0, 0, 0, 0, 0 | 0xFFFF, high, low] | [0x64, 0xFF9B, 0, 0, 0, 0, high, low] => at(high, low),
        // RFC 6052, section 2.2: with a prefix of 48 bits, bits 64 to 71 and the bits after the IPv4 address are zero.
        [0x64, 0xFF9B, 1, high, rest, last, 0, 0] if rest >> 8 == 0 && last & 0xFF == 0 => {
            at(high, rest << 8 | last >> 8)
        }
        [0x64, 0xFF9B, 1, _, _, _, high, low] => at(high, low),
        // 6to4 (RFC 3056, section 2).
        [0x2002, high, low, ..] => at(high, low),
        // Teredo (RFC 4380, section 4): the bits of the client's address are inverted.
        [0x2001, 0, _, _, _, _, high, low] => at(!high, !low),
        // IPv4-translated (RFC 2765, section 2.1).
        [0, 0, 0, 0, 0xFFFF, 0, high, low] => at(high, low),
        // ISATAP (RFC 5214, section 6.1).
        [_, _, _, _, 0 | 0x200, ISATAP, high, low] => at(high, low),
        _ => None,
    }
}

impl fmt::Display for NotGlobal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::V4(address, block) => {
                write!(f, "{address} is not a global unicast address: {block}")
            }
            Self::V6(block) => write!(f, "the host is not a global unicast address: {block}"),
            Self::Inside(address, block) => {
                write!(f, "the host contains {address}, which is not a global unicast address: {block}")
            }
        }
    }
}

impl fmt::Display for Block<u32> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, prefix, name, rfc, .. } = self;
        write!(f, "{}/{prefix}, {name}, RFC {rfc}", Ipv4Addr::from_bits(*address))
    }
}

impl fmt::Display for Block<u128> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, prefix, name, rfc, .. } = self;
        write!(f, "{}/{prefix}, {name}, RFC {rfc}", Ipv6Addr::from_bits(*address))
    }
}

/// The result of parsing a name as an IPv4 address in the manner of `inet_aton` (section 7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The address by the rules of `inet_aton`, which truncates numbers that are too large.
    pub(crate) address: Ipv4Addr,
    /// The address that parsers without octal numbers find, if it differs.
    pub(super) decimal: Option<Ipv4Addr>,
    /// Whether a number is too large, so that only some parsers accept it.
    pub(crate) truncated: bool,
}

/// Parses one to four numbers, separated by dots, with an optional dot at the end. Each number is decimal, octal
/// after `0`, or hexadecimal after `0x`. The last number fills the remaining bytes. Linear in the length.
pub(crate) fn read_inet_aton(name: &str) -> Option<Reading> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let (mut octal, mut decimal) = (Parts::default(), Parts::default());
    for part in name.split('.') {
        octal.push(number(part, true)?)?;
        decimal.push(number(part, false)?)?;
    }
    let ((address, truncated), (plain, overflows)) = (octal.address(), decimal.address());
    let decimal = (plain != address && !overflows).then_some(plain);
    Some(Reading { address, decimal, truncated })
}

/// Returns whether the label is a number in decimal, octal or hexadecimal digits.
pub(super) fn is_number(label: &str) -> bool {
    number(label, true).is_some()
}

/// A number, and whether it exceeds 32 bits.
#[derive(Clone, Copy, Default)]
struct Number {
    value: u32,
    overflows: bool,
}

#[expect(clippy::arithmetic_side_effects, reason = "32 bits, a radix of at most 16 and a digit fit 64 bits")]
fn number(text: &str, octal: bool) -> Option<Number> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        // `08` is not an octal number, but some parsers accept it as a decimal number.
        [b'0', digits @ ..] if octal && digits.iter().all(|digit| matches!(digit, b'0'..=b'7')) => {
            (digits, 8)
        }
        [] => return None,
        digits => (digits, 10),
    };
    let mut number = Number::default();
    for &digit in digits {
        let digit = char::from(digit).to_digit(radix)?;
        let value = u64::from(number.value) * u64::from(radix) + u64::from(digit);
        number.overflows |= value > u64::from(u32::MAX);
        number.value = value as u32;
    }
    Some(number)
}

/// Up to four numbers.
#[derive(Default)]
struct Parts {
    numbers: [Number; 4],
    len: usize,
}

impl Parts {
    #[expect(clippy::arithmetic_side_effects, reason = "at most four")]
    fn push(&mut self, number: Number) -> Option<()> {
        *self.numbers.get_mut(self.len)? = number;
        self.len += 1;
        Some(())
    }

    /// Returns the address, and whether a number was truncated.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "there are at most four numbers, and the last one has from 8 to 32 bits"
    )]
    fn address(&self) -> (Ipv4Addr, bool) {
        let mut address = 0;
        let mut truncated = false;
        for (index, &Number { value, overflows }) in self.numbers.iter().take(self.len).enumerate() {
            let (bits, shift) = if index + 1 == self.len { (32 - 8 * index, 0) } else { (8, 24 - 8 * index) };
            let most = u32::MAX >> (32 - bits);
            truncated |= overflows || value > most;
            address |= (value & most) << shift;
        }
        (Ipv4Addr::from_bits(address), truncated)
    }
}

// Cloud metadata services.

static V4: [([u8; 4], &str); 8] = [
    ([169, 254, 169, 254], "AWS, Azure, Google Cloud and others"),
    ([169, 254, 170, 2], "Amazon ECS"),
    ([169, 254, 170, 23], "Amazon EKS"),
    ([169, 254, 0, 23], "Tencent Cloud"),
    ([169, 254, 42, 42], "Scaleway"),
    ([100, 100, 100, 200], "Alibaba Cloud"),
    ([168, 63, 129, 16], "Azure"),
    ([192, 0, 0, 192], "Oracle Cloud"),
];

static V6: [([u16; 8], &str); 5] = [
    ([0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x254], "AWS"),
    ([0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x23], "Amazon EKS"),
    ([0xFD20, 0xCE, 0, 0, 0, 0, 0, 0x254], "Google Cloud"),
    ([0xFD00, 0x42, 0, 0, 0, 0, 0, 0x42], "Scaleway"),
    ([0xFE80, 0, 0, 0, 0, 0, 0xA9FE, 0xA9FE], "OpenStack"),
];

static NAMES: [(&str, &str); 8] = [
    ("metadata.google.internal", "Google Cloud"),
    ("metadata.goog", "Google Cloud"),
    ("metadata", "Google Cloud"),
    ("instance-data", "AWS"),
    ("instance-data.ec2.internal", "AWS"),
    ("metadata.tencentyun.com", "Tencent Cloud"),
    ("metadata.platformequinix.com", "Equinix Metal"),
    ("metadata.packet.net", "Equinix Metal"),
];

/// Returns the names of the clouds whose metadata service has this address.
pub(super) fn at_v4(address: Ipv4Addr) -> Option<&'static str> {
    V4.iter().find(|(own, _)| *own == address.octets()).map(|(_, cloud)| *cloud)
}

/// Like [`at_v4`], for an IPv6 address.
pub(super) fn at_v6(address: Ipv6Addr) -> Option<&'static str> {
    V6.iter().find(|(own, _)| *own == address.segments()).map(|(_, cloud)| *cloud)
}

/// Returns whether the metadata service of some cloud has this address.
pub(crate) fn is_at(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => at_v4(address).is_some(),
        IpAddr::V6(address) => at_v6(address).is_some(),
    }
}

/// Returns the cloud whose metadata service has this name, ignoring case. The name must not end with a dot.
#[inline]
pub(super) fn at_name(name: &str) -> Option<&'static str> {
    let begins = matches!(name.as_bytes().first(), Some(b'm' | b'M' | b'i' | b'I'));
    let found = || NAMES.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    if begins { found().map(|(_, cloud)| *cloud) } else { None }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use rstest::rstest;

    use super::*;

    /// Every address for which `begins_globally` is true must be global and contain no IPv4 address.
    #[test]
    fn no_block_begins_globally() {
        for first in 0..=u16::MAX {
            let address = Ipv6Addr::new(first, 0, 0, 0, 0, 0, 0, 2);
            if begins_globally(&address.to_string()) {
                let of_block = |block: &&Block<u128>| block.address >> 112 == u128::from(first);
                assert_eq!(SPECIAL_V6.iter().filter(of_block).count(), 0, "{address}");
                assert!(not_global_v6(address).is_none() && v4_inside(address).is_none(), "{address}");
            }
        }
        assert!(begins_globally("2a00::1") && !begins_globally("2a00::5EFE:a00:1"));
        assert!(!begins_globally("2001:db8::1") && !begins_globally("::1"));
    }

    #[test]
    fn addresses_are_those_of_the_standard_library() {
        let segments = ["0", "1", "a", "00ff", "ABCD"];
        for left in 0..=8 {
            for right in 0..=8 {
                let side = |count, start: usize| -> Vec<&str> {
                    (0..count).map(|index| segments[(start + index) % segments.len()]).collect()
                };
                let elided = [side(left, 0).join(":"), side(right, 3).join(":")].join("::");
                for text in
                    [elided, side(left, 1).join(":"), [side(left, 2).join(":"), "1.2.3.4".into()].join(":")]
                {
                    let expected = text.parse::<Ipv6Addr>().ok();
                    assert!(expected.is_none() || parse_v6(&text) == expected, "{text}");
                }
            }
        }
        assert_eq!(parse_v6("1:2:3:4:5:6:7:8:9"), None);
        assert_eq!(parse_v6("1:2"), None);
        assert_eq!(parse_v6(""), None);
    }

    #[rstest]
    #[case::four_parts("127.0.0.1", "127.0.0.1")]
    #[case::three_parts("127.0.1", "127.0.0.1")]
    #[case::two_parts("127.1", "127.0.0.1")]
    #[case::one_part("2130706433", "127.0.0.1")]
    #[case::last_part_fills("10.0.65535", "10.0.255.255")]
    #[case::last_of_two_fills("10.16777215", "10.255.255.255")]
    #[case::hexadecimal("0x7F.1", "127.0.0.1")]
    #[case::hexadecimal_in_upper_case("0X7f000001", "127.0.0.1")]
    #[case::no_hexadecimal_digits("0x.0x.0", "0.0.0.0")]
    #[case::octal("0177.0.0.01", "127.0.0.1")]
    #[case::zero("0", "0.0.0.0")]
    #[case::greatest("4294967295", "255.255.255.255")]
    #[case::dot_at_the_end("127.1.", "127.0.0.1")]
    fn as_an_address(#[case] name: &str, #[case] address: &str) {
        let reading = read_inet_aton(name).unwrap();
        assert_eq!((reading.address.to_string().as_str(), reading.truncated), (address, false));
    }

    #[rstest]
    #[case::octal_or_decimal("010.0.0.1", "8.0.0.1", "10.0.0.1")]
    #[case::last_is_octal("10.0.0.010", "10.0.0.8", "10.0.0.10")]
    fn in_two_ways(#[case] name: &str, #[case] octal: &str, #[case] decimal: &str) {
        let reading = read_inet_aton(name).unwrap();
        assert_eq!(reading.address.to_string(), octal);
        assert_eq!(reading.decimal.unwrap().to_string(), decimal);
    }

    #[rstest]
    #[case::without_an_octal_number("10.0.0.8")]
    #[case::the_same_in_octal("07.0.0.01")]
    #[case::truncated_in_decimal("037777777777")]
    fn not_in_two_ways(#[case] name: &str) {
        assert_eq!(read_inet_aton(name).unwrap().decimal, None);
    }

    #[rstest]
    #[case::octet("256.0.0.1", "0.0.0.1")]
    #[case::last_of_four("127.0.0.257", "127.0.0.1")]
    #[case::whole("4294967297", "0.0.0.1")]
    #[case::long("99999999999999999999999999999999999999999999", "255.255.255.255")]
    fn truncated(#[case] name: &str, #[case] address: &str) {
        let reading = read_inet_aton(name).unwrap();
        assert_eq!((reading.address.to_string().as_str(), reading.truncated), (address, true));
    }

    #[rstest]
    fn not_at_all(
        #[values("", ".", "a", "1.a", "1..2", "1.2.3.4.5", "0xg", "0x1.0y", "-1", "+1", "1e3", "१२७.१")] name: &str,
    ) {
        assert_eq!(read_inet_aton(name), None);
    }

    #[rstest]
    #[case("08", "0.0.0.8")]
    #[case("0x8.09", "8.0.0.9")]
    fn decimal_where_it_is_not_octal(#[case] name: &str, #[case] address: &str) {
        assert_eq!(read_inet_aton(name).unwrap().address.to_string(), address);
    }
}
