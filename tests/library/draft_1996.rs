//! draft-fielding-url-syntax-01, of 1996: its Appendix C, and consequences of its section 6.

use std::error::Error;

use rstest::rstest;
use urigram::resolve::{ReferenceForm, ResolveError, Resolver};
use urigram::{Iri, IriReference, Uri, UriReference, draft1996};

use crate::common::draft_1996;
use crate::common::strategies;

fn target(resolver: Resolver, base: &str, reference: &str) -> Result<String, ResolveError> {
    let (base, reference) = (Uri::parse(base).unwrap(), UriReference::parse(reference).unwrap());
    draft1996::resolve(resolver, &base, &reference).map(|target| {
        assert_eq!(Uri::parse(target.as_str()).unwrap().components(), target.components());
        target.into_inner()
    })
}

#[rstest]
// C.1. Normal Examples
#[case("g:h", "g:h")]
#[case("g", "http://a/b/c/g")]
#[case("./g", "http://a/b/c/g")]
#[case("g/", "http://a/b/c/g/")]
#[case("/g", "http://a/g")]
#[case("//g", "http://g")]
#[case("?y", "http://a/b/c/?y")]
#[case("g?y", "http://a/b/c/g?y")]
#[case("g#s", "http://a/b/c/g#s")]
#[case("g?y#s", "http://a/b/c/g?y#s")]
#[case(";x", "http://a/b/c/;x")]
#[case("g;x", "http://a/b/c/g;x")]
#[case("g;x?y#s", "http://a/b/c/g;x?y#s")]
#[case(".", "http://a/b/c/")]
#[case("./", "http://a/b/c/")]
#[case("..", "http://a/b/")]
#[case("../", "http://a/b/")]
#[case("../g", "http://a/b/g")]
#[case("../..", "http://a/")]
#[case("../../", "http://a/")]
#[case("../../g", "http://a/g")]
// C.2. Abnormal Examples
#[case("", "http://a/b/c/d;p?q")]
#[case("../../../g", "http://a/../g")]
#[case("../../../../g", "http://a/../../g")]
#[case("/./g", "http://a/./g")]
#[case("/../g", "http://a/../g")]
#[case("g.", "http://a/b/c/g.")]
#[case(".g", "http://a/b/c/.g")]
#[case("g..", "http://a/b/c/g..")]
#[case("..g", "http://a/b/c/..g")]
#[case("./../g", "http://a/b/g")]
#[case("./g/.", "http://a/b/c/g/")]
#[case("g/./h", "http://a/b/c/g/h")]
#[case("g/../h", "http://a/b/c/h")]
#[case("g;x=1/./y", "http://a/b/c/g;x=1/y")]
#[case("g;x=1/../y", "http://a/b/c/y")]
#[case("g?y/./x", "http://a/b/c/g?y/x")]
#[case("g?y/../x", "http://a/b/c/x")]
#[case("g#s/./x", "http://a/b/c/g#s/./x")]
#[case("g#s/../x", "http://a/b/c/g#s/../x")]
#[case("http:g", "http:g")]
#[case("http:", "http:")]
fn appendix_c(#[case] reference: &str, #[case] expected: &str) {
    assert_eq!(target(Resolver::new(), "http://a/b/c/d;p?q", reference).as_deref(), Ok(expected));
}

/// Appendix C resolves `#s` to `(current document)#s`. Here, the base is the URL of the current document.
#[test]
fn appendix_c_current_document() {
    let base = Uri::parse("http://a/b/c/d;p?q").unwrap();
    let reference = UriReference::parse("#s").unwrap();
    assert_eq!(reference.form(), ReferenceForm::SameDocument);
    assert!(base.is_same_document(&reference));
    assert_eq!(target(Resolver::new(), "http://a/b/c/d;p?q", "#s").as_deref(), Ok("http://a/b/c/d;p?q#s"));
}

#[rstest]
#[case::scheme_is_absolute("http://a/b", "g:/../h", "g:/../h")]
#[case::empty_server_is_inherited("http://a/b/c", "///g", "http://a/g")]
#[case::empty_server_and_nothing_else("http://a/b/c?q", "//#f", "http://a/b/c?q#f")]
#[case::server_ends_resolution("http://a/b", "//c/../d?e", "http://c/../d?e")]
#[case::no_server_is_inherited("f:/b/c", "d", "f:/b/d")]
#[case::slash_after_the_server("http://a", "g", "http://a/g")]
#[case::slash_after_the_server_and_a_query("http://a?q", "?y", "http://a/?y")]
#[case::rootless("zz:abc", "foo/../bar", "zz:bar")]
#[case::rootless_above("zz:abc", "../bar", "zz:../bar")]
#[case::empty_segment_is_a_segment("http://a/b/c", "g//../h", "http://a/b/g/h")]
#[case::left_ones_are_not_removed("http://a/b", "../x/../../g", "http://a/../../g")]
#[case::left_at_the_end("http://a/b", "..", "http://a/..")]
#[case::dots_in_the_base("http://a/b/../c/d", "g", "http://a/c/g")]
#[case::dots_in_the_query_of_the_base("http://a/b?c/../d", "g", "http://a/g")]
#[case::question_marks("http://a/b", "g?y/../x?z", "http://a/x?z")]
#[case::guard("f:/a", ".//g", "f:/.//g")]
#[case::guard_behind_an_empty_server("f:/a", "////g", "f:/.//g")]
#[case::guard_before_a_query("f:/a", ".//?g", "f:/.//?g")]
fn by_its_steps(#[case] base: &str, #[case] reference: &str, #[case] expected: &str) {
    assert_eq!(target(Resolver::new(), base, reference).as_deref(), Ok(expected));
}

/// Compares the targets of all short references with the literal steps. A reference has up to `reference_tokens` tokens, and
/// a base has a scheme and up to `base_tokens` tokens.
#[rstest]
#[case::of_three(3, 2)]
#[ignore = "all references of four tokens"]
#[case::of_four(4, 3)]
fn all_short_references(#[case] reference_tokens: usize, #[case] base_tokens: usize) {
    const TOKENS: &[&str] = &["a", "/", ".", "..", ":", "?", "#", "//h"];
    let references = strategies::strings(TOKENS, reference_tokens);
    let references: Vec<_> = references.iter().filter_map(|text| UriReference::parse(text).ok()).collect();
    let bases: Vec<_> =
        strategies::strings(TOKENS, base_tokens).iter().map(|rest| format!("a:{rest}")).collect();
    for base in bases.iter().filter_map(|text| Uri::parse(text).ok()) {
        for reference in &references {
            let (expected, left) = draft_1996::resolve(base.as_str(), reference.as_str());
            let target = draft1996::resolve(Resolver::new(), &base, reference).unwrap();
            assert_eq!(target, expected.as_str(), "{base} and {reference}");
            let checked = draft1996::resolve(Resolver::new().deny_above_root(true), &base, reference);
            match left {
                0 => assert_eq!(checked.unwrap(), expected.as_str(), "{base} and {reference}"),
                _ => assert_eq!(
                    checked,
                    Err(ResolveError::AboveRoot { count: left }),
                    "{base} and {reference}"
                ),
            }
        }
    }
}

#[test]
fn with_the_other_options() {
    let base = "http://a/b/c/d;p?q";
    assert_eq!(target(Resolver::new().lenient(true), base, "http:g").as_deref(), Ok("http://a/b/c/g"));
    assert_eq!(target(Resolver::new().lenient(true), base, "http:").as_deref(), Ok(base));
    assert_eq!(target(Resolver::new().deny_above_root(true), base, "../../g").as_deref(), Ok("http://a/g"));
    assert_eq!(
        target(Resolver::new().deny_above_root(true), base, "../../../../g"),
        Err(ResolveError::AboveRoot { count: 2 })
    );
    assert_eq!(target(Resolver::new().deny_guard(true), "f:/a", ".//g"), Err(ResolveError::ReadsAsAuthority));
}

/// The draft treats the query as a part of the path. In an IRI, the query may have private-use characters, but the path may not,
/// so the target is invalid.
#[test]
fn what_is_not_valid_is_an_error() {
    let base = Iri::parse("http://a/b").unwrap();
    let reference = IriReference::parse("?/../\u{E000}").unwrap();
    let error = draft1996::resolve(Resolver::new(), &base, &reference).unwrap_err();
    assert!(matches!(error, ResolveError::Grammar(_)));
    assert_eq!(error.source().unwrap().to_string(), "unexpected '\\u{e000}' in the path at byte 9");
}

/// Resolves long references against a base of 49,999 levels. `levels` is the number of levels of the target, and `left` the
/// number of `..` at its start.
#[rstest]
#[case::up("../", 30_000, 19_999, 0)]
#[case::all_the_way_up("../", 49_999, 0, 0)]
#[case::up_and_left("../", 60_000, 0, 10_001)]
#[case::here("./", 50_000, 49_999, 0)]
#[case::there_and_back("b/../", 30_000, 49_999, 0)]
#[case::in_the_query("?/../", 30_000, 49_999, 0)]
fn long_paths(#[case] reference: &str, #[case] times: usize, #[case] levels: usize, #[case] left: usize) {
    let base = "x:".to_owned() + &"/a".repeat(50_000);
    let expected = "x:".to_owned() + &"/a".repeat(levels) + "/" + &"../".repeat(left) + "g";
    assert!(target(Resolver::new(), &base, &(reference.repeat(times) + "g")) == Ok(expected));
}
