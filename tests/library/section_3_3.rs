//! Section 3.3: the five alternatives of `path`, each where the syntax allows it, and the segments.

use std::ops::Range;

use rstest::rstest;
use urigram::grammar::PathKind;
use urigram::{Path, Rule, Segment, UriReference};

#[rstest]
#[case::empty_after_authority("//a", "", PathKind::AbEmpty)]
#[case::empty_after_empty_authority("a://", "", PathKind::AbEmpty)]
#[case::slash_after_authority("//a/", "/", PathKind::AbEmpty)]
#[case::two_slashes_after_authority("a://b//", "//", PathKind::AbEmpty)]
#[case::two_slashes_after_empty_authority("////a", "//a", PathKind::AbEmpty)]
#[case::absolute_after_scheme("a:/", "/", PathKind::Absolute)]
#[case::absolute_alone("/", "/", PathKind::Absolute)]
#[case::absolute_with_colon("/a:b", "/a:b", PathKind::Absolute)]
#[case::absolute_with_empty_segments("/a//b/", "/a//b/", PathKind::Absolute)]
#[case::noscheme("a", "a", PathKind::NoScheme)]
#[case::noscheme_with_colon_later("a/b:c", "a/b:c", PathKind::NoScheme)]
#[case::noscheme_with_empty_segments("a//", "a//", PathKind::NoScheme)]
#[case::noscheme_of_dots("..", "..", PathKind::NoScheme)]
#[case::noscheme_with_at_sign("@/a", "@/a", PathKind::NoScheme)]
#[case::rootless("a:b", "b", PathKind::Rootless)]
#[case::rootless_with_colon("a:b:c/d", "b:c/d", PathKind::Rootless)]
#[case::rootless_of_a_colon("a::", ":", PathKind::Rootless)]
#[case::rootless_with_empty_segments("a:b//", "b//", PathKind::Rootless)]
#[case::empty_after_scheme("a:", "", PathKind::Empty)]
#[case::empty_alone("", "", PathKind::Empty)]
#[case::empty_before_query("?a/b", "", PathKind::Empty)]
#[case::empty_before_fragment("a:#/b", "", PathKind::Empty)]
fn kind_of_path(#[case] text: &str, #[case] path: &str, #[case] kind: PathKind) {
    let reference = UriReference::parse(text).unwrap();
    assert_eq!(reference.path().as_str(), path);
    assert_eq!(reference.path().kind(), kind);
    assert_eq!(reference.components().path_kind(), Some(kind));
    assert_eq!(reference.path().is_empty(), path.is_empty());
}

/// A path can begin with `//` only after an authority, and its first segment can have a colon only after a
/// scheme or a slash.
#[rstest]
#[case(":")]
#[case(":a")]
#[case("1:a")]
#[case("%61:b")]
#[case("@:b")]
#[case("//:a/")]
fn no_path(#[case] text: &str) {
    assert!(UriReference::parse(text).is_err());
}

#[rstest]
#[case::empty("", &[])]
#[case::slash("/", &[""])]
#[case::two_slashes("//", &["", ""])]
#[case::absolute("/a/b", &["a", "b"])]
#[case::final_slash("/a/b/", &["a", "b", ""])]
#[case::rootless("a:b/c", &["a:b", "c"])]
#[case::rootless_and_empty("a//b", &["a", "", "b"])]
#[case::empty_first("//a", &["", "a"])]
#[case::dot_segments("./../.", &[".", "..", "."])]
#[case::encoded_slash("/a%2Fb", &["a%2Fb"])]
fn segments(#[case] path: &str, #[case] expected: &[&str]) {
    let segments = || Path::parse(path).unwrap().segments();
    assert_eq!(segments().collect::<Vec<_>>(), expected);
    let mut backwards = segments().rev().collect::<Vec<_>>();
    backwards.reverse();
    assert_eq!(backwards, expected);
    let components = Rule::path.parse(path).unwrap();
    let placed: Vec<_> = components.segments(path).map(|range| &path[range]).collect();
    assert_eq!(placed, expected);
}

#[rstest]
#[case::behind_an_authority("http://a/b/?q", &[9..10, 11..11])]
#[case::behind_a_scheme("a:b/c", &[2..3, 4..5])]
#[case::no_path("http://a?/b", &[])]
#[case::with_encoded("/%2F/b#/", &[1..4, 5..6])]
fn places_of_segments(#[case] text: &str, #[case] expected: &[Range<usize>]) {
    let components = Rule::URI_reference.parse(text).unwrap();
    assert_eq!(components.segments(text).collect::<Vec<_>>(), expected);
}

#[test]
fn no_places_in_a_rule_without_a_path() {
    assert_eq!(Rule::authority.parse("a@b").unwrap().segments("a@b").count(), 0);
}

#[test]
fn segments_from_both_ends() {
    let mut segments = Path::parse("/a/b/c").unwrap().segments().map(|segment| segment.as_str());
    assert_eq!(segments.next_back(), Some("c"));
    assert_eq!(segments.next(), Some("a"));
    assert_eq!(segments.next_back(), Some("b"));
    assert_eq!((segments.next(), segments.next_back(), segments.next()), (None, None, None));
}

#[rstest]
#[case::of_3_3_semicolon("name;v=1.1", ';', &[("v", Some("1.1"))])]
#[case::of_3_3_comma("name,1.1", ',', &[("1.1", None)])]
#[case::none("name", ';', &[])]
#[case::other_delimiter("a,b;c", ';', &[("c", None)])]
#[case::empty_name(";a=", ';', &[("a", Some(""))])]
#[case::empty_parameters("a;;=;", ';', &[("", None), ("", Some("")), ("", None)])]
#[case::encoded("a%3B;b%3D=%3b=c", ';', &[("b=", Some(";=c"))])]
fn parameters(#[case] segment: &str, #[case] delimiter: char, #[case] expected: &[(&str, Option<&str>)]) {
    let parameters = Segment::parse(segment).unwrap().parameters(delimiter);
    let parameters: Vec<_> =
        parameters.map(|(name, value)| (name.to_string(), value.map(|value| value.to_string()))).collect();
    let parameters: Vec<_> =
        parameters.iter().map(|(name, value)| (name.as_str(), value.as_deref())).collect();
    assert_eq!(parameters, expected);
}

#[rstest]
#[case("a.txt", Some(("a", "txt")))]
#[case("a.tar.gz", Some(("a.tar", "gz")))]
#[case("a%2Etxt", Some(("a", "txt")))]
#[case("a.tar%2egz", Some(("a.tar", "gz")))]
#[case("a%2Etar.gz", Some(("a%2Etar", "gz")))]
#[case("a.", Some(("a", "")))]
#[case("...", Some(("..", "")))]
#[case("..a", Some((".", "a")))]
#[case("a", None)]
#[case(".a", None)]
#[case("%2Ea", None)]
#[case(".", None)]
#[case("..", None)]
#[case("%2E.", None)]
#[case(".%2e", None)]
#[case("", None)]
fn extension(#[case] name: &str, #[case] expected: Option<(&str, &str)>) {
    let segment = Segment::parse(name).unwrap();
    assert_eq!(segment.extension().map(|extension| (segment.stem().as_str(), extension.as_str())), expected);
    if expected.is_none() {
        assert_eq!(segment.stem(), name);
    }
}

#[rstest]
#[case("/a/b.c", Some("b.c"))]
#[case("b", Some("b"))]
#[case("a/.b", Some(".b"))]
#[case("/a/", None)]
#[case("/", None)]
#[case("", None)]
#[case("/a/.", None)]
#[case("/a/%2E%2e", None)]
#[case("...", Some("..."))]
#[case("a/b;c", Some("b;c"))]
fn file_name(#[case] path: &str, #[case] expected: Option<&str>) {
    assert_eq!(Path::parse(path).unwrap().file_name().map(|name| name.as_str()), expected);
}
