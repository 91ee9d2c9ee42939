//! RFC 3987: IRIs, the characters that they allow beyond URIs, and the URIs that they map to.

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::Rfc3987;
use urigram::normalize::Level;
use urigram::{
    AbsoluteIri, AbsoluteUri, Host, Iri, IriReference, RegName, RelativeIriRef, RelativeRef, Rule, Uri,
    UriReference,
};

use crate::common;

/// Section 2.2: the first to the last `ucschar` is allowed in every component but the scheme and port.
#[rstest]
#[case::first('\u{A0}')]
#[case::before_surrogates('\u{D7FF}')]
#[case::second_range('\u{F900}')]
#[case::before_noncharacters('\u{FDCF}')]
#[case::after_noncharacters('\u{FDF0}')]
#[case::before_specials('\u{FFEF}')]
#[case::plane_1('\u{10000}')]
#[case::end_of_plane_13('\u{DFFFD}')]
#[case::plane_14('\u{E1000}')]
#[case::last('\u{EFFFD}')]
fn ucschar(#[case] c: char) {
    let text = format!("s://{c}@{c}/{c}?{c}#{c}");
    let iri = Iri::parse(&text).unwrap();
    let c = c.to_string();
    assert_eq!(iri.userinfo().unwrap(), c.as_str());
    assert_eq!(iri.host_str(), Some(c.as_str()));
    assert_eq!(iri.path(), format!("/{c}").as_str());
    assert_eq!(iri.query().unwrap(), c.as_str());
    assert_eq!(iri.fragment().unwrap(), c.as_str());
    assert!(IriReference::parse(&format!("{c}:")).is_err());
    assert!(IriReference::parse(&format!("//h:{c}")).is_err());
    assert!(IriReference::parse(&format!("//[v1.{c}]")).is_err());
    assert!(UriReference::parse(&c).is_err());
}

/// Section 2.2: `iprivate` is allowed in the query only.
#[rstest]
#[case('\u{E000}')]
#[case('\u{F8FF}')]
#[case('\u{F0000}')]
#[case('\u{10FFFD}')]
fn iprivate(#[case] c: char) {
    assert!(IriReference::parse(&format!("?{c}")).is_ok());
    for elsewhere in [format!("{c}"), format!("/{c}"), format!("//{c}"), format!("//{c}@h"), format!("#{c}")]
    {
        assert!(IriReference::parse(&elsewhere).is_err(), "{elsewhere:?}");
    }
}

#[rstest]
#[case::control('\u{9F}')]
#[case::noncharacter('\u{FDD0}')]
#[case::special('\u{FFF0}')]
#[case::replacement('\u{FFFD}')]
#[case::end_of_a_plane('\u{1FFFE}')]
#[case::tag('\u{E0001}')]
#[case::space(' ')]
fn neither(#[case] c: char) {
    assert!(IriReference::parse(&format!("?{c}")).is_err());
}

/// Section 3.1.
#[rstest]
#[case("http://www.example.org/red%09ros\u{E9}#red", "http://www.example.org/red%09ros%C3%A9#red")]
#[case(
    "http://example.com/\u{10300}\u{10301}\u{10302}",
    "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82"
)]
#[case("http://r\u{E9}sum\u{E9}.example.org", "http://r%C3%A9sum%C3%A9.example.org")]
#[case("http://www.example.org/D%C3%BCrst", "http://www.example.org/D%C3%BCrst")]
#[case("http://[v1.a]:80/?#", "http://[v1.a]:80/?#")]
fn maps_to(#[case] iri: &str, #[case] uri: &str) {
    let mapped = Iri::parse(iri).unwrap().to_uri().unwrap();
    assert_eq!(mapped, uri);
    assert_eq!(mapped.components(), Uri::parse(uri).unwrap().components());
}

/// Section 3.2, with the examples of section 3.2.1 first.
#[rstest]
#[case("http://www.example.org/D%C3%BCrst", "http://www.example.org/D\u{FC}rst")]
#[case::latin_1("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst")]
#[case::bidi_control("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE")]
#[case::unreserved("http://a/%7Eme%2D", "http://a/~me-")]
#[case::reserved("http://a/%2F%3F%23%5B%25%26", "http://a/%2F%3F%23%5B%25%26")]
#[case::not_in_a_uri("http://a/%20%22%3C%00", "http://a/%20%22%3C%00")]
#[case::parts_of_characters("http://a/%C3%A9%C3%A9%C3?%A9", "http://a/\u{E9}\u{E9}%C3?%A9")]
#[case::surrogate("http://a/%ED%A0%80", "http://a/%ED%A0%80")]
#[case::overlong("http://a/%C0%AF", "http://a/%C0%AF")]
#[case::private_use("http://a/%EE%80%80?%EE%80%80#%EE%80%80", "http://a/%EE%80%80?\u{E000}#%EE%80%80")]
#[case::not_a_character("http://a/%EF%BF%BE?%EF%BF%BE", "http://a/%EF%BF%BE?%EF%BF%BE")]
#[case::like_a_space("http://a/%C2%A0%E3%80%80", "http://a/%C2%A0%E3%80%80")]
#[case::invisible("http://a/%E2%80%8B%C2%AD", "http://a/%E2%80%8B%C2%AD")]
#[case::every_component(
    "s://%C3%A9@%C3%A9:1/%C3%A9?%C3%A9#%C3%A9",
    "s://\u{E9}@\u{E9}:1/\u{E9}?\u{E9}#\u{E9}"
)]
#[case::address("s://[::1]/", "s://[::1]/")]
#[case::empty("s:", "s:")]
fn maps_back_to(#[case] uri: &str, #[case] iri: &str) {
    let uri = Uri::parse(uri).unwrap();
    let mapped = uri.to_iri().unwrap();
    assert_eq!(mapped, iri);
    assert!(mapped.to_uri().unwrap().equivalent(&uri, Level::Percent));
}

proptest! {
    #[test]
    fn maps_back_to_an_iri_of_the_same_uri(text in common::strategies::reference()) {
        let uri = UriReference::parse(&text).unwrap();
        let iri = uri.to_iri_reference().unwrap();
        prop_assert!(iri.to_uri_reference().unwrap().equivalent(&uri, Level::Percent));
    }
}

#[test]
fn each_type_maps_back_to_its_own() {
    assert_eq!(AbsoluteUri::parse("s:%C3%A9").unwrap().to_absolute_iri().unwrap(), "s:\u{E9}");
    assert_eq!(RelativeRef::parse("%C3%A9#").unwrap().to_relative_iri_ref().unwrap(), "\u{E9}#");
    assert_eq!(UriReference::parse("%C3%A9").unwrap().to_iri_reference().unwrap(), "\u{E9}");
}

#[test]
fn each_type_maps_to_its_own() {
    assert_eq!(AbsoluteIri::parse("s:\u{E9}").unwrap().to_absolute_uri().unwrap(), "s:%C3%A9");
    assert_eq!(RelativeIriRef::parse("\u{E9}#").unwrap().to_relative_ref().unwrap(), "%C3%A9#");
    assert_eq!(IriReference::parse("\u{E9}").unwrap().to_uri_reference().unwrap(), "%C3%A9");
}

#[cfg(within_rfc3987)]
#[test]
fn a_uri_is_an_iri_and_an_iri_may_be_a_uri() {
    let uri = Uri::parse("http://user@[::1]:80/a/b?c#d").unwrap();
    let iri = Iri::from(uri);
    assert_eq!(iri.as_str(), uri.as_str());
    assert_eq!(iri.components(), Iri::parse(uri.as_str()).unwrap().components());
    assert_eq!(Uri::try_from(iri).unwrap(), uri);
    assert_eq!(
        AbsoluteIri::from(urigram::AbsoluteUri::parse("a:b").unwrap()),
        AbsoluteIri::parse("a:b").unwrap()
    );

    let rejected = Uri::try_from(Iri::parse("s:/\u{E9}").unwrap()).unwrap_err();
    assert_eq!((rejected.error().component(), rejected.error().offset()), (Rule::path, 3));
    assert_eq!(rejected.into_inner(), "s:/\u{E9}");
}

#[test]
fn a_name_is_of_its_grammar() {
    let iri = Iri::parse("http://\u{4F8B}\u{3048}.jp").unwrap();
    let Some(Host::RegName(name)) = iri.host() else { panic!("a reg-name") };
    assert_eq!(name, "\u{4F8B}\u{3048}.jp");
    assert_eq!(format!("{iri:?}"), "Iri(\"http://\u{4F8B}\u{3048}.jp\")");
}

/// Offsets are in bytes, not characters; characters beyond ASCII are described as such.
#[rstest]
#[case(
    "/\u{E9}\u{E000}",
    Rule::path,
    3,
    "unexpected '\\u{e000}' in the path at byte 3",
    "percent-encode it as `%EE%80%80`"
)]
#[case(
    "//\u{E9}:x",
    Rule::port,
    5,
    "unexpected 'x' in the port at byte 5",
    "expected a digit, or the end of the port"
)]
#[case(
    "//[v1.",
    Rule::host,
    6,
    "the host ends too early at byte 6",
    "expected a letter, a digit, `!`, `$`, `&`, `'`, `(`, `)`, `*`, `+`, `,`, `-`, `.`, `:`, `;`, `=`, `_` or `~`"
)]
fn faults(
    #[case] text: &str,
    #[case] component: Rule,
    #[case] offset: usize,
    #[case] message: &str,
    #[case] help: &str,
) {
    let error = IriReference::parse(text).unwrap_err();
    assert_eq!((error.component(), error.offset()), (component, offset));
    assert_eq!(error.to_string(), message);
    assert_eq!(error.help().to_string(), help);
}

#[test]
fn what_is_beyond_ascii_is_expected_as_such() {
    let error = RegName::<Rfc3987>::try_from("\u{E9}/").unwrap_err();
    assert_eq!(error.offset(), 2);
    let help = error.help().to_string();
    assert!(help.starts_with("expected a letter, a digit, a character beyond ASCII, `!`, "), "{help}");
    assert!(!RegName::parse("a/").unwrap_err().help().to_string().contains("beyond"));
}
