//! The join of two references, by section 5.2: with every base URI, its target is the target of the second with the target
//! of the first as the base URI.

use proptest::prelude::*;
use rstest::rstest;
use urigram::resolve::{ResolveError, Resolver};
use urigram::{IriReference, Rule, Uri, UriReference};

use crate::common::strategies;

fn joined(a: &str, b: &str) -> Result<String, ResolveError> {
    let joined = UriReference::parse(a).unwrap().join(&UriReference::parse(b).unwrap())?;
    let parsed = UriReference::parse(joined.as_str()).unwrap();
    assert_eq!(parsed.components(), joined.components(), "{a} and {b}");
    Ok(joined.into_inner())
}

#[rstest]
#[case::directory("/static/", "admin/x", "/static/admin/x")]
#[case::up_from_both("../foo", "../bar", "../../bar")]
#[case::uri("a/b", "http://h/a/../b", "http://h/b")]
#[case::network_path("a/b", "//h/a/../b", "//h/b")]
#[case::network_path_with_a_scheme("http://h/a", "//g", "http://g")]
#[case::absolute_path("a/b", "/c/../d", "/d")]
#[case::absolute_path_after_an_authority("//h/a/b", "/c", "//h/c")]
#[case::sibling("a/b", "c", "a/c")]
#[case::sibling_after_an_authority("//h/a/b", "c", "//h/a/c")]
#[case::no_path("//h", "c", "//h/c")]
#[case::no_path_and_dots("//h?q", "../c", "//h/c")]
#[case::nothing("a/b?q#e", "", "a/b?q")]
#[case::fragment("a/b?q#e", "#f", "a/b?q#f")]
#[case::query("a/b?q#e", "?r", "a/b?r")]
#[case::path_after_a_query("?q#e", "a/../b", "a/../b")]
#[case::empty("", "", "")]
#[case::excess_in_an_absolute_path("/a/b", "../../../c", "/c")]
#[case::excess_in_a_relative_path("a/b", "../../c", "a/../../c")]
// The first segment of a relative path may be the first of the target.
#[case::first_segment_is_left("foo/x", "../bar", "foo/../bar")]
#[case::second_segment_is_left("foo/x/y", "../bar", "foo/bar")]
#[case::both_are_left("foo/x/y", "../../bar", "foo/../bar")]
#[case::first_segment_is_left_above("../foo/x", "../bar", "../foo/../bar")]
#[case::next_segment_is_left("foo/../x/y", "../bar", "foo/../bar")]
#[case::rootless("zz:foo/x", "../bar", "zz:/bar")]
#[case::rootless_and_no_level("zz:foo", "bar", "zz:bar")]
// A dot segment at the end is a directory.
#[case::ends_in_a_dot("a/.", "b", "a/b")]
#[case::ends_in_dots("..", "b", "../b")]
#[case::ends_in_dots_with_an_authority("http://h/a/..", "b", "http://h/b")]
#[case::result_ends_in_a_dot("a/b", ".", "a/")]
#[case::result_ends_in_dots("a/b/c", "..", "a/")]
#[case::result_is_the_dot("a", ".", ".")]
// An empty path keeps the path of the first.
#[case::dots_are_kept("a/b/../c", "#f", "a/b/../c#f")]
#[case::dots_of_a_uri_are_kept("http://h/a/../b", "?q", "http://h/a/../b?q")]
// Guards.
#[case::colon("a", "./b:c", "./b:c")]
#[case::colon_after_dots("..", "./b:c", "../b:c")]
#[case::colon_of_the_first("./b:c/d", "e", "./b:c/e")]
#[case::colon_after_a_segment("a/b", "./c:d", "a/c:d")]
#[case::empty_segment(".//a", "b", ".//b")]
#[case::empty_segment_in_an_absolute_path("/a", ".//b", "/.//b")]
#[case::empty_segment_after_an_authority("//h/a", ".//b", "//h//b")]
#[case::empty_segment_with_a_scheme("zz:/a", ".//b", "zz:/.//b")]
#[case::empty_segment_is_left(".//a/b", "../../c", ".//../c")]
fn section_5_2(#[case] a: &str, #[case] b: &str, #[case] expected: &str) {
    assert_eq!(joined(a, b).as_deref(), Ok(expected));
    check(&bases(), a, b);
}

#[test]
fn iris() {
    let joined = IriReference::parse("é/ö/x").unwrap().join_str("../日#é").unwrap();
    assert_eq!(joined, "é/日#é");
    assert_eq!(IriReference::parse(joined.as_str()).unwrap().components(), joined.components());
}

#[test]
fn invalid_text() {
    let Err(ResolveError::Invalid(error)) = UriReference::parse("a").unwrap().join_str("b c") else {
        unreachable!("a space is not valid")
    };
    assert_eq!((error.component(), error.offset()), (Rule::path, 1));
}

const BASES: &[&str] = &[
    "http://h/a/b",
    "http://h",
    "http://h?q",
    "http://h/",
    "http://h//",
    "http://h//a//b?q#f",
    "HTTP://u@h:1/a/../b/c/d/e/..",
    "zz:",
    "zz:?q",
    "zz:a",
    "zz:abc/",
    "zz:a/b/c/d/",
    "zz:a/../b",
    "zz:../..",
    "zz:/",
    "zz:/a",
    "zz:/a/b/c/",
    "zz:/.//",
    "zz:/.//a/b",
    "zz:a//b",
    "zz:///",
    "zz://h/a/./b",
];

fn bases() -> Vec<Uri<&'static str>> {
    BASES.iter().map(|base| Uri::parse(base).unwrap()).collect()
}

/// Checks the law with every base URI, and with each option.
fn check(bases: &[Uri<&str>], a: &str, b: &str) {
    let (a, b) = (UriReference::parse(a).unwrap(), UriReference::parse(b).unwrap());
    for lenient in [false, true] {
        if lenient && a.scheme().is_none() && b.scheme().is_none() {
            break;
        }
        let resolver = Resolver::new().lenient(lenient);
        let joined = resolver.join(&a, &b);
        let targets = |base: &Uri<&str>| {
            let target = resolver.resolve(base, &a).unwrap();
            resolver.resolve(&target, &b).unwrap()
        };
        let Ok(joined) = joined else {
            assert!(lenient, "{a} and {b}: {joined:?}");
            assert_eq!(joined, Err(ResolveError::DependsOnBase), "{a} and {b}");
            continue;
        };
        let parsed = UriReference::parse(joined.as_str());
        assert_eq!(parsed.unwrap().components(), joined.components(), "{a} and {b}: {joined}");
        for base in bases {
            let target = resolver.resolve(base, &joined).unwrap();
            assert_eq!(target, targets(base), "{base}, {a} and {b}: {joined}");
        }
        let again = resolver.join(&UriReference::from_static(""), &joined).unwrap();
        if b.path() != "" || b.authority().is_some() {
            assert_eq!(again, joined, "dot segments of {a} and {b} can be removed");
        }
        check_denied(resolver, bases, &a, &b, &joined);
    }
}

/// Excess `..` are errors of the join, or of its resolution, if they are errors of one of the two.
fn check_denied(
    resolver: Resolver,
    bases: &[Uri<&str>],
    a: &UriReference<&str>,
    b: &UriReference<&str>,
    joined: &UriReference<String>,
) {
    let resolver = resolver.deny_above_root(true);
    let of_both = |base| resolver.resolve(&resolver.resolve(base, a)?, b);
    match resolver.join(a, b) {
        Ok(checked) => {
            assert_eq!(&checked, joined);
            for base in bases {
                if let Ok(target) = of_both(base) {
                    assert_eq!(resolver.resolve(base, &checked), Ok(target), "{base}, {a} and {b}: {joined}");
                }
            }
        }
        Err(error) => {
            assert!(matches!(error, ResolveError::AboveRoot { .. }), "{a} and {b}: {error:?}");
            assert!(bases.iter().all(|base| of_both(base).is_err()), "{a} and {b}");
        }
    }
}

/// All paths of these segments, after each of the beginnings, with and without a query and a fragment.
fn references(segments: &[&str], longest: usize) -> Vec<String> {
    let mut paths = vec![String::new()];
    for count in 1..=longest {
        let mut of_count = vec![String::new()];
        for _ in 0..count {
            of_count = of_count
                .iter()
                .flat_map(|path| segments.iter().map(move |s| format!("{path}/{s}")))
                .collect();
        }
        paths.extend(of_count.iter().map(|path| path[1..].to_owned()));
        paths.extend(of_count);
    }
    let mut references = Vec::new();
    for before in ["", "//g", "zz:", "http:", "http://g"] {
        for after in ["", "?r#e"] {
            references.extend(paths.iter().map(|path| format!("{before}{path}{after}")));
        }
    }
    references.retain(|text| UriReference::parse(text).is_ok());
    references.sort();
    references.dedup();
    references
}

#[rstest]
#[case::of_two(&["a", ".."], 2)]
#[ignore = "all pairs of references of two segments"]
#[case::of_two_of_any_kind(&["a", "..", ".", ""], 2)]
#[ignore = "all pairs of references of three segments"]
#[case::of_three(&["a", "..", ""], 3)]
fn every_pair_of_references(#[case] segments: &[&str], #[case] longest: usize) {
    let bases = bases();
    let references = references(segments, longest);
    for a in &references {
        for b in &references {
            check(&bases, a, b);
        }
    }
}

#[rstest]
#[case::after_a_scheme("a/", "http:b")]
#[case::other_schemes("ftp:a", "http:b")]
#[case::authority_of_the_first("//h/a", "http:/b")]
#[case::query_of_the_first("?q", "http:")]
fn lenient_joins_depend_on_the_base(#[case] a: &str, #[case] b: &str) {
    let (a, b) = (UriReference::parse(a).unwrap(), UriReference::parse(b).unwrap());
    let error = Resolver::new().lenient(true).join(&a, &b).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no reference has the targets of both: the scheme is ignored for some base URIs"
    );
    assert_eq!(error.help().to_string(), "remove the scheme, or join without the option `lenient`");
}

#[rstest]
#[case::same_scheme("http:a/b", "HTTP:c", "http:a/c")]
#[case::one_scheme("http:a/b", "../c", "http:a/../c")]
#[case::first_is_a_segment("a", "http:b", "http:b")]
#[case::authority("a/b", "http://h", "http://h")]
fn lenient(#[case] a: &str, #[case] b: &str, #[case] expected: &str) {
    let (a, b) = (UriReference::parse(a).unwrap(), UriReference::parse(b).unwrap());
    assert_eq!(Resolver::new().lenient(true).join(&a, &b).unwrap(), expected);
}

#[test]
fn options() {
    let join = |resolver: Resolver, a, b| {
        let (a, b) = (UriReference::parse(a).unwrap(), UriReference::parse(b).unwrap());
        resolver.join(&a, &b).map(UriReference::into_inner)
    };
    let above = Resolver::new().deny_above_root(true);
    assert_eq!(join(above, "/a", "../../b"), Err(ResolveError::AboveRoot { count: 2 }));
    assert_eq!(join(above, "a", "../../b").as_deref(), Ok("../../b"));
    let guard = Resolver::new().deny_guard(true);
    assert_eq!(join(guard, "/a", ".//b"), Err(ResolveError::ReadsAsAuthority));
    assert_eq!(join(guard, "//h/a", ".//b").as_deref(), Ok("//h//b"));
}

fn reference() -> impl Strategy<Value = String> {
    let before = prop::sample::select(&["", "", "", "//h", "x:", "y:", "x://h", "/"]);
    let segment = prop::sample::select(&["a", "b", "", ".", "..", "c:d", "long"]);
    let path = prop::collection::vec(segment, 0..8);
    let after = prop::sample::select(&["", "?", "?q", "#", "?q#f"]);
    (before, path, after).prop_map(|(before, path, after)| format!("{before}{}{after}", path.join("/")))
}

fn base() -> impl Strategy<Value = String> {
    strategies::reference().prop_map(|text| match Uri::parse(&text) {
        Ok(_) => text,
        Err(_) => format!("zz:{text}"),
    })
}

proptest! {
    #[test]
    fn every_base(base in base(), a in reference(), b in reference()) {
        if UriReference::parse(&a).is_ok() && UriReference::parse(&b).is_ok() {
            let mut bases = bases();
            bases.extend(Uri::parse(base.as_str()));
            check(&bases, &a, &b);
        }
    }

    #[test]
    fn any_reference(base in base(), a in strategies::reference(), b in strategies::reference()) {
        check(&[Uri::parse(base.as_str()).unwrap()], &a, &b);
    }

    /// The law for a chain of references.
    #[test]
    fn is_associative(a in reference(), b in reference(), c in reference()) {
        let parsed = [&a, &b, &c].map(|text| UriReference::parse(text));
        if let [Ok(a), Ok(b), Ok(c)] = parsed {
            let (left, right) = (a.join(&b).unwrap().join(&c).unwrap(), a.join(&b.join(&c).unwrap()).unwrap());
            for base in bases() {
                prop_assert_eq!(base.resolve(&left).unwrap(), base.resolve(&right).unwrap());
            }
        }
    }
}
