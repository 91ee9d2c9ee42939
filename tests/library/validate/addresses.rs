//! Section 7.4, and the addresses that are not global unicast addresses according to the IANA
//! registries.

use rstest::rstest;
use urigram::validate::Code;

use super::{codes, findings, found};

fn message(text: &str, code: Code) -> Option<String> {
    findings(text).iter().find(|finding| finding.code() == code).map(ToString::to_string)
}

/// The rows of the IPv4 Special-Purpose Address Registry of 2025-10-09 that are not globally reachable, and multicast, each
/// with an address in it.
#[rstest]
#[case("0.1.2.3", "0.0.0.0/8, This network, RFC 791")]
#[case("0.0.0.0", "0.0.0.0/32, This host on this network, RFC 1122")]
#[case("10.255.255.255", "10.0.0.0/8, Private-Use, RFC 1918")]
#[case("100.127.255.255", "100.64.0.0/10, Shared Address Space, RFC 6598")]
#[case("127.0.0.1", "127.0.0.0/8, Loopback, RFC 1122")]
#[case("169.254.1.1", "169.254.0.0/16, Link Local, RFC 3927")]
#[case("172.31.255.255", "172.16.0.0/12, Private-Use, RFC 1918")]
#[case("192.0.0.11", "192.0.0.0/24, IETF Protocol Assignments, RFC 6890")]
#[case("192.0.0.7", "192.0.0.0/29, IPv4 Service Continuity Prefix, RFC 7335")]
#[case("192.0.0.8", "192.0.0.8/32, IPv4 dummy address, RFC 7600")]
#[case("192.0.0.170", "192.0.0.170/32, NAT64/DNS64 Discovery, RFC 8880")]
#[case("192.0.0.171", "192.0.0.171/32, NAT64/DNS64 Discovery, RFC 8880")]
#[case("192.0.2.1", "192.0.2.0/24, Documentation (TEST-NET-1), RFC 5737")]
#[case("192.88.99.1", "192.88.99.0/24, Deprecated (6to4 Relay Anycast), RFC 7526")]
#[case("192.88.99.2", "192.88.99.2/32, 6a44-relay anycast address, RFC 6751")]
#[case("192.168.0.1", "192.168.0.0/16, Private-Use, RFC 1918")]
#[case("198.19.255.255", "198.18.0.0/15, Benchmarking, RFC 2544")]
#[case("198.51.100.1", "198.51.100.0/24, Documentation (TEST-NET-2), RFC 5737")]
#[case("203.0.113.1", "203.0.113.0/24, Documentation (TEST-NET-3), RFC 5737")]
#[case("240.0.0.1", "240.0.0.0/4, Reserved, RFC 1112")]
#[case("255.255.255.255", "255.255.255.255/32, Limited Broadcast, RFC 8190")]
#[case("239.255.255.255", "224.0.0.0/4, Multicast, RFC 5771")]
fn ipv4_registry(#[case] address: &str, #[case] row: &str) {
    let expected = format!("{address} is not a global unicast address: {row}");
    assert_eq!(message(&format!("http://{address}/"), Code::NotGlobalAddress), Some(expected));
}

/// The addresses next to the blocks, and the rows that are globally reachable.
#[rstest]
fn ipv4_global(
    #[values(
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0",
        "203.0.112.255", "203.0.114.0", "223.255.255.255",
        // Port Control Protocol Anycast, Traversal Using Relays around NAT Anycast, AS112-v4, AMT, and Direct
        // Delegation AS112 Service.
        "192.0.0.9", "192.0.0.10", "192.31.196.1", "192.52.193.1", "192.175.48.1"
    )]
    address: &str,
) {
    assert_eq!(codes(&format!("http://{address}/")), []);
}

/// The rows of the IPv6 Special-Purpose Address Registry of 2025-10-09 that are not globally reachable, and other
/// addresses.
#[rstest]
#[case("::1", "::1/128, Loopback Address, RFC 4291")]
#[case("::", "::/128, Unspecified Address, RFC 4291")]
#[case("::ffff:8.8.8.8", "::ffff:0.0.0.0/96, IPv4-mapped Address, RFC 4291")]
#[case("64:ff9b:1::808:808", "64:ff9b:1::/48, IPv4-IPv6 Translat., RFC 8215")]
#[case("100::1", "100::/64, Discard-Only Address Block, RFC 6666")]
#[case("100:0:0:1::1", "100:0:0:1::/64, Dummy IPv6 Prefix, RFC 9780")]
#[case("2001:1ff::1", "2001::/23, IETF Protocol Assignments, RFC 2928")]
#[case("2001::f7f7:f7f7", "2001::/32, TEREDO, RFC 4380")]
#[case("2001:2::1", "2001:2::/48, Benchmarking, RFC 5180")]
#[case("2001:1f::1", "2001:10::/28, Deprecated (previously ORCHID), RFC 4843")]
#[case("2001:db8::7", "2001:db8::/32, Documentation, RFC 3849")]
#[case("2002:808:808::1", "2002::/16, 6to4, RFC 3056")]
#[case("3fff:fff::1", "3fff::/20, Documentation, RFC 9637")]
#[case("5f00::1", "5f00::/16, Segment Routing (SRv6) SIDs, RFC 9602")]
#[case("fdff::1", "fc00::/7, Unique-Local, RFC 4193")]
#[case("febf::1", "fe80::/10, Link-Local Unicast, RFC 4291")]
#[case("::8.8.8.8", "::/96, Deprecated (IPv4-compatible Address), RFC 4291")]
#[case("fec0::1", "fec0::/10, Deprecated (Site-Local), RFC 3879")]
#[case("ff02::1", "ff00::/8, Multicast, RFC 4291")]
#[case("4000::1", "::/0, Reserved by IETF, RFC 4291")]
fn ipv6_registry(#[case] address: &str, #[case] row: &str) {
    let expected = format!("the host is not a global unicast address: {row}");
    assert_eq!(message(&format!("http://[{address}]/"), Code::NotGlobalAddress), Some(expected));
}

#[rstest]
fn ipv6_global(
    #[values(
        "2000::1", "2001:200::1", "2001:db7:ffff::1", "2001:db9::1", "2003::1", "2a00::1", "3ffe:ffff::1", "3fff:1000::1",
        // Port Control Protocol Anycast, Traversal Using Relays around NAT Anycast, DNS-SD Service Registration
        // Protocol Anycast, AMT, AS112-v6, ORCHIDv2, Drone Remote ID Protocol Entity Tags, Direct Delegation AS112
        // Service, and IPv4-IPv6 Translat.
        "2001:1::1", "2001:1::2", "2001:1::3", "2001:3::1", "2001:4:112::1", "2001:20::1", "2001:30::1",
        "2620:4f:8000::1", "64:ff9b::8.8.8.8"
    )]
    address: &str,
) {
    assert_eq!(codes(&format!("http://[{address}]/")), []);
}

#[rstest]
#[case::mapped("::ffff:10.0.0.1")]
#[case::compatible("::10.0.0.1")]
#[case::nat64("64:ff9b::10.0.0.1")]
#[case::nat64_local_96("64:ff9b:1::10.0.0.1")]
#[case::nat64_local_48("64:ff9b:1:a00:0:100::")]
#[case::to_4("2002:a00:1::1")]
#[case::isatap("2a00::5efe:10.0.0.1")]
#[case::isatap_with_a_universal_identifier("2a00:0:0:1:200:5EFE:a00:1")]
#[case::translated("::ffff:0:10.0.0.1")]
#[case::teredo("2001:0:4136:e378:8000:63bf:f5ff:fffe")]
fn ipv4_inside_ipv6(#[case] address: &str) {
    let expected = "the host contains 10.0.0.1, which is not a global unicast address: 10.0.0.0/8, Private-Use, RFC 1918";
    assert_eq!(message(&format!("//[{address}]"), Code::NotGlobalAddress).as_deref(), Some(expected));
}

/// After a prefix of 48 bits, an octet of zeros divides the IPv4 address (RFC 6052, section 2.2). Any other prefix has 96 bits.
#[rstest]
#[case::octet_of_zeros("64:ff9b:1:c633:64:700::", "198.51.100.7")]
#[case::other_octet("64:ff9b:1:c633:164:700::", "0.0.0.0")]
#[case::more_after_the_address("64:ff9b:1:c633:64:701::", "0.0.0.0")]
fn rfc_6052_section_2_2(#[case] address: &str, #[case] inside: &str) {
    let message = message(&format!("//[{address}]"), Code::NotGlobalAddress);
    assert!(message.is_some_and(|message| message.starts_with(&format!("the host contains {inside}, "))));
}

#[rstest]
#[case::two_parts("http://8.1/", "8.0.0.1")]
#[case::hexadecimal("http://0x8.0.0.0x1/", "8.0.0.1")]
#[case::one_number("http://134744072/", "8.8.8.8")]
#[case::octal("http://010.8.8.8/", "8.8.8.8")]
#[case::dot_at_the_end("http://8.8.8.8./", "8.8.8.8")]
#[case::unknown_scheme("x://0x8.1/", "8.0.0.1")]
#[case::no_scheme("//0x8.1/", "8.0.0.1")]
#[case::encoded("http://%38.8.8.8/", "8.8.8.8")]
#[case::encoded_dot("http://8%2E8.8.8/", "8.8.8.8")]
#[case::full_width("http://８.8.8.8/", "8.8.8.8")]
#[case::ideographic_dots("http://8。8．8｡8/", "8.8.8.8")]
#[case::with_an_ignorable("http://8.8.8.\u{AD}8/", "8.8.8.8")]
#[case::too_large("http://264.8.8.8/", "8.8.8.8, after truncating a number that is too large")]
fn section_7_4(#[case] text: &str, #[case] address: &str) {
    let message = message(text, Code::Ipv4LikeHost).unwrap();
    assert!(message.ends_with(&format!("as the IPv4 address {address}")), "{message}");
}

#[rstest]
#[case::address("http://8.8.8.8/")]
#[case::name("http://0x8.1.example/")]
#[case::five_parts("http://8.8.8.8.8/")]
#[case::empty_part("http://8..8/")]
#[case::no_hexadecimal_number("http://0xg.example/")]
fn section_7_4_not(#[case] text: &str) {
    assert_eq!(message(text, Code::Ipv4LikeHost), None);
}

/// If some parsers read a name as an address, this address is checked like any other.
#[rstest]
#[case::loopback(
    "http://0x7f.1/",
    "127.0.0.1 is not a global unicast address: 127.0.0.0/8, Loopback, RFC 1122"
)]
#[case::encoded(
    "http://%31%30.0.0.1/",
    "10.0.0.1 is not a global unicast address: 10.0.0.0/8, Private-Use, RFC 1918"
)]
#[case::not_octal(
    "http://010.0.0.1/",
    "10.0.0.1 is not a global unicast address: 10.0.0.0/8, Private-Use, RFC 1918"
)]
fn section_7_4_not_global(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(message(text, Code::NotGlobalAddress).as_deref(), Some(expected));
}

#[test]
fn section_7_4_octal_or_not() {
    let findings = findings("http://010.8.8.8/");
    let help = findings[0].help().to_string();
    assert!(
        help.starts_with("other parsers read 10.8.8.8, because they do not read numbers as octal; "),
        "{help}"
    );
}

#[rstest]
#[case::aws("http://169.254.169.254/")]
#[case::in_one_number("http://2852039166/")]
#[case::not_octal("http://0100.100.100.200/")]
#[case::mapped("http://[::ffff:169.254.169.254]/")]
#[case::nat64("http://[64:ff9b::a9fe:a9fe]/")]
#[case::aws_ipv6("http://[fd00:ec2::254]/")]
#[case::google_ipv6("http://[fd20:ce::254]/")]
#[case::azure("http://168.63.129.16/")]
#[case::alibaba("http://100.100.100.200/")]
#[case::google("http://metadata.google.internal/")]
#[case::google_in_upper_case("http://METADATA.google.INTERNAL./")]
#[case::google_encoded("http://metadata.google.%69nternal/")]
#[case::ec2("http://instance-data/latest/")]
fn cloud_metadata(#[case] text: &str) {
    assert!(codes(text).contains(&Code::CloudMetadata), "{:?}", found(text));
}

#[rstest]
#[case("http://169.254.169.253/")]
#[case("http://metadata.google.example/")]
#[case("http://[fd00:ec2::255]/")]
fn no_cloud_metadata(#[case] text: &str) {
    assert!(!codes(text).contains(&Code::CloudMetadata));
}

/// RFC 6874: the zone is not a part of the address.
#[test]
fn with_a_zone() {
    let reference = urigram::rfc6874::UriReference::parse("//[fe80::1%25eth0]/").unwrap();
    let codes: Vec<_> = reference.findings().iter().map(|finding| finding.code()).collect();
    assert_eq!(codes, [Code::NotGlobalAddress]);
}
