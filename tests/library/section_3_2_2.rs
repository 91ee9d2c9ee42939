//! Section 3.2.2: the alternatives of `host`, and the typed host.

use std::net::{Ipv4Addr, Ipv6Addr};

use rstest::rstest;
use urigram::grammar::HostKind;
use urigram::{Authority, Host, RegName, Rule, UriReference};

/// Texts before and after a host, which must not affect the alternative that matches.
const CONTEXTS: [(&str, &str); 6] =
    [("//", ""), ("//", ":80"), ("a://u@", "/"), ("//", "/1.2.3.4"), ("//@", "?q"), ("a://1.2.3.4@", "#f")];

/// Returns the kind of the host, and asserts that it is the same in every context.
fn kind(host: &str) -> Option<HostKind> {
    let kinds = CONTEXTS.map(|(before, after)| {
        let text = format!("{before}{host}{after}");
        let reference = UriReference::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(reference.authority().map(|authority| authority.host_str().to_owned()), Some(host.into()));
        reference.components().host_kind()
    });
    assert_eq!(kinds, [kinds[0]; 6], "{host}");
    kinds[0]
}

fn typed(host: &str) -> Host<'_> {
    Authority::parse(host).unwrap_or_else(|error| panic!("{host}: {error}")).host()
}

#[rstest]
#[case([127, 0, 0, 1])]
#[case([0, 0, 0, 0])]
#[case([255, 255, 255, 255])]
#[case([1, 10, 100, 200])]
#[case([249, 250, 199, 99])]
fn ipv4address(#[case] octets: [u8; 4]) {
    let [a, b, c, d] = octets;
    let text = format!("{a}.{b}.{c}.{d}");
    assert_eq!(kind(&text), Some(HostKind::Ipv4));
    assert_eq!(typed(&text), Host::Ipv4(Ipv4Addr::from(octets)));
}

#[rstest]
#[case::empty("")]
#[case::name("example.com")]
#[case::case_is_kept("EXAMPLE.Com")]
#[case::final_dot("example.com.")]
#[case::percent_encoding("r%C3%A9sum%C3%A9.example")]
#[case::sub_delims("!$&'()*+,;=")]
#[case::leading_zeros("127.0.0.001")]
#[case::one_leading_zero("01.2.3.4")]
#[case::first_octet_too_large("256.1.1.1")]
#[case::last_octet_too_large("1.1.1.256")]
#[case::octet_of_four_digits("1000.1.1.1")]
#[case::goes_on_as_a_name("1.2.3.4.example")]
#[case::goes_on_with_a_dot("1.2.3.4.")]
#[case::goes_on_with_a_digit("1.2.3.2555")]
#[case::goes_on_with_a_letter("1.2.3.4a")]
#[case::goes_on_with_a_hyphen("1.2.3.4-5")]
#[case::goes_on_with_a_sub_delim("1.2.3.4!")]
#[case::goes_on_with_a_percent_encoding("1.2.3.4%20")]
#[case::three_octets("1.2.3")]
#[case::five_octets("1.2.3.4.5")]
#[case::empty_octet("1..3.4")]
#[case::hexadecimal("0x7f.0.0.1")]
#[case::one_number("2130706433")]
#[case::percent_encoded_digit("%31.2.3.4")]
#[case::like_an_ipvfuture("v1.a")]
fn reg_name(#[case] text: &str) {
    assert_eq!(kind(text), Some(HostKind::RegName));
    assert_eq!(typed(text), Host::RegName(RegName::parse(text).unwrap()));
}

/// Returns `left` groups, `::` and `right` groups, where the groups are 1, 2, …, and the address that they
/// denote.
fn elided(left: u16, right: u16) -> (String, [u16; 8]) {
    let groups = |range: std::ops::Range<u16>| range.map(|n| format!("{n:x}")).collect::<Vec<_>>().join(":");
    let text = groups(1..left + 1) + "::" + &groups(left + 1..left + right + 1);
    let mut address = [0; 8];
    for n in 1..=left.min(8) {
        address[usize::from(n - 1)] = n;
    }
    for n in 1..=right.min(8) {
        address[usize::from(8 - n)] = left + right + 1 - n;
    }
    (text, address)
}

/// The second to the ninth alternative have a `::`. They allow at most 0 to 7 groups before it and at most 7 to 0 groups after
/// it, at most seven groups in total.
#[rstest]
fn ipv6address_with_elision(#[values(0, 1, 2, 3, 4, 5, 6, 7, 8)] left: u16) {
    for right in 0..=8 {
        let (text, address) = elided(left, right);
        let literal = format!("[{text}]");
        assert_eq!(Rule::IPv6address.parse(&text).is_ok(), left + right <= 7, "{text}");
        assert_eq!(Rule::host.parse(&literal).is_ok(), left + right <= 7, "{literal}");
        if left + right <= 7 {
            assert_eq!(kind(&literal), Some(HostKind::Ipv6));
            assert_eq!(typed(&literal), Host::Ipv6(Ipv6Addr::from(address)));
        }
    }
}

/// An IPv4 address may replace the last two groups, and no others.
#[rstest]
fn ipv6address_with_elision_and_ipv4address(#[values(0, 1, 2, 3, 4, 5, 6, 7, 8)] left: u16) {
    for right in 0..=8 {
        let (text, address) = elided(left, right);
        let text = format!("{text}{}192.0.2.16", if right == 0 { "" } else { ":" });
        let accepted = left + right + 2 <= 7;
        assert_eq!(Rule::IPv6address.parse(&text).is_ok(), accepted, "{text}");
        if accepted {
            let shifted = |n: usize| match n {
                6 => 0xC000,
                7 => 0x0210,
                n if n < usize::from(left) => address[n],
                n => address.get(n + 2).copied().filter(|_| n + 2 > 7 - usize::from(right)).unwrap_or(0),
            };
            let literal = format!("[{text}]");
            assert_eq!(kind(&literal), Some(HostKind::Ipv6));
            assert_eq!(typed(&literal), Host::Ipv6(Ipv6Addr::from(std::array::from_fn(shifted))));
        }
    }
}

#[rstest]
fn ipv6address_in_full(#[values(1, 2, 3, 4, 5, 6, 7, 8, 9)] groups: usize) {
    let text = ["0db8"; 9][..groups].join(":");
    assert_eq!(Rule::IPv6address.parse(&text).is_ok(), groups == 8, "{text}");
    let with_ipv4 = format!("{text}:1.2.3.4");
    assert_eq!(Rule::IPv6address.parse(&with_ipv4).is_ok(), groups == 6, "{with_ipv4}");
}

#[rstest]
#[case::zeros("[0000:0:00:000:0:0:0:0001]", [0, 0, 0, 0, 0, 0, 0, 1])]
#[case::upper_case("[ABCD::EF]", [0xABCD, 0, 0, 0, 0, 0, 0, 0xEF])]
#[case::mixed_case("[aBcD::eF]", [0xABCD, 0, 0, 0, 0, 0, 0, 0xEF])]
#[case::one_group_elided("[1:2:3::5:6:7:8]", [1, 2, 3, 0, 5, 6, 7, 8])]
#[case::ipv4_in_full("[1:2:3:4:5:6:1.2.3.4]", [1, 2, 3, 4, 5, 6, 0x0102, 0x0304])]
fn ipv6address(#[case] literal: &str, #[case] address: [u16; 8]) {
    assert_eq!(kind(literal), Some(HostKind::Ipv6));
    assert_eq!(typed(literal), Host::Ipv6(Ipv6Addr::from(address)));
}

#[rstest]
#[case::lower_case_v("[v7.x]", "7", "x")]
#[case::upper_case_v("[V7.x]", "7", "x")]
#[case::case_is_kept("[v1aF.Ab]", "1aF", "Ab")]
#[case::colons("[v1.fe80::1:]", "1", "fe80::1:")]
#[case::dots("[v0.1.2.3.4]", "0", "1.2.3.4")]
#[case::sub_delims("[vF.!$&'()*+,;=]", "F", "!$&'()*+,;=")]
#[case::unreserved("[v00.-._~aZ09]", "00", "-._~aZ09")]
fn ipvfuture(#[case] literal: &str, #[case] version: &str, #[case] address: &str) {
    assert_eq!(kind(literal), Some(HostKind::IpvFuture));
    assert_eq!(typed(literal), Host::IpvFuture { version, address });
}

#[rstest]
#[case::nothing("[]")]
#[case::ipv4address("[1.2.3.4]")]
#[case::reg_name("[example.com]")]
#[case::version_alone("[v1]")]
#[case::no_version("[v.a]")]
#[case::version_not_hexadecimal("[vg.a]")]
#[case::no_address("[v1.]")]
#[case::percent_encoding("[v1.%41]")]
#[case::at_sign("[v1.a@b]")]
#[case::slash("[v1.a/b]")]
#[case::zone("[fe80::1%25en1]")]
#[case::group_too_long("[00000::]")]
#[case::group_not_hexadecimal("[g::]")]
#[case::two_elisions("[1::2::3]")]
#[case::three_colons("[:::]")]
#[case::colon_first("[:1:2:3:4:5:6:7]")]
#[case::colon_last("[1:2:3:4:5:6:7:]")]
#[case::ipv4_not_last("[::1.2.3.4:1]")]
#[case::ipv4_with_leading_zero("[::1.2.3.04]")]
#[case::not_closed("[::1")]
#[case::not_opened("::1]")]
#[case::no_brackets("::1")]
#[case::goes_on("[::1]a")]
#[case::begins_before("a[::1]")]
#[case::nested("[[::1]]")]
#[case::space("[::1 ]")]
fn ip_literal_falls_back_on_nothing(#[case] text: &str) {
    assert!(Rule::host.parse(text).is_err());
    for (before, after) in CONTEXTS {
        let text = format!("{before}{text}{after}");
        assert!(UriReference::parse(&text).is_err(), "{text}");
    }
}

#[rstest]
#[case("1.2.3.4", "1.2.3.4")]
#[case("[::1]", "[::1]")]
#[case("[0:0::0:1]", "[::1]")]
#[case("[v1.a:b]", "[v1.a:b]")]
#[case("EXAMPLE.com", "EXAMPLE.com")]
#[case("", "")]
fn display(#[case] text: &str, #[case] shown: &str) {
    assert_eq!(typed(text).to_string(), shown);
}
