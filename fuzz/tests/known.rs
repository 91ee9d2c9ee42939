//! What is said of answers that differ.

use rstest::rstest;
use urigram_fuzz::peers::known::{Differing, percent, relativize, resolve};

/// A reference that is longer than none is not known.
#[test]
fn no_reference_is_expected() {
    let theirs = Some("a:b");
    let answers = relativize::Answers { base: "a:", target: "a:b", ours: None, theirs, resolved: theirs };
    assert!(relativize::RELATIVIZE.iter().all(|known| !(known.is)(&answers)));
}

/// The findings of a library are told apart by what differs.
#[rstest]
#[case::scheme("a:", Some("b:"), "differs in the scheme")]
#[case::host_and_path("a://b", Some("a://c/"), "differs in the host and the path")]
#[case::no_authority("a://b", Some("a:"), "differs in the host")]
#[case::empty_query("a:", Some("a:?"), "differs in the query")]
#[case::refusal("a:", None, "refuses")]
fn tells_what_differs(#[case] right: &str, #[case] theirs: Option<&str>, #[case] what: &str) {
    let answers = resolve::Answers { base: "a:", reference: "", right, theirs };
    assert_eq!(answers.what(), what);
}

/// That of a text that is not percent-encoded, and that of one that is.
#[rstest]
#[case::not_encoded(None, "accepts")]
#[case::encoded(Some("b"), "has other data")]
fn tells_what_differs_in_data(#[case] right: Option<&str>, #[case] what: &str) {
    assert_eq!(percent::Answers { text: "a", right, theirs: "a" }.what(), what);
}
