//! Section 6.1: comparison for different purposes. Relative references are resolved first.

use rstest::rstest;
use urigram::normalize::{Level, Normalizer};
use urigram::{Uri, UriReference};

fn reference(text: &str) -> UriReference<&str> {
    UriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[rstest]
#[case::other_fragment("http://a/b?c#d", "http://a/b?c#e")]
#[case::no_fragment("http://a/b?c#d", "http://a/b?c")]
#[case::empty_fragment("http://a/b#", "http://a/b")]
#[case::fragment_after_an_empty_query("http://a/b?#d", "http://a/b?")]
#[case::of_relative_references("#a", "")]
fn fragments_are_excluded_for_network_actions(#[case] a: &str, #[case] b: &str) {
    let (a, b) = (reference(a), reference(b));
    for level in Level::ALL {
        assert!(!a.equivalent(&b, level), "{level}");
        let for_retrieval = Normalizer::new(level).fragment(false);
        assert!(for_retrieval.equivalent(&a, &b), "{level}");
        assert_eq!(for_retrieval.compare(&a, &b), Some(Level::String));
        assert_eq!(for_retrieval.normalize(&a).fragment(), None);
    }
}

/// The components of a reference without its fragment are those that parsing finds.
#[rstest]
fn without_a_fragment_it_is_still_a_reference(
    #[values("", "a", "a?", "a?b", "//a:1/", "s:", "s://u@h/p?q")] before: &str,
    #[values("", "#", "#f")] fragment: &str,
) {
    let text = before.to_owned() + fragment;
    let form = Normalizer::new(Level::String).fragment(false);
    let form = form.normalize(&reference(&text)).to_owned();
    assert_eq!(form, before);
    assert_eq!(form.components(), reference(before).components());
}

#[test]
fn relative_references_are_converted_to_their_targets_before_comparison() {
    let base = Uri::parse("http://a/b/c").expect("a URI");
    let (one, other) = (reference("./g"), reference("../b/g"));
    assert_eq!(one.compare(&other), None);
    let target = |reference| base.resolve(reference).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(target(&one).compare(&target(&other)), Some(Level::String));
}
