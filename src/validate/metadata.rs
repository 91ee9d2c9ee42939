//! The addresses and names of cloud metadata services.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

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

/// Returns the clouds whose metadata service has this address.
pub(super) fn at_v4(address: Ipv4Addr) -> Option<&'static str> {
    V4.iter().find(|(own, _)| *own == address.octets()).map(|(_, cloud)| *cloud)
}

/// Like [`at_v4`].
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
