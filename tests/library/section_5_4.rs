//! Section 5.4: all of its examples, and those of section 6.2.2.

use rstest::rstest;
use urigram::resolve::Resolver;
use urigram::{Uri, UriReference};

/// Returns the target, and asserts that every method of resolution returns the same one.
fn target(resolver: Resolver, base: &str, reference: &str) -> String {
    let (base, reference) = (Uri::parse(base).unwrap(), UriReference::parse(reference).unwrap());
    let target = resolver.resolve(&base, &reference).unwrap();
    let mut buffer = "what was there before".repeat(3);
    let borrowed = resolver.resolve_into(&base, &reference, &mut buffer).unwrap();
    assert_eq!(borrowed, target);
    assert_eq!(borrowed.components(), target.components());
    let mut appended = String::from("é/../b");
    let components = resolver.append_to(&base, &reference, &mut appended);
    assert_eq!(
        (components.as_ref(), appended.as_str()),
        (Ok(target.components()), &*format!("é/../b{target}"))
    );
    let parsed = Uri::parse(target.as_str()).unwrap();
    assert_eq!(parsed.components(), target.components(), "{target}");
    target.into_inner()
}

#[rstest]
// 5.4.1. Normal Examples
#[case("g:h", "g:h")]
#[case("g", "http://a/b/c/g")]
#[case("./g", "http://a/b/c/g")]
#[case("g/", "http://a/b/c/g/")]
#[case("/g", "http://a/g")]
#[case("//g", "http://g")]
#[case("?y", "http://a/b/c/d;p?y")]
#[case("g?y", "http://a/b/c/g?y")]
#[case("#s", "http://a/b/c/d;p?q#s")]
#[case("g#s", "http://a/b/c/g#s")]
#[case("g?y#s", "http://a/b/c/g?y#s")]
#[case(";x", "http://a/b/c/;x")]
#[case("g;x", "http://a/b/c/g;x")]
#[case("g;x?y#s", "http://a/b/c/g;x?y#s")]
#[case("", "http://a/b/c/d;p?q")]
#[case(".", "http://a/b/c/")]
#[case("./", "http://a/b/c/")]
#[case("..", "http://a/b/")]
#[case("../", "http://a/b/")]
#[case("../g", "http://a/b/g")]
#[case("../..", "http://a/")]
#[case("../../", "http://a/")]
#[case("../../g", "http://a/g")]
// 5.4.2. Abnormal Examples
#[case("../../../g", "http://a/g")]
#[case("../../../../g", "http://a/g")]
#[case("/./g", "http://a/g")]
#[case("/../g", "http://a/g")]
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
#[case("g?y/./x", "http://a/b/c/g?y/./x")]
#[case("g?y/../x", "http://a/b/c/g?y/../x")]
#[case("g#s/./x", "http://a/b/c/g#s/./x")]
#[case("g#s/../x", "http://a/b/c/g#s/../x")]
#[case::for_strict_parsers("http:g", "http:g")]
fn examples(#[case] reference: &str, #[case] expected: &str) {
    assert_eq!(target(Resolver::new(), "http://a/b/c/d;p?q", reference), expected);
    assert_eq!(target(Resolver::new(), "http://a/b/c/d;p?q#fragments-are-ignored", reference), expected);
}

#[test]
fn for_backward_compatibility() {
    let lenient = Resolver::new().lenient(true);
    assert_eq!(target(lenient, "http://a/b/c/d;p?q", "http:g"), "http://a/b/c/g");
}

/// Of the two equivalent URIs in section 6.2.2, resolution removes the dot segments of the second, and changes nothing else.
#[test]
fn section_6_2_2() {
    let targets = [
        ("example://a/b/c/%7Bfoo%7D", "example://a/b/c/%7Bfoo%7D"),
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "eXAMPLE://a/b/%63/%7bfoo%7d"),
    ];
    for (reference, expected) in targets {
        assert_eq!(target(Resolver::new(), "http://a", reference), expected);
    }
}
