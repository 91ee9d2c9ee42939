//! RFC 6874: zones in IPv6 addresses.

use rstest::rstest;
use urigram::grammar::HostKind;
use urigram::{Host, Rule, UriReference, rfc6874};

#[rstest]
#[case("//[fe80::a%25en1]", "fe80::a", "en1")]
#[case("//u@[fe80::1%25eth0]:80/", "fe80::1", "eth0")]
#[case("//[::%25~%41]", "::", "~%41")]
#[case("//[::ffff:192.0.2.1%25-]", "::ffff:192.0.2.1", "-")]
fn a_zone_follows_an_address(#[case] text: &str, #[case] address: &str, #[case] zone: &str) {
    let reference = rfc6874::UriReference::parse(text).unwrap();
    assert_eq!(reference.host(), Some(Host::Ipv6Zone { address: address.parse().unwrap(), zone }));
    assert_eq!(reference.components().host_kind(), Some(HostKind::Ipv6));
    assert_eq!(reference.host().unwrap().to_string(), format!("[{address}%25{zone}]"));
    assert_eq!(UriReference::parse(text).unwrap_err().component(), Rule::host);
}

#[rstest]
#[case::none("//[::1]")]
#[case::future("//[v1.a]")]
#[case::name("//a%25b")]
fn a_host_without_one_is_what_it_was(#[case] text: &str) {
    let (reference, plain) =
        (rfc6874::UriReference::parse(text).unwrap(), UriReference::parse(text).unwrap());
    assert_eq!(reference.components(), plain.components());
    assert_eq!(reference.host().unwrap().to_string(), plain.host().unwrap().to_string());
}

#[test]
fn a_uri_is_one_without_a_zone() {
    let plain = UriReference::parse("//[::1]/").unwrap();
    let wide = rfc6874::UriReference::from(plain);
    assert_eq!(wide.components(), plain.components());
    assert_eq!(UriReference::try_from(wide).unwrap(), plain);
    assert!(UriReference::try_from(rfc6874::UriReference::parse("//[::1%25a]").unwrap()).is_err());
}

#[rstest]
#[case::empty("//[::1%25]", 9)]
#[case::bare("//[fe80::a%en1]", 11)]
#[case::not_encoded("//[::1%25a/b]", 10)]
#[case::after_an_ipv4_address("//1.2.3.4%25a]", 13)]
fn no_zone(#[case] text: &str, #[case] offset: usize) {
    let error = rfc6874::UriReference::parse(text).unwrap_err();
    assert_eq!((error.component(), error.offset()), (Rule::host, offset));
}
