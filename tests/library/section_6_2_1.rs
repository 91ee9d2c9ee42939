//! Section 6.2.1: simple string comparison.

use std::borrow::Cow;

use rstest::rstest;
use urigram::UriReference;
use urigram::normalize::Rung;

#[rstest]
#[case::identical("http://a/%7E", "http://a/%7E", Some(Rung::String))]
#[case::of_other_case("http://a/%7E", "HTTP://a/%7E", Some(Rung::Case))]
#[case::shorter("http://a/b", "http://a/", None)]
#[case::empty("", "", Some(Rung::String))]
fn character_by_character(#[case] a: &str, #[case] b: &str, #[case] rung: Option<Rung>) {
    let parse = |text| UriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (a, b) = (parse(a), parse(b));
    assert_eq!(a.compare(&b), rung);
    assert_eq!(a.equivalent(&b, Rung::String), a.as_str() == b.as_str());
    assert!(matches!(a.normalize_to(Rung::String).into_inner(), Cow::Borrowed(text) if text == a.as_str()));
}

/// References that are already normal are borrowed, and no others are.
#[rstest]
fn what_is_normal_already_is_borrowed(
    #[values(
        "",
        "http://example.com/",
        "http://example.com/?",
        "a/../b",
        "//h:8",
        "a:/.//b",
        "//%C3%A9.example/%2F?%2C",
        "http://%31.2.3.4/",
        "http://a/.well-known/..a/a..",
        "ftp://[::1]/"
    )]
    text: &str,
) {
    let reference = UriReference::parse(text).expect("a reference");
    for rung in Rung::ALL {
        let form = reference.normalize_to(rung);
        assert_eq!(form, text);
        assert_eq!(form.components(), reference.components());
        assert!(matches!(form.into_inner(), Cow::Borrowed(_)), "{rung}");
    }
}
