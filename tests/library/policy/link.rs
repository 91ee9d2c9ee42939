//! `link`: references in an `href` written by others.

use rstest::rstest;
use urigram::policy::Policy;
use urigram::validate::{Code, Severity};
use urigram::{IriReference, UriReference};

use super::{assert_accepted, assert_refused};

#[rstest]
#[case::https("https://www.example.com/a?b#c")]
#[case::mailto("mailto:user@example.com?subject=a")]
#[case::network_path("//example.com/a")]
#[case::absolute_path("/a/b")]
#[case::relative_path("a/b")]
#[case::dots("../a")]
#[case::query("?a=b")]
#[case::fragment("#a")]
#[case::empty("")]
#[case::private("http://10.0.0.1/")]
#[case::intranet("http://intranet/")]
#[case::port("http://example.com:8025/")]
#[case::looks_like_a_host("www.example.com")]
#[case::text_of_another_script("https://пример.рф/é")]
#[case::ampersand_in_a_name("a&b")]
#[case::colon_in_a_path("./javascript:a")]
#[case::colon_encoded_in_a_second_segment("a/javascript%3Aa")]
#[case::another_word("javascripts%3Aa")]
#[case::data_in_a_name("data&more")]
#[case::javascript_in_a_query("?javascript:alert(1)")]
#[case::javascript_in_a_fragment("#javascript:alert(1)")]
#[case::lines_in_a_query("https://social.example/intent?text=a%0Ab")]
#[case::lines_in_a_mail("mailto:a@example.com?body=a%0D%0Ab")]
#[case::lines_after_the_subject("mailto:a@example.com?subject=a&BODY=a%0D%0Ab")]
fn accepts(#[case] text: &str) {
    assert_accepted(&Policy::link(), text);
}

#[rstest]
#[case::javascript("javascript:alert(1)", "scheme-refused")]
#[case::in_mixed_case("jAvAsCrIpT:alert(1)", "scheme-refused")]
#[case::with_an_authority("javascript://example.com/%0Aalert(1)", "scheme-refused")]
#[case::vbscript("vbscript:a", "scheme-refused")]
#[case::data("data:text/html,a", "scheme-refused")]
#[case::blob("blob:https://example.com/a", "scheme-refused")]
#[case::file("file:///etc/passwd", "scheme-refused")]
#[case::application("ms-msdt:/id", "scheme-refused")]
#[case::tab("java\tscript:alert(1)", "syntax")]
#[case::line_break("java\nscript:alert(1)", "syntax")]
#[case::control_character("\u{1}javascript:alert(1)", "syntax")]
#[case::space(" javascript:alert(1)", "syntax")]
#[case::invisible_character("java\u{200B}script:alert(1)", "syntax")]
fn schemes(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::link(), text, reason);
}

#[rstest]
#[case::colon("javascript%3Aalert(1)")]
#[case::in_lower_case("javascript%3aalert(1)")]
#[case::letter("%6Aavascript%3Aalert(1)")]
#[case::all_letters("%64%61%74%61%3Atext/html,a")]
#[case::twice("javascript%253Aalert(1)")]
#[case::three_times("javascript%25253Aalert(1)")]
#[case::tab("java%09script%3Aalert(1)")]
#[case::line_break("java%0D%0Ascript%3Aalert(1)")]
#[case::leading_control_character("%01javascript%3Aalert(1)")]
#[case::leading_space("%20javascript%3Aalert(1)")]
#[case::named_colon("javascript&colon;alert(1)")]
#[case::named_tab("java&Tab;script&colon;alert(1)")]
#[case::named_line_break("java&NewLine;script&colon;alert(1)")]
#[case::decimal("java&#115;cript:alert(1)")]
#[case::first_letter("&#106;avascript:alert(1)")]
#[case::without_semicolon("&#106avascript:alert(1)")]
#[case::leading_zeros("&#0000106;avascript:alert(1)")]
#[case::hexadecimal("&#x6A;avascript:alert(1)")]
#[case::hexadecimal_in_upper_case("&#X6a;avascript:alert(1)")]
#[case::ampersand_too("&amp;#106;avascript:alert(1)")]
#[case::mixed("%6A&#97;vascript&colon;alert(1)")]
#[case::vbscript("vbscript%3Aa")]
#[case::data("data%3Atext/html,a")]
#[case::digits_of_the_second_layer("javascript%25%33%41alert(1)")]
#[case::ampersand_without_semicolon("javascript&ampcolon;alert(1)")]
#[case::ampersand_in_upper_case("javascript&AMP;colon;alert(1)")]
#[case::numbered_ampersand("javascript&#38;colon;alert(1)")]
#[case::encoded_ampersand("javascript%26colon;alert(1)")]
#[case::encoded_name("javascript%26%63olon%3Balert(1)")]
#[case::encoded_number_sign("javascript&%2358;alert(1)")]
#[case::percent_by_name("javascript&percnt;3Aalert(1)")]
#[case::vbs("vbs%3Ax")]
#[case::file("file%3A///etc")]
#[case::ftp("ftp%3Ax")]
#[case::blob("blob%3Ax")]
#[case::view_source("view-source%3Ax")]
#[case::another_site("https%3A//example.net")]
#[case::about("about&colon;blank")]
#[case::before_an_encoded_letter("javascript&#x3a%61lert(1)")]
#[case::before_an_encoded_digit("javascript&#58%31-alert(1)")]
#[case::encoded_before_an_encoded_letter("javascript%26%23x3a%61lert(1)")]
fn hidden_schemes(#[case] text: &str) {
    assert_refused(&Policy::link(), text, "hidden-scheme");
}

/// Browsers hide a userinfo, and people may take it for the host, so the policy refuses it.
#[rstest]
#[case::user("https://user@example.com/")]
#[case::user_of_http("http://user@example.com/")]
#[case::empty("https://@example.com/")]
#[case::network_path("//user@example.com/")]
#[case::domain("http://google.de@evil.example/")]
#[case::punycode("http://xn--mnchen-3ya.de@evil.example/")]
#[case::encoded_letter("http://p%61ypal.com@evil.example/")]
#[case::address("http://0x7f.1@evil.example/")]
#[case::beyond_ascii("http://münchen.de@evil.example/")]
#[case::full_width("http://ｐaypal.com@evil.example/")]
fn userinfos(#[case] text: &str) {
    assert_refused(&Policy::link(), text, "userinfo-refused");
}

/// Clients that apply NFKC find another host before the allowed host.
#[test]
fn userinfo_that_becomes_a_host() {
    let policy = Policy::link().userinfo(true).allow_host("good.example").unwrap();
    assert_refused(&policy, "http://ｅvil.net⁇@good.example/", "misleading-userinfo");
    assert_accepted(&policy, "http://user@good.example/");
}

#[rstest]
#[case::misleading("https://www.example.com@evil.example/", "misleading-userinfo")]
#[case::misleading_and_encoded("https://www.example.com%2F@evil.example/", "misleading-userinfo")]
#[case::network_path("//www.example.com@evil.example/", "misleading-userinfo")]
#[case::several("https://a@b@c/", "syntax")]
#[case::no_slashes("https:example.com", "missing-authority")]
#[case::one_slash("https:/example.com", "missing-authority")]
#[case::three_slashes("https:///example.com", "whatwg-host")]
#[case::three_slashes_alone("///example.com", "whatwg-host")]
#[case::backslashes("\\\\example.com", "syntax")]
#[case::slash_and_backslash("/\\example.com", "syntax")]
#[case::backslash_in_the_authority("https://a.example\\@b.example/", "syntax")]
#[case::encoded_host("https://ex%61mple.com/", "percent-encoded-host")]
#[case::ipv4_spelling("https://0x7f.1/", "ipv4-like-host")]
#[case::ipv4_spelling_without_a_scheme("//0x7f.1/", "ipv4-like-host")]
#[case::five_octets("https://1.2.3.4.5/", "numeric-last-label")]
#[case::full_width("https://example．com/", "mapped-character")]
#[case::invisible("https://exam\u{AD}ple.com/", "mapped-character")]
#[case::without_a_scheme("//example。com/", "mapped-character")]
#[case::brackets("https://[example.com]/", "syntax")]
#[case::large_port("https://example.com:65616/", "port-too-large")]
#[case::mailto_with_an_authority("mailto://user@example.com", "authority-not-allowed")]
#[case::line_break("https://example.com/%0d%0aSet-Cookie:a", "encoded-line-break")]
#[case::line_break_in_mail("mailto:a@b.example?subject=a%0ABcc:b@b.example", "encoded-line-break")]
#[case::line_break_in_a_second_field("mailto:a@b.example?body=a%0Ab&to=c%0dBcc:b", "encoded-line-break")]
#[case::line_break_in_the_name_of_a_field("mailto:a@b.example?body%0A=a", "encoded-line-break")]
#[case::line_break_without_a_value("mailto:a@b.example?%0Abody", "encoded-line-break")]
#[case::line_break_in_an_encoded_body("mailto:a@b.example?%62ody=%0A", "encoded-line-break")]
#[case::line_break_in_an_address("mailto:a%0D%0Ab@b.example", "encoded-line-break")]
#[case::line_break_in_the_userinfo("//a%0D%0Ab@b.example", "encoded-line-break")]
#[case::line_break_in_the_host("//a%0D%0Ab.example", "encoded-line-break")]
#[case::line_break_in_a_fragment("#%0A", "encoded-line-break")]
#[case::nul("/a%00.png", "encoded-nul")]
fn other_attacks(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&Policy::link(), text, reason);
}

/// Clients go to `evßil.example` or to `evssil.example`, so a policy with a list of hosts refuses such a name.
#[rstest]
#[case::sharp_s("http://evßil.example/")]
#[case::capital_sharp_s("http://evẞil.example/")]
#[case::final_sigma("http://ας.example/")]
#[case::joiner("http://a\u{200D}b.example/")]
#[case::non_joiner("http://a\u{200C}b.example/")]
fn hosts_by_the_revision_of_idna(#[case] text: &str) {
    let reference = IriReference::parse(text).unwrap();
    let checked = Policy::link().check(reference).unwrap();
    assert!(checked.policy_findings().iter().any(|finding| finding.code() == Code::DeviationCharacter));
    let policy = Policy::link().allow_host(reference.host_str().unwrap()).unwrap();
    assert_refused(&policy, text, "deviation-character");
    assert_eq!(policy.severity(Code::DeviationCharacter), Severity::Error);
    assert_accepted(&policy.clone().warn(Code::DeviationCharacter), text);
    assert_accepted(&policy.pass(Code::DeviationCharacter), text);
    assert_refused(&Policy::fetch(), text, "deviation-character");
}

#[test]
fn line_breaks_in_a_query_are_warned_of() {
    let checked = Policy::link().check(UriReference::parse("?text=a%0Ab").unwrap()).unwrap();
    let findings = checked.policy_findings();
    assert_eq!((findings[0].code(), findings[0].severity()), (Code::LineBreakInQuery, Severity::Warning));
}

#[test]
fn with_allowed_hosts() {
    let policy = Policy::link().allow_host("example.com").unwrap();
    assert_accepted(&policy, "https://example.com/");
    assert_accepted(&policy, "//example.com/");
    assert_accepted(&policy, "/a");
    assert_accepted(&policy, "#a");
    for text in [
        "https://example.net/",
        "//example.net/",
        "https://example.com.evil.example/",
        "mailto:user@example.com",
    ] {
        assert_refused(&policy, text, "host-refused");
    }
}
