//! The inverse of section 5.2. The reference resolves to exactly the target, and no shorter reference does.

use std::collections::HashMap;

use proptest::prelude::*;
use rstest::rstest;
use urigram::resolve::{RelativizeError, Relativizer, Resolver};
use urigram::{Iri, IriReference, Rule, Uri, UriReference};

use crate::common::strategies;

fn relativized(base: &str, target: &str) -> Result<String, RelativizeError> {
    let (base, target) = (Uri::parse(base).unwrap(), Uri::parse(target).unwrap());
    let reference = base.relativize(&target)?;
    assert_eq!(base.resolve(&reference).unwrap(), target, "{base} and {reference}");
    let parsed = UriReference::parse(reference.as_str()).unwrap();
    assert_eq!(parsed.components(), reference.components());
    Ok(reference.into_inner())
}

#[rstest]
// Every form of reference.
#[case::empty("http://a/b?q", "http://a/b?q", "")]
#[case::fragment("http://a/b?q#e", "http://a/b?q#f", "#f")]
#[case::empty_fragment("http://a/b?q#e", "http://a/b?q#", "#")]
#[case::query("http://a/b?q", "http://a/b?r#f", "?r#f")]
#[case::empty_query("http://a/b?q", "http://a/b?", "?")]
#[case::query_where_there_was_none("http://a/b", "http://a/b?q", "?q")]
#[case::sibling("http://a/b/c", "http://a/b/d", "d")]
#[case::child("http://a/b/c", "http://a/b/d/e", "d/e")]
#[case::directory("http://a/b/c", "http://a/b/", ".")]
#[case::uncle("http://a/b/long/c", "http://a/b/d", "/b/d")]
#[case::uncle_far_from_the_root("http://a/long/b/c", "http://a/long/d", "../d")]
#[case::grandparent("http://a/long/long/b/c/d", "http://a/long/long/", "../..")]
#[case::absolute_path("http://a/b/c", "http://a/d", "/d")]
#[case::root("http://a/b/c", "http://a/", "/")]
#[case::network_path("http://a/b/c", "http://d/e", "//d/e")]
#[case::other_port("http://a:1/b", "http://a:2/b", "//a:2/b")]
#[case::other_userinfo("http://u@[::1]:1/b?q#e", "http://v:w@[::1]:1/b?r#f", "//v:w@[::1]:1/b?r#f")]
#[case::uri("http://a/b/c", "https://a/b/c", "https://a/b/c")]
#[case::scheme_in_another_case("http://a/b", "HTTP://a/b", "HTTP://a/b")]
#[case::authority_in_another_case("http://a/b", "http://A/b", "//A/b")]
// Cases that other libraries get wrong.
#[case::no_path("http://a/b", "http://a", "//a")]
#[case::no_path_but_a_query("http://a/b", "http://a?q", "//a?q")]
#[case::no_query("http://a/b?q", "http://a/b", "b")]
#[case::no_query_in_a_directory("http://a/b/?q", "http://a/b/", ".")]
#[case::no_query_at_the_root("http://a/?q", "http://a/", "/")]
#[case::neither_path_nor_query("http://a?q", "http://a", "//a")]
#[case::no_query_but_an_empty_one("http://a/b?", "http://a/b", "b")]
#[case::empty_first_segment("http://a/b", "http://a//x", ".//x")]
#[case::empty_first_segment_from_afar("http://a/b/c", "http://a//x", "/.//x")]
#[case::empty_segments_only("http://a/b", "http://a//", ".//")]
#[case::from_an_empty_segment("http://a//x", "http://a/b", "/b")]
#[case::colon_in_the_segment("http://a/b/c", "http://a/b/d:e", "./d:e")]
#[case::colon_at_the_root("http://a/b", "http://a/d:e", "/d:e")]
#[case::colon_later("http://a/b/c", "http://a/b/d/e:f", "d/e:f")]
#[case::colon_first("http://a/b/c", "http://a/b/:", "./:")]
#[case::colon_from_below("http://a/long/b/c", "http://a/long/d:e", "../d:e")]
#[case::base_that_ends_in_dots("http://a/b/c/..", "http://a/b/c/d", "d")]
#[case::base_that_ends_in_dots_itself("http://a/b/..", "http://a/b/..", "")]
#[case::base_with_dots("http://a/b/../c", "http://a/d", "d")]
#[case::base_with_dots_and_a_query("http://a/b/../c", "http://a/b/../c?q", "?q")]
#[case::undefined_and_empty_authority("file:/a", "file:///a", "///a")]
#[case::empty_and_undefined_authority("file:///a", "file:/a", "file:/a")]
#[case::empty_authority_and_slashes("file:///a/b/c", "file:////x", "/.//x")]
// Paths without a root, and with the guard.
#[case::rootless("mailto:a@b", "mailto:c@d", "c@d")]
#[case::rootless_colon("urn:a:b", "urn:a:c", "./a:c")]
#[case::rootless_level("foo:a/b", "foo:a/c", "c")]
#[case::rootless_root("foo:a/b", "foo:/c", "/c")]
#[case::rootless_elsewhere("foo:a/b", "foo:c", "foo:c")]
#[case::rootless_nothing("foo:a", "foo:", ".")]
#[case::rootless_nothing_from_a_level("foo:a/b", "foo:", "foo:")]
#[case::guarded("f:/a", "f:/.//g", ".//g")]
#[case::guarded_sibling("f:/.//g/h", "f:/.//g/i", "i")]
#[case::guarded_from_afar("f:/a/b", "f:/.//g", "/.//g")]
fn shortest(#[case] base: &str, #[case] target: &str, #[case] expected: &str) {
    assert_eq!(relativized(base, target).as_deref(), Ok(expected));
}

#[rstest]
#[case::dots("http://a/b", "http://a/c/../d", 11)]
#[case::dot("http://a/b", "http://a/./b", 9)]
#[case::dots_at_the_end("http://a/b", "http://a/b/..", 11)]
#[case::of_another_scheme("http://a/b", "x:/c/.", 5)]
#[case::rootless("x:a", "x:../a", 2)]
#[case::of_the_base_without_its_query("http://a/b/..?q", "http://a/b/..", 11)]
#[case::guard_and_dots("x:/a", "x:/.//../a", 6)]
#[case::dots_behind_many_segments("x:a", "x:/a/..a/.b/../c", 12)]
fn no_reference(#[case] base: &str, #[case] target: &str, #[case] offset: usize) {
    assert_eq!(relativized(base, target), Err(RelativizeError::DotSegments { offset }));
}

/// A non-strict resolver ignores a scheme that the reference needs.
#[rstest]
#[case::rootless("foo:a/b", "foo:c", "foo:c", "foo:a/c")]
#[case::nothing("foo:a/b", "foo:", "foo:", "foo:a/b")]
#[case::no_authority("foo://a/b", "foo:/c", "foo:/c", "foo://a/c")]
fn for_strict_resolution(
    #[case] base: &str,
    #[case] target: &str,
    #[case] reference: &str,
    #[case] lenient: &str,
) {
    assert_eq!(relativized(base, target).as_deref(), Ok(reference));
    let (base, reference) = (Uri::parse(base).unwrap(), UriReference::parse(reference).unwrap());
    assert_eq!(Resolver::new().lenient(true).resolve(&base, &reference).unwrap(), lenient);
}

#[test]
fn error() {
    assert_eq!(
        RelativizeError::DotSegments { offset: 1 }.to_string(),
        "no reference has this target: resolution would remove the dot segments of its path"
    );
}

#[rstest]
#[case::uncle("http://h/dir_a/foo", "http://h/dir_b/bar", "../dir_b/bar")]
#[case::root("http://h/a/b/c", "http://h/", "../..")]
#[case::root_of_no_path("http://h", "http://h/a", "a")]
#[case::longer_but_above("http://h/a/b/c/d", "http://h/x/y", "../../../x/y")]
#[case::same_path("http://h/a/b?q", "http://h/a/b#f", "b#f")]
#[case::fragment("http://h/a/b?q", "http://h/a/b?q#f", "#f")]
#[case::base_with_dots("http://h/a/b/../c/d", "http://h/x", "../../x")]
#[case::no_path("http://h/a", "http://h", "//h")]
#[case::other_authority("http://h/a", "http://g/a", "//g/a")]
#[case::rootless("foo:a/b", "foo:c", "foo:c")]
#[case::from_a_guard("f:/.//g/h", "f:/x", "../../x")]
#[case::to_a_guard("f:/a/b", "f:/.//g", "..//g")]
#[case::relative("a/b/c", "a/d", "../d")]
#[case::absolute_path("/a/b", "/c", "../c")]
#[case::from_a_relative_path("a/b", "/c", "/c")]
fn path_relative(#[case] base: &str, #[case] target: &str, #[case] expected: &str) {
    let (base, target) = (UriReference::parse(base).unwrap(), UriReference::parse(target).unwrap());
    let reference = Relativizer::new().path_relative(true).relativize(&base, &target).unwrap();
    assert_eq!(reference, expected);
    match Uri::try_from(base) {
        Ok(base) => {
            let resolver = Resolver::new().deny_above_root(true);
            assert_eq!(resolver.resolve(&base, &reference).unwrap(), target.as_str());
        }
        Err(base) => assert_eq!(base.into_inner().join(&reference).unwrap(), target),
    }
}

fn between(base: &str, target: &str) -> Result<String, RelativizeError> {
    let (base, target) = (UriReference::parse(base).unwrap(), UriReference::parse(target).unwrap());
    let reference = base.relativize(&target)?;
    assert_eq!(base.join(&reference).unwrap(), target, "{base} and {reference}");
    let parsed = UriReference::parse(reference.as_str()).unwrap();
    assert_eq!(parsed.components(), reference.components());
    Ok(reference.into_inner())
}

#[rstest]
#[case::empty("a/b?q", "a/b?q", "")]
#[case::fragment("a/b?q", "a/b?q#f", "#f")]
#[case::query("a/b?q", "a/b?r", "?r")]
#[case::no_query("a/b?q", "a/b", "b")]
#[case::sibling("a/b", "a/c", "c")]
#[case::sibling_above("../a", "../b", "b")]
#[case::further_up("../a", "../../b", "../b")]
#[case::directory("a/b", "a/", ".")]
#[case::directory_above("a/b/c", "a/", "..")]
#[case::kept_dots("a/b", "a/../c", "../c")]
#[case::from_kept_dots("a/../b", "a/../c", "c")]
#[case::ends_in_dots("a/..", "a/../b", "b")]
#[case::colon("a/b", "a/c:d", "./c:d")]
#[case::no_path("?q", "a", "a")]
#[case::absolute_path("a/b", "/a/b", "/a/b")]
#[case::absolute_paths("/a/b/c", "/a/d", "/a/d")]
#[case::network_path("/a", "//h/a", "//h/a")]
#[case::network_paths("//h/a/b", "//h/c", "/c")]
#[case::uri("a", "http://h", "http://h")]
fn between_references(#[case] base: &str, #[case] target: &str, #[case] expected: &str) {
    assert_eq!(between(base, target).as_deref(), Ok(expected));
}

#[rstest]
#[case::scheme("http://h/a", "/a", Rule::scheme, "can remove the scheme of the base")]
#[case::authority("//h/a", "/a", Rule::authority, "can remove the authority of the base")]
#[case::query("?q", "#f", Rule::query, "can remove the query of the base")]
#[case::root("/a", "b", Rule::path, "leads to it from the path of the base")]
#[case::first_directory("a/b", "c", Rule::path, "leads to it from the path of the base")]
#[case::unknown_directory("../../a", "../b", Rule::path, "leads to it from the path of the base")]
fn what_a_reference_keeps(
    #[case] base: &str,
    #[case] target: &str,
    #[case] component: Rule,
    #[case] why: &str,
) {
    let error = between(base, target).unwrap_err();
    assert_eq!(error, RelativizeError::CannotRemove { component });
    assert!(error.to_string().ends_with(why), "{error}");
    assert_eq!(error.help().to_string(), "resolve both against their base URI first");
}

#[rstest]
#[case::absolute("a", "/a/./b", 3)]
#[case::of_another_scheme("a", "x:/c/.", 5)]
#[case::relative("a", "a/b/../c", 4)]
#[case::relative_above("a", "../../a/./c", 8)]
fn dots_between_references(#[case] base: &str, #[case] target: &str, #[case] offset: usize) {
    assert_eq!(between(base, target), Err(RelativizeError::DotSegments { offset }));
}

/// Whatever a join can be, there is a reference to it, and none is shorter.
#[rstest]
#[case::of_four(4)]
#[ignore = "all references of five characters"]
#[case::of_five(5)]
fn every_join_has_a_shortest_reference(#[case] longest: usize) {
    let texts = strategies::strings(&["/", ".", "a", "?"], longest);
    let references: Vec<_> = texts.iter().filter_map(|text| UriReference::parse(text).ok()).collect();
    for base in [
        "", "a", "a/", "a/b/c", "../a", "..", "a/..", "a/../b", "/", "/a/b", "//h", "//h/a/b", ".//a", "?q",
        "a/b?a",
    ] {
        let base = UriReference::parse(base).unwrap();
        let mut best = HashMap::new();
        for reference in &references {
            let joined = base.join(reference).unwrap().into_inner();
            let cost = cost(reference);
            best.entry(joined).and_modify(|least| *least = cost.min(*least)).or_insert(cost);
        }
        for (target, &least) in &best {
            let target = UriReference::parse(target.as_str()).unwrap();
            let reference = base.relativize(&target).unwrap();
            assert_eq!(cost(&reference.borrowed()), least, "{base} to {target}: {reference}");
            assert_eq!(base.join(&reference).unwrap(), target, "{base} and {reference}");
        }
        for target in references.iter().filter(|target| !best.contains_key(target.as_str())) {
            if let Ok(reference) = base.relativize(target) {
                assert!(reference.as_str().len() > longest, "{base} to {target}: {reference}");
                assert_eq!(base.join(&reference).unwrap(), *target);
            }
        }
    }
}

/// Tries all references of a few tokens; returns for each target the length of the shortest reference, and
/// the fewest `..` in a reference of that length.
fn by_brute_force(base: &Uri<&str>, references: &[UriReference<&str>]) -> HashMap<String, (usize, usize)> {
    let mut best = HashMap::new();
    let mut buffer = String::new();
    for reference in references {
        let target = Resolver::new().resolve_into(base, reference, &mut buffer).unwrap();
        let cost = cost(reference);
        match best.get_mut(target.as_str()) {
            None => drop(best.insert(target.as_str().to_owned(), cost)),
            Some(least) => *least = cost.min(*least),
        }
    }
    best
}

fn cost<T: AsRef<str>>(reference: &UriReference<T>) -> (usize, usize) {
    let reference = reference.borrowed();
    (reference.as_str().len(), reference.path().segments().filter(|&segment| segment == "..").count())
}

const ABSOLUTE: &[&str] = &[
    "/",
    "/a",
    "/a/",
    "/a/a",
    "/a/a/a",
    "/a/a/a/",
    "/a/aa/a/aa/a",
    "/aaa/a",
    "//",
    "//a",
    "//a/",
    "/a//",
    "/a//a",
    "/a//a/a",
    "/a/.",
    "/a/..",
    "/../a",
    "/a/./a",
    "/a/../a/a",
    "/a/.a",
    "/.//a",
    "/.//a/a",
];
const ROOTLESS: &[&str] = &[
    "", "a", "aa", "a/", "a/a", "a/a/", "a/a/a", "a//", "a//a", "a//a/a", "a/.", "a/..", ".", "..", "./a",
    "../a", "../a/a", "a/../a", "a:a", ":", "a:a/a", "aaa/a",
];
const AUTHORITY: &[&str] = &[
    "//",
    "///",
    "///a",
    "///a/a/a",
    "////",
    "////a",
    "//a",
    "//a/",
    "//a/a",
    "//a/a/",
    "//a/a/a/a",
    "//a//",
    "//a//a",
    "//a//a/a",
    "//a/..",
    "//a/../a",
    "//a/a/../a",
    "//a/.",
    "//a:/a",
];

/// Compares the result with all references of up to `longest` characters, or one more if the query is empty. None of them is
/// shorter than the result, and none of the same length has fewer `..`.
#[rstest]
#[case::absolute(ABSOLUTE, 4, 20)]
#[case::rootless(ROOTLESS, 4, 20)]
#[case::authority(AUTHORITY, 4, 20)]
#[ignore = "all references of six characters"]
#[case::absolute_of_six(ABSOLUTE, 6, 100)]
#[ignore = "all references of six characters"]
#[case::rootless_of_six(ROOTLESS, 6, 100)]
#[ignore = "all references of six characters"]
#[case::authority_of_six(AUTHORITY, 6, 100)]
fn none_is_shorter(
    #[case] hierarchies: &[&str],
    #[case] longest: usize,
    #[case] least_targets: usize,
    #[values("", "?", "?a")] query: &str,
) {
    let longest = longest + usize::from(query.is_empty());
    let texts = strategies::strings(&["/", ".", "a", ":", "?"], longest);
    let references: Vec<_> = texts.iter().filter_map(|text| UriReference::parse(text).ok()).collect();
    for hierarchy in hierarchies {
        let text = format!("a:{hierarchy}{query}");
        let base = Uri::parse(&text).unwrap();
        let best = by_brute_force(&base, &references);
        assert!(best.len() > least_targets, "{}", best.len());
        for (target, &least) in &best {
            let reference = base.relativize(&Uri::parse(target).unwrap()).unwrap();
            assert_eq!(cost(&reference), least, "{base} to {target}: {reference}");
            assert_eq!(base.resolve(&reference).unwrap(), target.as_str(), "{base} and {reference}");
        }
        for target in texts.iter().filter(|text| text.starts_with("a:") && !best.contains_key(*text)) {
            let Ok(target) = Uri::parse(target) else { continue };
            match base.relativize(&target) {
                Err(error) => assert!(matches!(error, RelativizeError::DotSegments { .. })),
                Ok(reference) => panic!("{base} to {target}: {reference} was not found"),
            }
        }
    }
}

const SEGMENTS: &[&str] = &["a", "b", "", "c:d", "...", "a%2E", "long-segment"];
const SEGMENTS_AND_DOTS: &[&str] = &["a", "b", "", "c:d", ".", "..", "long-segment"];

fn uri(segments: &'static [&'static str]) -> impl Strategy<Value = String> {
    let before = prop::sample::select(&["x:", "x:/", "x://h", "x://h/", "x:///", "y:", "x://i/"]);
    let path = prop::collection::vec(prop::sample::select(segments), 0..8);
    let after = prop::sample::select(&["", "?", "?q", "#", "?q#f"]);
    (before, path, after).prop_map(|(before, path, after)| format!("{before}{}{after}", path.join("/")))
}

/// Generates bases with and without dot segments.
fn base() -> impl Strategy<Value = String> {
    prop_oneof![uri(SEGMENTS), uri(SEGMENTS_AND_DOTS)]
}

proptest! {
    /// There is a reference for each target without dot segments, and it resolves to exactly that target.
    #[test]
    fn resolves_back(base in base(), target in uri(SEGMENTS)) {
        if let (Ok(base), Ok(target)) = (Uri::parse(&base), Uri::parse(&target)) {
            let reference = base.relativize(&target).unwrap();
            prop_assert_eq!(&base.resolve(&reference).unwrap(), &target);
            let parsed = UriReference::parse(reference.as_str()).unwrap();
            prop_assert_eq!(parsed.components(), reference.components());
            prop_assert!(reference.as_str().len() <= target.as_str().len());
        }
    }

    /// There is a reference for every result of resolution, and it is at most as long as the reference that was resolved.
    #[test]
    fn every_target_has_a_reference(base in base(), reference in "(\\.\\.?/){0,4}[a:]{0,2}(/[.a]{0,2}){0,4}(\\?q?)?(#f?)?") {
        if let (Ok(base), Ok(reference)) = (Uri::parse(&base), UriReference::parse(&reference)) {
            let target = base.resolve(&reference).unwrap();
            let shortest = base.relativize(&target).unwrap();
            prop_assert_eq!(base.resolve(&shortest).unwrap(), target);
            prop_assert!(cost(&shortest) <= cost(&reference), "{} and {}", shortest, reference);
        }
    }
}

#[test]
fn iris() {
    let (base, target) = (Iri::parse("http://a/é/ö/x").unwrap(), Iri::parse("http://a/é/é/日").unwrap());
    let reference = base.relativize(&target).unwrap();
    assert_eq!(reference, "../é/日");
    assert_eq!(base.resolve(&reference).unwrap(), target);
    assert_eq!(IriReference::parse(reference.as_str()).unwrap().components(), reference.components());
}

#[test]
fn levels() {
    let shared = format!("x:/{}/", "long".repeat(100));
    for levels in 1..130 {
        let base = format!("{shared}{}x", "a/".repeat(levels));
        assert_eq!(relativized(&base, &format!("{shared}y")), Ok("../".repeat(levels) + "y"));
    }
}

/// Takes linear time. If each level took time in proportion to the path, these cases would take too long.
#[rstest]
#[case::same("/a", "/a")]
#[case::nothing_shared("/a", "/b")]
#[case::slashes("/", "/")]
#[case::dots("/..", "/a")]
#[case::there_and_back("/a/..", "/a")]
fn long_paths(#[case] of_base: &str, #[case] of_target: &str) {
    let long = |segment: &str, end: &str| "x://h/".to_owned() + &segment.repeat(300_000) + end;
    assert!(relativized(&long(of_base, "/c"), &long(of_target, "/d")).is_ok());
    assert!(relativized(&long(of_base, "/c"), "x://h/d").is_ok());
}
