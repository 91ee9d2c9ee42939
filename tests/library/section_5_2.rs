//! Section 5.2: references are resolved exactly as specified, with each option, and the result is a valid URI.

use allocation_counter::measure;
use proptest::prelude::*;
use rstest::rstest;
use urigram::resolve::{ResolveError, Resolver};
use urigram::{AbsoluteUri, Iri, IriReference, Uri, UriReference};

use crate::common::rfc;
use crate::common::strategies;

fn target(resolver: Resolver, base: &str, reference: &str) -> Result<String, ResolveError> {
    let (base, reference) = (Uri::parse(base).unwrap(), UriReference::parse(reference).unwrap());
    resolver.resolve(&base, &reference).map(Uri::into_inner)
}

/// Checks the target, the spans of its components and the number of excess `..` against the pseudocode.
fn check(base: &Uri<&str>, reference: &UriReference<&str>, buffer: &mut String) {
    let by_pseudocode = |strict| rfc::resolve(base.as_str(), reference.as_str(), strict);
    let (mut expected, mut dropped) = by_pseudocode(true);
    for (resolver, strict) in [(Resolver::new(), true), (Resolver::new().lenient(true), false)] {
        // `strict` makes a difference only if the reference has a scheme.
        if !strict && reference.scheme().is_some() {
            (expected, dropped) = by_pseudocode(false);
        }
        buffer.clear();
        buffer.push_str("/é/..");
        let appended = resolver.append_to(base, reference, buffer).unwrap();
        assert_eq!(buffer.strip_prefix("/é/.."), Some(&*expected), "{base} and {reference}");
        let target = resolver.resolve_into(base, reference, buffer).unwrap();
        assert_eq!(target.components(), &appended, "{base} and {reference}");
        assert_eq!(target, expected.as_str(), "{base} and {reference}");
        let parsed = Uri::parse(&expected).unwrap_or_else(|error| panic!("{expected}: {error}"));
        assert_eq!(target.components(), parsed.components(), "{base} and {reference}");
        let checked = resolver.deny_above_root(true).resolve_into(base, reference, buffer);
        match dropped {
            0 => assert_eq!(checked.unwrap(), expected.as_str(), "{base} and {reference}"),
            _ => {
                assert_eq!(checked, Err(ResolveError::AboveRoot { count: dropped }), "{base} and {reference}")
            }
        }
    }
}

#[rstest]
#[case::rootless_base("zz:abc", "foo/../bar", "zz:/bar")]
#[case::rootless_base_with_a_level("foo:a/b", "../c", "foo:/c")]
#[case::rootless_base_with_two_levels("foo:a/b/c", "../d", "foo:a/d")]
#[case::rootless_base_and_too_many("foo:a/b", "../../c", "foo:/c")]
#[case::no_level("foo:a", "../c", "foo:c")]
#[case::mailto("mailto:a@b", "c@d", "mailto:c@d")]
#[case::mailto_query("mailto:a@b?subject=c", "?cc=d", "mailto:a@b?cc=d")]
#[case::urn("urn:example:a", "#f", "urn:example:a#f")]
#[case::urn_path("urn:example:a/b", "c", "urn:example:a/c")]
#[case::tag("tag:a@b,2004:c", "d:e", "d:e")]
#[case::tag_segment("tag:a@b,2004:c", "./d:e", "tag:d:e")]
#[case::empty_rootless_base("a:", "b", "a:b")]
#[case::no_path("http://a", "g", "http://a/g")]
#[case::no_path_but_a_query("http://a?q", "g", "http://a/g")]
#[case::no_path_and_dots("http://a", "../g", "http://a/g")]
#[case::no_path_and_a_dot("http://a", ".", "http://a/")]
#[case::no_path_and_none("http://a", "?y", "http://a?y")]
#[case::fragment_in_the_base("http://a/b#c", "", "http://a/b")]
#[case::dots_in_the_base("http://a/b/../c/d", "g", "http://a/c/g")]
#[case::dots_in_the_base_and_in_the_reference("http://a/b/./c/d", "../g", "http://a/b/g")]
#[case::dots_at_the_end_of_the_base("http://a/b/..", "g", "http://a/b/g")]
#[case::dots_of_a_base_that_is_kept("http://a/b/../c", "?y", "http://a/b/../c?y")]
#[case::empty_segments("http://a//b//c", "../d", "http://a//b/d")]
#[case::empty_authority("file:///a/b", "//c", "file://c")]
#[case::undefined_authority("file:/a/b", "c", "file:/a/c")]
#[case::empty_query("http://a/b?q", "?", "http://a/b?")]
#[case::empty_fragment("http://a/b?q", "#", "http://a/b?q#")]
#[case::dots_behind_a_scheme("http://a/b", "g:/../h", "g:/h")]
#[case::dots_behind_a_scheme_without_a_root("http://a/b", "g:../h", "g:h")]
#[case::dots_behind_an_authority("http://a/b", "//c/../d?e#f", "http://c/d?e#f")]
#[case::whole_authority("http://a/b", "//u@[::1]:80/x/./y", "http://u@[::1]:80/x/y")]
#[case::authority_of_a_base("http://u@[::1]:80/a?b#c", "../x/..?y#z", "http://u@[::1]:80/?y#z")]
fn to_the_letter(#[case] base: &str, #[case] reference: &str, #[case] expected: &str) {
    assert_eq!(target(Resolver::new(), base, reference).as_deref(), Ok(expected));
    check(&Uri::parse(base).unwrap(), &UriReference::parse(reference).unwrap(), &mut String::new());
}

/// Section 3.3: without an authority, a path cannot begin with `//`, so it gets a guard. With an option, it is an error.
#[rstest]
#[case::relative("f:/a", ".//g", "f:/.//g")]
#[case::again("f:/.//g", "f:/.//g", "f:/.//g")]
#[case::sibling("f:/.//g", "h", "f:/.//h")]
#[case::absolute("f:/a", "/.//g", "f:/.//g")]
#[case::up("f:/a/b", "..//g", "f:/.//g")]
#[case::with_query("f:/a?q", ".//g?h#i", "f:/.//g?h#i")]
#[case::rootless("f:a", ".///g", "f:/.//g")]
#[case::from_a_rootless_base("f:a/b", "..//g", "f:/.//g")]
#[case::behind_a_scheme("f:/a", "g:/..//h", "g:/.//h")]
#[case::only_slashes("f:/a", "/.//", "f:/.//")]
fn guard(#[case] base: &str, #[case] reference: &str, #[case] expected: &str) {
    assert_eq!(target(Resolver::new(), base, reference).as_deref(), Ok(expected));
    assert_eq!(
        target(Resolver::new().deny_guard(true), base, reference),
        Err(ResolveError::ReadsAsAuthority)
    );
}

#[rstest]
#[case::slashes_after_an_authority("http://a/b", ".//g", "http://a//g")]
#[case::slashes_later("f:/a/b", ".//g", "f:/a//g")]
#[case::rootless("f:a", ".//g", "f:/g")]
fn no_guard_needed(#[case] base: &str, #[case] reference: &str, #[case] expected: &str) {
    assert_eq!(target(Resolver::new().deny_guard(true), base, reference).as_deref(), Ok(expected));
}

#[rstest]
#[case::as_many_as_levels("http://a/b/c/d;p?q", "../../g", None)]
#[case::one_more("http://a/b/c/d;p?q", "../../../g", Some(1))]
#[case::two_more("http://a/b/c/d;p?q", "../../../../g", Some(2))]
#[case::absolute("http://a/b/c/d;p?q", "/../g", Some(1))]
#[case::later("http://a/b/c/d;p?q", "g/../../../../h", Some(1))]
#[case::no_path("http://a", "..", Some(1))]
#[case::in_the_base("http://a/../b", "g", Some(1))]
#[case::in_the_last_segment_of_the_base("http://a/..", "g", None)]
#[case::in_the_base_that_is_not_used("http://a/../b", "/g", None)]
#[case::in_the_base_that_is_kept("http://a/../b", "", None)]
#[case::in_both("http://a/../b", "../g", Some(2))]
#[case::behind_a_scheme("http://a/b", "g:../../h", Some(2))]
#[case::rootless("foo:a/b", "../c", None)]
#[case::rootless_and_more("foo:a/b", "../../c", Some(1))]
#[case::in_the_query("http://a/b", "?/../../x", None)]
fn checked(#[case] base: &str, #[case] reference: &str, #[case] above: Option<usize>) {
    let result = target(Resolver::new().deny_above_root(true), base, reference);
    match above {
        None => assert_eq!(result, target(Resolver::new(), base, reference)),
        Some(count) => assert_eq!(result, Err(ResolveError::AboveRoot { count })),
    }
}

/// Section 5.2.2: a non-strict parser ignores the scheme of a reference if it is that of the base, in upper or lower case.
#[rstest]
#[case::other_case("http://a/b/c", "HTTP:g", "http://a/b/g")]
#[case::other_scheme("http://a/b/c", "https:g", "https:g")]
#[case::shorter_scheme("http://a/b/c", "htt:p", "htt:p")]
#[case::authority("http://a/b/c", "HTTP://g/h", "http://g/h")]
#[case::absolute("http://a/b/c", "http:/g", "http://a/g")]
#[case::empty("http://a/b/c?q", "http:", "http://a/b/c?q")]
#[case::query("http://a/b/c?q", "http:?y#s", "http://a/b/c?y#s")]
#[case::colon_in_the_segment("x:a/b", "x:c:d", "x:a/c:d")]
fn lenient(#[case] base: &str, #[case] reference: &str, #[case] expected: &str) {
    assert_eq!(target(Resolver::new().lenient(true), base, reference).as_deref(), Ok(expected));
    check(&Uri::parse(base).unwrap(), &UriReference::parse(reference).unwrap(), &mut String::new());
}

const TOKENS: &[&str] = &["a", "/", ".", ":", "?", "#", "//h"];

/// Resolves all references of up to `reference_tokens` tokens against all bases of a scheme and up to `base_tokens` tokens.
#[rstest]
#[case::of_three(3, 2)]
#[ignore = "all references of five tokens"]
#[case::of_five(5, 3)]
fn all_short_references(#[case] reference_tokens: usize, #[case] base_tokens: usize) {
    let references = strategies::strings(TOKENS, reference_tokens);
    let references: Vec<_> = references.iter().filter_map(|text| UriReference::parse(text).ok()).collect();
    let bases: Vec<_> =
        strategies::strings(TOKENS, base_tokens).iter().map(|rest| format!("a:{rest}")).collect();
    let mut buffer = String::new();
    for base in bases.iter().filter_map(|text| Uri::parse(text).ok()) {
        for reference in &references {
            check(&base, reference, &mut buffer);
        }
    }
}

/// Generates references that are long enough for the code that reads eight bytes at a time.
fn reference() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "/",
        "/..",
        "/.",
        "/a",
        "/...",
        "/.a",
        ".",
        "..",
        "a",
        "a:",
        "long-segment",
        "%2E",
        "?",
        "#",
        "//h",
        "//u@h:1",
        "//[::1]",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn as_the_pseudocode(base in reference(), reference in reference()) {
        let base = format!("http:{base}");
        if let (Ok(base), Ok(reference)) = (Uri::parse(&base), UriReference::parse(&reference)) {
            check(&base, &reference, &mut String::new());
        }
    }

    /// A target resolves to itself if the base has no dot segments, so the base is resolved first.
    #[test]
    fn a_target_is_its_own_target(base in reference(), reference in reference()) {
        let base = format!("http:{base}");
        if let (Ok(base), Ok(reference)) = (Uri::parse(&base), UriReference::parse(&reference)) {
            let base = Uri::parse("x:")?.resolve(&base).unwrap();
            let target = base.resolve(&reference).unwrap();
            prop_assert_eq!(&base.resolve(&target).unwrap(), &target);
            prop_assert_eq!(&target.resolve(&target).unwrap(), &target);
        }
    }
}

#[test]
fn iris() {
    let base = Iri::parse("http://例え.jp/あ/い?う").unwrap();
    let reference = IriReference::parse("../é/./ö#ü").unwrap();
    let target = base.resolve(&reference).unwrap();
    assert_eq!(target, "http://例え.jp/é/ö#ü");
    assert_eq!(target.components(), Iri::parse("http://例え.jp/é/ö#ü").unwrap().components());
}

/// Section 4.3: a base should be an absolute URI, owned or borrowed.
#[test]
fn bases_and_references_of_each_type() {
    let base = AbsoluteUri::parse("http://a/b").unwrap();
    let uri = Uri::parse("http://a/b").unwrap();
    let owned = UriReference::parse("c").unwrap().to_owned();
    assert_eq!(base.resolve(&owned).unwrap(), "http://a/c");
    assert_eq!(base.to_owned().resolve(&uri).unwrap(), "http://a/b");
    assert_eq!(Resolver::default().resolve(&base, &base).unwrap(), uri);
}

#[test]
fn a_buffer_that_has_grown_is_enough() {
    let base = Iri::parse("http://user@example.com:80/a/b/../c/d?q").unwrap();
    let references = ["../../x/y/./z/../é?y", "//h/./a", "", "?y", "g:h", "/a/b/.."];
    let references: Vec<_> = references.iter().map(|text| IriReference::parse(text).unwrap()).collect();
    for resolver in [Resolver::new(), Resolver::new().lenient(true).deny_above_root(true)] {
        let mut buffer = String::with_capacity(100);
        let count = measure(|| {
            for reference in &references {
                resolver.resolve_into(&base, reference, &mut buffer).unwrap();
            }
        });
        assert_eq!(count.count_total, 0);
    }
    let count = measure(|| drop(base.resolve(&references[0]).unwrap()));
    assert_eq!(count.count_total, 1);
}

#[rstest]
#[case::guard(Resolver::new().deny_guard(true), "f:/a", ".//g")]
#[case::checked(Resolver::new().deny_above_root(true), "http://a/b", "../../c/d")]
#[case::checked_late(Resolver::new().deny_above_root(true), "http://a/b", "/c/../../d")]
fn what_was_in_the_buffer_stays_after_an_error(
    #[case] resolver: Resolver,
    #[case] base: &str,
    #[case] reference: &str,
) {
    let (base, reference) = (Uri::parse(base).unwrap(), UriReference::parse(reference).unwrap());
    let mut buffer = String::from("http://é/");
    assert!(resolver.append_to(&base, &reference, &mut buffer).is_err());
    assert_eq!(buffer, "http://é/");
}

/// The capacity suffices even if the target is short, or has a `/` or a guard that neither input has.
#[rstest]
#[case::dots("http://a/b", "c/../../d/../..")]
#[case::slash("http://a", "b")]
#[case::guard("f:", "/.//b")]
#[case::guard_after_dots("f:a/b", "..//g")]
#[case::scheme("f:a", "g:/..//h")]
#[case::fragment("f:a?b", "#c")]
fn room_for_base_and_reference_is_enough(#[case] base: &str, #[case] reference: &str) {
    let mut buffer = String::with_capacity(base.len() + reference.len() + 2);
    let (base, reference) = (Uri::parse(base).unwrap(), UriReference::parse(reference).unwrap());
    let count = measure(|| assert!(Resolver::new().resolve_into(&base, &reference, &mut buffer).is_ok()));
    assert_eq!(count.count_total, 0);
    let mut buffer = String::with_capacity(1 + base.as_str().len() + reference.as_str().len() + 2);
    buffer.push('/');
    let count = measure(|| assert!(Resolver::new().append_to(&base, &reference, &mut buffer).is_ok()));
    assert_eq!(count.count_total, 0);
}

/// The cost of each `..` is counted in `tests/growth`.
#[rstest]
#[case::up("/a", "../", 50_000)]
#[case::here("/a", "./", 50_000)]
#[case::rootless("a/", "../", 50_000)]
#[case::slashes("/", "..//", 30_000)]
#[case::later("/a", "b/../../", 20_000)]
fn long_paths(#[case] segment: &str, #[case] reference: &str, #[case] times: usize) {
    let base = "x:".to_owned() + &segment.repeat(50_000);
    let reference = reference.repeat(times) + "g";
    let (base, reference) = (Uri::parse(&base).unwrap(), UriReference::parse(&reference).unwrap());
    check(&base, &reference, &mut String::new());
}
