//! The path (section 3.3): a query that no `?` begins.

use rstest::rstest;

use super::found;

#[rstest]
#[case::pair("http://a.example/b&c=1", &["missing-question-mark `&`"])]
#[case::two_pairs("/b&c=1&d=2", &["missing-question-mark `&`"])]
#[case::name("/b&c_d-e.f2=1", &["missing-question-mark `&`"])]
#[case::with_a_query("/b&c=1?d=2", &[])]
#[case::of_another_scheme("urn:example:b&c=1", &[])]
#[case::no_pair("/b&c", &[])]
#[case::capital_letter("/AT&T=1", &[])]
#[case::digit_first("/b&1c=1", &[])]
#[case::other_character("/b&c!d=1", &[])]
#[case::no_name("/b&=1", &[])]
#[case::another_segment("/b&c=1/d", &[])]
#[case::in_another_segment("/b&c/d=1", &[])]
fn section_3_3(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}
