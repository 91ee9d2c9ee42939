//! RFC 3987, section 3.1, step 2: the conversion of hosts to their DNS form.

use rstest::rstest;
use urigram::{AbsoluteIri, AbsoluteUri, Iri, IriReference, RelativeIriRef, RelativeRef, Uri};

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
fn each_type_maps_to_its_own() {
    let uri: Uri = Iri::parse("s://\u{4F8B}.jp/#\u{E9}").unwrap().to_uri_idna().unwrap();
    assert_eq!(uri, "s://xn--fsq.jp/#%C3%A9");
    let uri: AbsoluteUri = AbsoluteIri::parse("s://\u{4F8B}.jp/").unwrap().to_absolute_uri_idna().unwrap();
    assert_eq!(uri, "s://xn--fsq.jp/");
    let uri: RelativeRef = RelativeIriRef::parse("//\u{4F8B}.jp/").unwrap().to_relative_ref_idna().unwrap();
    assert_eq!(uri, "//xn--fsq.jp/");
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
