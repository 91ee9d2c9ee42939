//! Percent-encoded octets (sections 2.4, 2.5, 6.2.2 and 7.3), in each component.

use rstest::rstest;

use super::{findings, found};

#[rstest]
#[case::nul("http://a.example/%00", &["encoded-nul `%00`"])]
#[case::carriage_return("http://a.example/?%0d%0A", &["line-break-in-query `%0d`"])]
#[case::in_the_body_of_a_mail("mailto:a@b.example?body=a%0D%0Ab", &[])]
#[case::in_the_subject_of_a_mail("mailto:a@b.example?body=%0A&subject=a%0D%0Ab", &["encoded-line-break `%0D`"])]
#[case::line_feed("http://a.example/#%0A", &["encoded-line-break `%0A`"])]
#[case::control("http://a.example/%1b%7F", &["encoded-control `%1b`"])]
#[case::space("http://a.example/%20", &[])]
#[case::once_in_each_component(
    "ftp://%00@a.example/%00%00?%00#%00%00",
    &["encoded-nul `%00`", "encoded-nul `%00`", "query-not-allowed `?%00`", "encoded-nul `%00`", "encoded-nul `%00`"]
)]
fn section_7_3_controls(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::path("http://a.example/\u{202E}x", &["bidi-control `\u{202E}`"])]
#[case::once_in_each_component(
    "ftp://\u{61C}@a.example/\u{200E}\u{200F}#\u{2066}a\u{2069}",
    &["bidi-control `\u{61C}`", "bidi-control `\u{200E}`", "bidi-control `\u{2066}`"]
)]
#[case::query("?\u{202A}", &["bidi-control `\u{202A}`"])]
#[case::host("http://a\u{202E}.example/", &["host-beyond-ascii `a\u{202E}.example`", "mapped-character `\u{202E}`"])]
#[case::percent_encoded("http://a.example/%E2%80%AEx", &[])]
#[case::right_to_left_letter("http://a.example/\u{5D0}", &[])]
fn rfc_3987_section_4_1(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::slash("http://a.example/a%2fb", &["encoded-delimiter `%2f`"])]
#[case::backslash("http://a.example/a%5Cb", &["encoded-delimiter `%5C`"])]
#[case::question_mark("http://a.example/a%3Fb", &["encoded-delimiter `%3F`"])]
#[case::number_sign("/a%23b", &["encoded-delimiter `%23`"])]
#[case::colon("http://a.example/a%3Ab", &[])]
#[case::at("http://a.example/a%40b", &[])]
#[case::in_the_query("http://a.example/?u=http%3A%2F%2Fb%3Fc%23d", &[])]
#[case::in_the_fragment("http://a.example/#%2F", &[])]
#[case::at_in_the_userinfo("ftp://a%40b@a.example/", &["encoded-delimiter `%40`"])]
#[case::at_in_the_host("xy://a%40b/", &["percent-encoded-host `a%40b`", "encoded-delimiter `%40`"])]
#[case::bracket_in_the_host("xy://a%5Bb/", &["percent-encoded-host `a%5Bb`", "encoded-delimiter `%5B`"])]
#[case::in_a_telephone_number("tel:*%23;phone-context=+1", &[])]
fn section_7_3_delimiters(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::dot("http://a.example/%2e", &["encoded-unreserved `%2e`", "encoded-dot-segment `%2e`"])]
#[case::dots("/%2E%2e/b", &["encoded-unreserved `%2E`", "encoded-dot-segment `%2E%2e`"])]
#[case::dot_before("/a/.%2e", &["encoded-dot-segment `.%2e`", "encoded-unreserved `%2e`"])]
#[case::dot_after("/a/%2e./", &["encoded-unreserved `%2e`", "encoded-dot-segment `%2e.`"])]
#[case::first("%2e/", &["encoded-unreserved `%2e`", "encoded-dot-segment `%2e`"])]
#[case::second_of_two("/a%2e/%2e", &["encoded-unreserved `%2e`", "encoded-dot-segment `%2e`"])]
#[case::once_in_each_component("/%2e/%2E/", &["encoded-unreserved `%2e`", "encoded-dot-segment `%2e`"])]
#[case::three_dots("/.%2e./", &["encoded-unreserved `%2e`"])]
#[case::three_encoded_dots("/%2e%2e%2e/", &["encoded-unreserved `%2e`"])]
#[case::after_two_dots("/..%2e/", &["encoded-unreserved `%2e`"])]
#[case::extension("/a%2etxt", &["encoded-unreserved `%2e`"])]
#[case::in_a_query("/?%2e", &["encoded-unreserved `%2e`"])]
#[case::letter("/%41", &["encoded-unreserved `%41`"])]
#[case::reserved("/%21", &[])]
fn section_6_2_2(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::dot("http://a.example/./b", &["dot-segment `.`"])]
#[case::dots("http://a.example/a/..", &["dot-segment `..`"])]
#[case::rootless("urn:../a", &["urn-syntax `../a`", "dot-segment `..`"])]
#[case::three_dots("http://a.example/...", &[])]
#[case::dot_in_a_name("http://a.example/.profile/a.", &[])]
#[case::in_a_query("http://a.example/?/../", &[])]
#[case::relative("../a/./b", &[])]
#[case::relative_with_an_authority("//a.example/../b", &[])]
fn section_6_2_2_3(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<_> = found(text);
    let found: Vec<_> = found.iter().map(String::as_str).collect();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    let mut sorted = found.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
}

#[rstest]
#[case::space("/a%2520b", &["double-encoding `%2520`"])]
#[case::slash("/?u=%252F", &["double-encoding `%252F`"])]
#[case::three_times("/%252520", &["double-encoding `%2525`"])]
#[case::percent_sign("/100%25", &[])]
#[case::no_digits("/%25g0", &[])]
#[case::one_digit("/%252", &[])]
#[case::across_components("/%25?20", &[])]
fn section_2_4(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::two("/%C3%A9", &[])]
#[case::three("/%E3%82%A2", &[])]
#[case::least_of_three("/%E0%A0%80", &[])]
#[case::last_before_the_surrogates("/%ED%9F%BF", &[])]
#[case::four("/%F0%9F%98%80", &[])]
#[case::private_use("/%F1%80%80%80", &[])]
#[case::greatest("/%F4%8F%BF%BF", &[])]
#[case::latin_1("/caf%E9", &["encoded-not-utf8 `%E9`"])]
#[case::continuation("/%A9", &["encoded-not-utf8 `%A9`"])]
#[case::cut("/%E3%82", &["encoded-not-utf8 `%E3%82`"])]
#[case::cut_by_a_character("/%E3%82a%A2", &["encoded-not-utf8 `%E3%82`"])]
#[case::cut_by_an_ascii_octet("/%E3%20", &["encoded-not-utf8 `%E3`"])]
#[case::cut_by_another("/%E3%C3%A9", &["encoded-not-utf8 `%E3`"])]
#[case::cut_by_the_end_of_the_component("/%C3?%A9", &["encoded-not-utf8 `%C3`", "encoded-not-utf8 `%A9`"])]
#[case::overlong("/%C0%AF", &["encoded-not-utf8 `%C0`"])]
#[case::overlong_of_three("/%E0%80%AF", &["encoded-not-utf8 `%E0`"])]
#[case::surrogate("/%ED%A0%80", &["encoded-not-utf8 `%ED`"])]
#[case::beyond_unicode("/%F4%90%80%80", &["encoded-not-utf8 `%F4`"])]
#[case::never("/%FF", &["encoded-not-utf8 `%FF`"])]
fn section_2_5(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

/// RFC 6874: the `%25` before a zone is a delimiter rather than an encoded octet.
#[test]
fn zones_are_not_percent_encoded() {
    let reference = urigram::rfc6874::UriReference::parse("//[2000::1%2541]/").unwrap();
    assert_eq!(reference.findings().len(), 0);
}

#[test]
fn messages_name_the_component() {
    let messages: Vec<_> = findings("/%00?%00").iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        ["the path contains the octet 0, percent-encoded", "the query contains the octet 0, percent-encoded"]
    );
}
