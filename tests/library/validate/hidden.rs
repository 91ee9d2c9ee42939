//! Scripting schemes that appear when a relative reference is decoded.

use rstest::rstest;
use urigram::validate::Code;

use super::{findings, found};

#[rstest]
#[case::colon("javascript%3Aalert(1)", "javascript%3A", "javascript")]
#[case::in_mixed_case("JavaScript%3Aalert(1)", "JavaScript%3A", "javascript")]
#[case::across_a_fragment("java&#115;cript:alert(1)", "java&#115;cript:", "javascript")]
#[case::ignored_characters("%01%20da%09ta&colon;a", "%01%20da%09ta&colon;", "data")]
#[case::twice("vbscript%25253Aa", "vbscript%25253A", "vbscript")]
#[case::without_semicolon("&#x6Aavascript:a", "", "")]
#[case::decimal_without_semicolon("&#106avascript:a", "&#106avascript:", "javascript")]
#[case::second_layer_encoded("javascript%25%33%41a", "javascript%25%33%41", "javascript")]
#[case::reference_to_an_ampersand("data&#38;colon;a", "data&#38;colon;", "data")]
#[case::no_script("MailTo%3Aa", "MailTo%3A", "mailto")]
#[case::nothing_after("data%3A", "data%3A", "data")]
fn hides_a_scheme(#[case] text: &str, #[case] place: &str, #[case] scheme: &str) {
    let findings = findings(text);
    let hidden = findings.iter().find(|finding| finding.code() == Code::HiddenScheme);
    assert_eq!(hidden.map(|finding| &text[finding.range()]).unwrap_or_default(), place);
    if let Some(hidden) = hidden {
        let message = format!("`{place}` is read as a relative path, but decoded it begins with `{scheme}:`");
        assert_eq!(hidden.to_string(), message);
    }
}

#[rstest]
fn hides_none(
    #[values(
        "",
        "javascript",
        "/javascript%3Aa",
        "./javascript%3Aa",
        "a/javascript%3Aa",
        "?javascript%3Aa",
        "#javascript%3Aa",
        "//javascript%3Aa",
        "x:javascript%3Aa",
        "javascripts%3Aa",
        "java%20script%3Aa",
        "data%2C",
        "&colon;javascript",
        "&#;106",
        "&#x;",
        "&",
        "data&#",
        "data&#99999999999999999999;",
        "data%1A",
        "example%3Aa",
        "1http%3Aa",
        "a-scheme-with-a-very-long-name%3Aa",
        "http"
    )]
    text: &str,
) {
    assert!(!found(text).iter().any(|found| found.starts_with("hidden-scheme")), "{:?}", found(text));
}

// The path (section 3.3): a query without its `?`.

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
