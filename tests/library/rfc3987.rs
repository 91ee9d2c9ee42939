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

/// Section 2.2: every `ucschar` is allowed in every component except the scheme and the port.
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

/// Offsets are in bytes rather than characters, and messages describe characters beyond ASCII as such.
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

fn iri(text: &str) -> IriReference<&str> {
    IriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Section 5.3.2: each pair of IRIs that it calls equivalent, and the level at which they are equal.
#[rstest]
#[case::the_two_iris(
    "example://a/b/c/%7Bfoo%7D/rosé",
    "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
    Some(Level::Path)
)]
#[case::digits("http://a/%3a", "http://a/%3A", Some(Level::Case))]
#[case::ascii_host("HTTP://www.EXAMPLE.com/", "http://www.example.com/", Some(Level::Case))]
#[case::unreserved("http://example.org/~user", "http://example.org/%7euser", Some(Level::Percent))]
#[case::beyond_ascii("http://example.org/ros%C3%A9", "http://example.org/rosé", Some(Level::Percent))]
#[case::other_host("http://α.CoM", "http://α.com", None)]
#[case::encoded_host("http://%CE%B1.CoM", "http://α.CoM", Some(Level::Percent))]
#[case::reserved("http://a/%2F", "http://a//", None)]
fn section_5_3_2(#[case] a: &str, #[case] b: &str, #[case] level: Option<Level>) {
    assert_eq!(iri(a).compare(&iri(b)), level);
    assert_eq!(iri(b).compare(&iri(a)), level);
}

/// Sections 3.2 and 5.3.2.3: the characters that a component may have are decoded.
#[rstest]
#[case::every_component("s://%C3%A9@%C3%A9:1/%C3%A9?%C3%A9#%C3%A9", "s://é@é:1/é?é#é")]
#[case::relative("%C3%A9/..?%c3%a9", "é/..?é")]
#[case::three_octets("/%E6%97%A5", "/日")]
#[case::four_octets("/%F0%90%8C%80?%F0%90%8C%80", "/\u{10300}?\u{10300}")]
#[case::with_ascii("/%41%C3%A9%42", "/AéB")]
#[case::with_dots("a:/b/%C3%A9/../%c3%a8", "a:/b/è")]
#[case::private_in_a_query("/%EE%80%80?%EE%80%80#%EE%80%80", "/%EE%80%80?\u{E000}#%EE%80%80")]
#[case::bidirectional("/%E2%80%8E%e2%80%ae?%D8%9C", "/%E2%80%8E%E2%80%AE?%D8%9C")]
#[case::noncharacter("/%EF%B7%90", "/%EF%B7%90")]
#[case::control("/%C2%9F", "/%C2%9F")]
#[case::delimiters("/%2f%3F%23%5b%20", "/%2F%3F%23%5B%20")]
#[case::truncated("/%C3", "/%C3")]
#[case::truncated_before_ascii("/%e6%97a", "/%E6%97a")]
#[case::truncated_before_a_character("/%c3%C3%A9", "/%C3é")]
#[case::continuation("/%a9%C3%A9", "/%A9é")]
#[case::overlong("/%C0%AF%E0%80%AF", "/%C0%AF%E0%80%AF")]
#[case::surrogate("/%ED%A0%80", "/%ED%A0%80")]
#[case::too_large("/%F4%90%80%80", "/%F4%90%80%80")]
#[case::none_is_created("/%25C3%25A9", "/%25C3%25A9")]
#[case::host_of_ascii("HTTP://EX%41/", "http://exa/")]
#[case::host_beyond_ascii("HTTP://\u{C9}A%42/", "http://\u{C9}AB/")]
#[case::host_beyond_ascii_after_a_userinfo("HTTP://U@É.A/", "http://U@É.A/")]
#[case::host_with_an_octet("//%ff.A", "//%FF.A")]
#[case::address("//127.0.0.%31", "//127.0.0.1")]
fn normal_forms(#[case] text: &str, #[case] form: &str) {
    check_forms(text);
    assert_eq!(iri(text).normalize(), form);
}

/// Checks that each form is normal, parses to its components and is the form of the form below.
fn check_forms(text: &str) {
    let mut below = text.to_owned();
    let reference = iri(text);
    for level in Level::ALL {
        let form = reference.normalize_to(level);
        assert_eq!(form.components(), iri(form.as_str()).components(), "{text}: {level}");
        assert_eq!(iri(form.as_str()).normalize_to(level), form, "{text}: {level}");
        assert_eq!(iri(&below).normalize_to(level), form, "{text}: {level}");
        below = form.into_inner().into_owned();
    }
}

/// Returns the text with its characters decoded, by way of the octets.
fn decoded(text: &str, is_query: bool) -> String {
    let mut decoded = String::new();
    let mut rest = text;
    while let Some(percent) = rest.find('%') {
        decoded += &rest[..percent];
        rest = &rest[percent..];
        let mut octets = Vec::new();
        while let Some(triplet) = rest.strip_prefix('%') {
            octets.push(u8::from_str_radix(&triplet[..2], 16).unwrap());
            rest = &triplet[2..];
        }
        for chunk in octets.utf8_chunks() {
            for c in chunk.valid().chars() {
                let text = c.to_string();
                let may_be_there = match is_query {
                    true => IriReference::parse(&format!("?{c}")).is_ok(),
                    false => IriReference::parse(&format!("/{c}")).is_ok(),
                };
                let is_unreserved = !c.is_ascii() || c.is_ascii_alphanumeric() || "-._~".contains(c);
                let is_bidi = "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}".contains(c);
                match may_be_there && is_unreserved && !is_bidi {
                    true => decoded += &text,
                    false => decoded.extend(text.bytes().map(|byte| format!("%{byte:02X}"))),
                }
            }
            decoded.extend(chunk.invalid().iter().map(|byte| format!("%{byte:02X}")));
        }
    }
    decoded + rest
}

/// Generates text with characters, their octets, and octets of no character.
fn octets() -> impl Strategy<Value = String> {
    let encoded = |text: String| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let piece = prop_oneof![
        any::<char>().prop_map(move |c| encoded(c.to_string())),
        prop::sample::select(&["é", "日", "a", ".", "..", "/", "~", "%2E", "%41"]).prop_map(str::to_owned),
        any::<u8>().prop_map(|byte| format!("%{byte:02X}")),
        prop::sample::select(&["\u{200E}", "\u{E000}", "é", "\u{10FFFD}"])
            .prop_map(move |text| encoded(text.to_owned())),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn normal_forms_decode_characters(path in octets(), query in octets(), host in "([aB.é]|%C3%A9|%4[1a]|%31|1){0,5}") {
        let text = format!("S://{host}/{path}?{query}#{path}");
        check_forms(&text);
        let reference = iri(&text);
        let form = reference.normalize_to(Level::Percent).into_inner();
        let is_ascii = host.is_ascii() && !host.contains("%C3");
        let mut host = decoded(&host, false);
        if is_ascii {
            host.make_ascii_lowercase();
        }
        let (path, query) = (decoded(&path, false), decoded(&query, true));
        prop_assert_eq!(form, format!("s://{host}/{path}?{query}#{path}"));
    }
}
