//! RFC 3987, section 3.1, step 2: the conversion of hosts to their DNS form.

use rstest::rstest;
use urigram::IriReference;

#[rstest]
#[case("http://r\u{E9}sum\u{E9}.example.org", "http://xn--rsum-bpad.example.org")]
#[case("//\u{E9}@\u{4F8B}.jp:80/\u{E9}?\u{E9}#\u{E9}", "//%C3%A9@xn--fsq.jp:80/%C3%A9?%C3%A9#%C3%A9")]
#[case::ascii_stays("//EXAMPLE.com/", "//EXAMPLE.com/")]
#[case::not_a_name("//[::1]/\u{E9}", "//[::1]/%C3%A9")]
#[case::no_host("\u{E9}", "%C3%A9")]
fn maps_to(#[case] iri: &str, #[case] uri: &str) {
    assert_eq!(IriReference::parse(iri).unwrap().to_uri_reference_idna().unwrap(), uri);
}

#[test]
fn a_name_that_would_become_an_address_is_an_error() {
    let error = IriReference::parse("//\u{FF11}.2.3.4/").unwrap().to_uri_reference_idna().unwrap_err();
    assert_eq!(error.to_string(), "the host `\u{FF11}.2.3.4` is not an internationalized domain name");
}

#[test]
fn what_is_no_domain_name_is_an_error() {
    let error = IriReference::parse("//\u{E9}%20/").unwrap().to_uri_reference_idna().unwrap_err();
    assert_eq!(error.to_string(), "the host `\u{E9}%20` is not an internationalized domain name");
}
