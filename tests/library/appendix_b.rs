//! Appendix B: the components of any text, and references from components that were not parsed.

use std::hint::black_box;

use allocation_counter::measure;
use proptest::prelude::*;
use rstest::rstest;
use urigram::generic::{Uri, UriReference};
use urigram::grammar::{Components, Grammar, HostKind, PathKind, ReferenceKind, Rfc3986, Rfc3987, Rfc6874};
use urigram::normalize::{Level, Normalizer};
use urigram::resolve::Resolver;
use urigram::{IriReference, Rule};

use crate::common::rfc::Split;
use crate::common::strategies::{near_reference, nearly, parts, reference};

/// Even a text that no rule matches has components.
#[rstest]
#[case::no_scheme_of_section_3_1("1a:b", "scheme=1a path=b")]
#[case::beyond_ascii("é:ü#ö", "scheme=é path=ü fragment=ö")]
#[case::empty_scheme("://h/", "path=://h/")]
#[case::spaces("http://a b/c d?e f#g h", "scheme=http host=a b path=/c d query=e f fragment=g h")]
#[case::second_at("//a@b@c:1", "userinfo=a host=b@c port=1 path=")]
#[case::second_colon("//a:b:c/", "host=a port=b:c path=/")]
#[case::no_port("//h:é", "host=h port=é path=")]
#[case::open_bracket("//[::1/p", "host=[::1 path=/p")]
#[case::after_the_bracket("//u@[::1]x:80", "userinfo=u host=[::1]x port=80 path=")]
#[case::bracket_in_the_path("//[/]:1", "host=[ path=/]:1")]
#[case::second_number_sign("a#b#c", "path=a fragment=b#c")]
#[case::question_mark_in_the_fragment("#a?b", "path= fragment=a?b")]
#[case::template("http://{host}:{port}/{path}", "scheme=http host={host} port={port} path=/{path}")]
fn components_of_what_is_no_reference(#[case] text: &str, #[case] expected: &str) {
    let at = Components::split(text);
    let named = [
        ("scheme", at.scheme()),
        ("userinfo", at.userinfo()),
        ("host", at.host()),
        ("port", at.port()),
        ("path", at.path()),
        ("query", at.query()),
        ("fragment", at.fragment()),
    ];
    let named: Vec<_> =
        named.iter().filter_map(|(name, range)| Some(format!("{name}={}", &text[range.clone()?]))).collect();
    assert_eq!(named.join(" "), expected);
}

#[rstest]
#[case::registered_name("//a b", Some(HostKind::RegName), PathKind::AbEmpty)]
#[case::empty("//", Some(HostKind::RegName), PathKind::AbEmpty)]
#[case::ipv4("//1.2.3.4:x/ ", Some(HostKind::Ipv4), PathKind::AbEmpty)]
#[case::zone("//[fe80::1%25a]/ ", Some(HostKind::Ipv6), PathKind::AbEmpty)]
#[case::no_address("//[::x]", None, PathKind::AbEmpty)]
#[case::open_bracket("//[::1", None, PathKind::AbEmpty)]
#[case::no_authority("1.2.3.4é", None, PathKind::NoScheme)]
#[case::absolute("/ ", None, PathKind::Absolute)]
#[case::rootless("a: ", None, PathKind::Rootless)]
#[case::no_path("^:", None, PathKind::Empty)]
fn kinds_of_what_is_no_reference(#[case] text: &str, #[case] host: Option<HostKind>, #[case] path: PathKind) {
    let at = Components::split(text);
    let kind = if at.scheme().is_some() { ReferenceKind::Uri } else { ReferenceKind::RelativeRef };
    assert_eq!((at.kind(), at.host_kind(), at.path_kind()), (Some(kind), host, Some(path)));
}

#[test]
fn splitting_allocates_nothing() {
    let long = format!("http://u@{}:80/{}?q#f", "h".repeat(10_000), "a/".repeat(10_000));
    assert_eq!(measure(|| assert!(Components::split(black_box(&long)).host().is_some())).count_total, 0);
}

/// Calls the operations that do not panic for a reference with any text.
fn used<G: Grammar>(text: &str, base: &str) {
    let reference =
        UriReference::<&str, G>::from_components_unchecked(text, Components::split(text)).unwrap();
    black_box((reference.scheme(), reference.userinfo(), reference.host(), reference.host_str()));
    black_box((reference.port().map(|port| port.to_u16()), reference.query(), reference.fragment()));
    black_box(reference.path().segments().count());
    let authority = reference.authority();
    black_box(authority.map(|authority| (authority.userinfo(), authority.host(), authority.port())));
    black_box((reference.form(), reference.without_fragment(), reference.redacted().to_string()));
    black_box(format!("{reference:?}"));
    black_box(reference.findings());
    for level in Level::ALL {
        black_box(reference.normalize_to(level));
        black_box(Normalizer::new(level).fragment(false).normalize(&reference));
        black_box(reference.equivalent(&reference.to_owned(), level));
    }
    let Some(base) = Uri::<&str, G>::from_components_unchecked(base, Components::split(base)) else { return };
    black_box((reference.compare(&base), base.compare(&base), base.normalize(), base.scheme()));
    let _ = black_box(base.is_same_document(&reference));
    let resolver = Resolver::new();
    for resolver in
        [resolver, resolver.lenient(true), resolver.deny_above_root(true), resolver.deny_guard(true)]
    {
        let _ = black_box(resolver.resolve(&base, &reference));
    }
    if let Ok(target) = base.resolve(&reference) {
        let _ = black_box((base.relativize(&target), target.normalize()));
    }
}

/// Generates texts of delimiters, broken percent-encodings and characters of each length in bytes.
fn any_text() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "",
        "a",
        "A",
        "é",
        "\u{2028}",
        "\u{10300}",
        "\0",
        " ",
        "%",
        "%4",
        "%4é",
        "%é",
        "%41",
        "%c3%a9",
        "%C3",
        ":",
        "/",
        "//",
        "/.",
        "/..",
        "..",
        "?",
        "#",
        "@",
        "[",
        "]",
        "[::1]",
        "[FE80::1%25é]",
        "[v1.",
        "1.2.3.4",
        ":80",
        "http:",
        "HTTPS://",
        "urn:",
        "mailto:",
        "sip:",
        "tel:",
        "file:",
        "&",
        "=",
        ";",
        "+",
        "\\",
        "xn--",
        "ｅ",
    ];
    let pieces =
        prop::collection::vec(prop::sample::select(PIECES), 0..12).prop_map(|pieces| pieces.concat());
    prop_oneof![4 => pieces, 1 => any::<String>(), 1 => nearly(reference())]
}

proptest! {
    #[test]
    fn components_are_those_of_the_regular_expression(text in any_text()) {
        let at = Components::split(&text);
        let split = Split {
            scheme: at.scheme().map(|range| &text[range]),
            authority: at.authority().map(|range| &text[range]),
            path: at.path().map(|range| &text[range]).unwrap(),
            query: at.query().map(|range| &text[range]),
            fragment: at.fragment().map(|range| &text[range]),
        };
        prop_assert_eq!(split, Split::of(&text));
    }

    #[test]
    fn components_of_a_reference_are_those_of_a_parse(parts in parts()) {
        let text = parts.recompose();
        prop_assert_eq!(Components::split(&text), Rule::URI_reference.parse(&text)?);
    }

    #[test]
    fn components_of_what_parses_are_those_of_the_parse(text in prop_oneof![near_reference(), any_text()]) {
        if let Ok(reference) = IriReference::parse(&text) {
            prop_assert_eq!(&Components::split(&text), reference.components());
        }
        if let Ok(reference) = urigram::rfc6874::UriReference::parse(&text) {
            prop_assert_eq!(&Components::split(&text), reference.components());
        }
    }

    /// The results of these operations are unspecified, but nothing panics.
    #[test]
    fn a_reference_of_any_text_can_be_used(text in any_text(), base in any_text()) {
        used::<Rfc3986>(&text, &base);
        used::<Rfc3987>(&text, &base);
        used::<Rfc6874>(&text, &base);
        used::<Rfc3987>(&text, &format!("a:{base}"));
    }
}
