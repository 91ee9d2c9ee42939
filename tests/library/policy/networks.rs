//! Networks, for the addresses of hosts and for those that a connector connects to.

use std::net::IpAddr;

use rstest::rstest;
use urigram::policy::{Policy, PolicyError};
use urigram::validate::Code;

use super::{assert_accepted, refusing};

fn permits(policy: &Policy, address: &str) -> bool {
    policy.permits_address(address.parse::<IpAddr>().unwrap())
}

/// Allows each network after a `+`, and refuses each network after a `-`.
fn with_networks(policy: Policy, networks: &[&str]) -> Policy {
    networks.iter().fold(policy, |policy, network| {
        let changed = match network.split_at(1) {
            ("+", network) => policy.allow_network(network),
            (_, network) => policy.refuse_network(network),
        };
        changed.unwrap()
    })
}

/// The longest matching prefix decides, for a host and for a connector.
#[rstest]
#[case::global("8.8.8.8", true)]
#[case::private("192.168.0.1", false)]
#[case::allowed("10.1.0.1", true)]
#[case::refused_within("10.1.2.3", false)]
#[case::allowed_within("10.1.2.4", true)]
#[case::around("10.2.0.1", false)]
#[case::global_but_refused("9.9.9.9", false)]
#[case::global_ipv6("2a00::1", true)]
#[case::unique_local("fd00::1", false)]
#[case::allowed_ipv6("fd00:1::1", true)]
#[case::refused_ipv6("2a00:1::1", false)]
#[case::mapped_allowed("::ffff:10.1.0.1", true)]
#[case::mapped_private("::ffff:192.168.0.1", false)]
#[case::mapped_refused("::ffff:9.9.9.9", false)]
#[case::nat64_global("64:ff9b::808:808", true)]
#[case::nat64_refused("64:ff9b::909:909", false)]
#[case::nat64_private("64:ff9b::a02:1", false)]
#[case::nat64_allowed("64:ff9b::a01:1", true)]
#[case::six_to_four("2002:a01:1::1", false)]
#[case::metadata("169.254.169.254", false)]
#[case::metadata_inside("64:ff9b::a9fe:a9fe", false)]
fn fetch(#[case] address: &str, #[case] permitted: bool) {
    let policy = Policy::fetch();
    let policy = policy.allow_network("10.1.0.0/16").unwrap().refuse_network("10.1.2.0/24").unwrap();
    let policy = policy.allow_network("10.1.2.4").unwrap().refuse_network("9.0.0.0/8").unwrap();
    let policy = policy.allow_network("fd00:1::/32").unwrap().refuse_network("2a00:1::/32").unwrap();
    let policy = policy.allow_network("169.254.0.0/16").unwrap();
    assert_eq!(permits(&policy, address), permitted);
    let host = if address.contains(':') { format!("[{address}]") } else { address.to_owned() };
    assert_eq!(refusing(&policy, &format!("http://{host}/")).is_empty(), permitted);
}

/// For every address, the check of a host and the permission to connect agree.
#[test]
fn the_connector_and_the_host_agree() {
    for policy in
        [Policy::fetch(), Policy::link(), Policy::new(), Policy::new().refuse(Code::NotGlobalAddress)]
    {
        for high in (0..=u16::MAX).step_by(0x55) {
            for low in [0x0000, 0x0101, 0xA9FE, 0xFEFE] {
                let [a, b] = u16::to_be_bytes(high);
                let [c, d] = u16::to_be_bytes(low);
                for (host, address) in [
                    (format!("{a}.{b}.{c}.{d}"), format!("{a}.{b}.{c}.{d}")),
                    (format!("[{high:x}::{low:x}]"), format!("{high:x}::{low:x}")),
                    (format!("[::ffff:{high:x}:{low:x}]"), format!("::ffff:{high:x}:{low:x}")),
                    (format!("[64:ff9b::{high:x}:{low:x}]"), format!("64:ff9b::{high:x}:{low:x}")),
                ] {
                    let refused = refusing(&policy, &format!("http://{host}/"));
                    if host.starts_with("[::ffff:") {
                        // A mapped address. A connection goes to the IPv4 address, but a host need not be
                        // written in this form.
                        let inside = permits(&policy, &format!("{a}.{b}.{c}.{d}"));
                        assert_eq!(permits(&policy, &address), inside, "{host}");
                        assert!(inside || !refused.is_empty(), "{host}");
                    } else {
                        assert_eq!(permits(&policy, &address), refused.is_empty(), "{host} {refused:?}");
                    }
                }
            }
        }
    }
}

/// For a connector, an IPv4-mapped IPv6 address is the IPv4 address. In a host, it is not global.
#[test]
fn a_mapped_address() {
    assert!(permits(&Policy::fetch(), "::ffff:8.8.8.8") && permits(&Policy::fetch(), "::FFFF:808:808"));
    assert_eq!(refusing(&Policy::fetch(), "http://[::ffff:8.8.8.8]/"), ["not-global-address"]);
    let policy = Policy::fetch().allow_network("8.0.0.0/8").unwrap();
    assert_accepted(&policy, "http://[::ffff:8.8.8.8]/");
    for address in ["::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:0.0.0.0"] {
        assert!(!permits(&Policy::fetch(), address), "{address}");
    }
}

/// A network of mapped addresses is the IPv4 network, for which the longest prefix decides too.
#[rstest]
#[case::mapped(&["-::ffff:10.0.0.0/104"], "10.0.0.1", false)]
#[case::outside(&["-::ffff:10.0.0.0/104"], "11.0.0.1", true)]
#[case::all(&["-::ffff:0:0/96"], "11.0.0.1", false)]
#[case::one(&["-::ffff:a00:1"], "10.0.0.1", false)]
#[case::around(&["-::/0"], "10.0.0.1", true)]
#[case::allowed(&["-0.0.0.0/0", "+::ffff:10.0.0.0/104"], "10.0.0.1", true)]
#[case::last_wins(&["+10.0.0.0/8", "-::ffff:10.0.0.0/104"], "10.0.0.1", false)]
fn mapped_networks(#[case] networks: &[&str], #[case] address: &str, #[case] permitted: bool) {
    let policy = with_networks(Policy::new(), networks);
    assert_eq!(permits(&policy, address), permitted);
    assert_eq!(refusing(&policy, &format!("http://{address}/")).is_empty(), permitted);
    let mapped = format!("::ffff:{address}");
    let permitted = permitted && networks != ["-::/0"];
    assert_eq!(permits(&policy, &mapped), permitted);
    assert_eq!(refusing(&policy, &format!("http://[{mapped}]/")).is_empty(), permitted);
}

/// An IPv6 network that contains all mapped addresses applies only to those that are in no IPv4 network.
#[rstest]
#[case::all(&["-::/0"], false)]
#[case::longer(&["-::/80"], false)]
#[case::another(&["-::/96"], true)]
#[case::allowed_within(&["-::/0", "+8.0.0.0/8"], true)]
#[case::refused_within(&["+::/0", "-8.0.0.0/8"], false)]
fn networks_around_mapped_addresses(#[case] networks: &[&str], #[case] permitted: bool) {
    let policy = with_networks(Policy::new(), networks);
    assert_eq!(permits(&policy, "::ffff:8.8.8.8"), permitted);
    assert_eq!(refusing(&policy, "http://[::ffff:8.8.8.8]/").is_empty(), permitted);
}

/// Allowing an IPv6 network does not allow the IPv4 addresses that are mapped to it.
#[test]
fn an_allowed_network_around_mapped_addresses() {
    let policy = Policy::fetch().allow_network("::/0").unwrap();
    assert!(permits(&policy, "::1") && !permits(&policy, "::ffff:10.0.0.1"));
    assert_eq!(refusing(&policy, "http://[::ffff:10.0.0.1]/"), ["not-global-address"]);
}

/// If some parsers read a host as an address, the networks apply to that address.
#[rstest]
#[case("//0x7f.1")]
#[case("//2130706433")]
#[case("//%31%32%37.0.0.1")]
#[case("//１２７.0.0.1")]
#[case("//127.0.0.1.")]
#[case("//[::127.0.0.1]")]
#[case("//0127.0.0.1")]
fn other_spellings(#[case] text: &str) {
    let policy = Policy::new().refuse_network("127.0.0.0/8").unwrap();
    assert_eq!(refusing(&policy, text), ["network-refused"]);
}

#[test]
fn a_zone_does_not_matter() {
    let text = "//[fe80::1%25eth0]";
    let reference = urigram::rfc6874::UriReference::parse(text).unwrap();
    let policy = Policy::new().refuse_network("fe80::/10").unwrap();
    assert!(policy.check(reference).is_err());
    let reference = urigram::rfc6874::UriReference::parse(text).unwrap();
    assert!(Policy::fetch().allow_network("fe80::/10").unwrap().permits_address("fe80::1".parse().unwrap()));
    assert!(Policy::new().allow_host("fe80::1").unwrap().check(reference).is_err());
}

#[test]
fn only_some_networks() {
    let policy = Policy::new().refuse_network("0.0.0.0/0").unwrap().refuse_network("::/0").unwrap();
    let policy = policy.allow_network("198.51.100.0/24").unwrap();
    assert!(permits(&policy, "198.51.100.7") && permits(&policy, "::ffff:198.51.100.7"));
    assert!(!permits(&policy, "8.8.8.8") && !permits(&policy, "2a00::1") && !permits(&policy, "::1"));
    assert_accepted(&policy, "http://example.com/");
}

#[rstest]
#[case::last_wins(&["+10.0.0.0/8", "-10.0.0.0/8"], false)]
#[case::and_the_other_way(&["-10.0.0.0/8", "+10.0.0.0/8"], true)]
fn the_same_network_twice(#[case] networks: &[&str], #[case] permitted: bool) {
    assert_eq!(permits(&with_networks(Policy::fetch(), networks), "10.0.0.1"), permitted);
}

#[rstest]
fn no_networks(
    #[values(
        "",
        "a",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/+8",
        "10.0.0.0/-1",
        "10.0.0/8",
        "::/129",
        "[::]/0",
        "/8",
        "10.0.0.0/8/8",
        "10.0.0.0/255.0.0.0"
    )]
    text: &str,
) {
    assert_eq!(Policy::new().allow_network(text), Err(PolicyError::Network(text.into())));
}

#[rstest]
#[case("10.0.0.1/8", "10.0.0.0/8")]
#[case("10.0.0.1/0", "0.0.0.0/0")]
#[case("2001:db8::1/32", "2001:db8::/32")]
fn host_bits(#[case] text: &str, #[case] meant: &str) {
    let error = Policy::new().refuse_network(text).unwrap_err();
    assert_eq!(error, PolicyError::NetworkBits { written: text.into(), network: meant.into() });
}
