//! `redirect`: the page after a login.

use rstest::rstest;
use urigram::policy::Policy;

use super::{assert_accepted, assert_refused};

fn policy() -> Policy {
    Policy::redirect().allow_host("accounts.example.com").unwrap().allow_host(".example.org").unwrap()
}

#[rstest]
#[case::root("/")]
#[case::path("/account/settings")]
#[case::slash_at_the_end("/account/")]
#[case::query("/account?next=//example.net&a=..")]
#[case::fragment("/account#//example.net")]
#[case::hidden_name("/.well-known/a")]
#[case::dots_in_a_segment("/a..b/...")]
#[case::encoded_text("/caf%C3%A9%20a")]
#[case::full_width_letters("/\u{FF41}%EF%BD%82")]
#[case::at("/@user")]
#[case::colon("/a:b")]
#[case::iri("/é")]
#[case::encoded_twice_in_the_query("/search?q=%2520&next=%2F%253Fa")]
#[case::encoded_percent("/100%25")]
#[case::ampersand("/a&b;c&amp;d")]
#[case::number_sign("/a&#b")]
#[case::parameters("/a;b/..a;/...;/;jsessionid=1")]
#[case::number_of_a_letter("/&#228;")]
#[case::name_of_a_letter("/&auml;")]
fn accepts_paths(#[case] text: &str) {
    assert_accepted(&Policy::redirect(), text);
    assert_accepted(&policy(), text);
}

#[rstest]
#[case::host("https://accounts.example.com/")]
#[case::no_path("https://accounts.example.com")]
#[case::upper_case("HTTPS://Accounts.Example.COM/a")]
#[case::port("http://accounts.example.com:8080/")]
#[case::below("https://a.b.example.org/")]
fn accepts_allowed_hosts(#[case] text: &str) {
    assert_accepted(&policy(), text);
    assert_refused(&Policy::redirect(), text, "host-refused");
}

#[rstest]
#[case::name("example.net", "form-refused")]
#[case::appended_to_a_host(".example.net", "form-refused")]
#[case::userinfo_when_appended("@example.net", "form-refused")]
#[case::relative("account", "form-refused")]
#[case::dots("../account", "form-refused")]
#[case::query("?a", "form-refused")]
#[case::fragment("#a", "form-refused")]
#[case::empty("", "form-refused")]
#[case::network_path("//example.net", "form-refused")]
#[case::network_path_to_an_allowed_host("//accounts.example.com/", "form-refused")]
#[case::three_slashes("///example.net", "form-refused")]
#[case::four_slashes("////example.net", "form-refused")]
#[case::hidden_scheme("javascript%3Aalert(1)", "form-refused")]
#[case::javascript("javascript:alert(1)", "scheme-refused")]
#[case::javascript_with_an_allowed_host("javascript://accounts.example.com/%0Aalert(1)", "scheme-refused")]
#[case::data("data:text/html,a", "scheme-refused")]
#[case::mailto("mailto:user@accounts.example.com", "host-refused")]
#[case::no_slashes("https:example.net", "missing-authority")]
#[case::one_slash("https:/accounts.example.com", "host-refused")]
#[case::normalized_to_an_address("http://127.0.0.%31/", "ipv4-like-host")]
#[case::four_slashes_and_a_scheme("https:////accounts.example.com/", "empty-host")]
fn kinds_and_schemes(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&policy(), text, reason);
}

#[rstest]
#[case::empty_segment("/a//b")]
#[case::second_slash("/%2F/example.net")]
#[case::encoded_slash("/%2Fexample.net")]
#[case::encoded_slash_in_lower_case("/%2fexample.net")]
#[case::encoded_backslash("/%5Cexample.net")]
#[case::dot_segment("/./a")]
#[case::guard("/.//example.net")]
#[case::dots("/a/../b")]
#[case::dots_at_the_end("/a/..")]
#[case::encoded_dots("/a/%2e%2e/b")]
#[case::half_encoded_dots("/a/.%2E/b")]
#[case::encoded_dot_in_a_name("/a%2Eb")]
#[case::tab("/%09/example.net")]
#[case::line_break("/%0D%0ALocation:%20http:a")]
#[case::nul("/%00a")]
#[case::delete("/%7F")]
#[case::slash_encoded_twice("/%252F/example.net")]
#[case::dots_encoded_twice("/%252e%252e/a")]
#[case::text_encoded_twice("/caf%25C3%25A9")]
#[case::second_layer_encoded("/%25%32%46example.net")]
#[case::half_of_the_second_layer_encoded("/%252%46example.net")]
#[case::three_layers("/%25%2532%46example.net")]
#[case::named_tab("/&Tab;/example.net")]
#[case::named_line_break("/&NewLine;/example.net")]
#[case::named_slash("/&sol;example.net")]
#[case::named_backslash("/&bsol;example.net")]
#[case::numbered_slash("/&#47;example.net")]
#[case::hexadecimal_slash("/&#x2f;example.net")]
#[case::named_dots("/&period;&period;/a")]
#[case::encoded_ampersand("/%26sol;example.net")]
#[case::reference_in_a_reference("/&amp;sol;example.net")]
#[case::reference_behind_others("/a&b&c;&sol;example.net")]
#[case::encoded_full_width_slash("/%EF%BC%8Fexample.net")]
#[case::encoded_and_invisible("/%E2%80%8B/example.net")]
#[case::full_width_slash("/／example.net")]
#[case::full_width_backslash("/＼example.net")]
#[case::invisible("/\u{200B}/example.net")]
#[case::parameters_on_dots("/a/..;/b")]
#[case::parameters_on_a_dot("/.;a=b/c")]
#[case::parameters_on_dots_at_the_end("/a/..;")]
#[case::parameters_with_an_encoded_delimiter("/a/..%3B/b")]
#[case::parameters_with_a_named_delimiter("/a/..&semi;/b")]
#[case::numbered_full_width_slash("/&#xff0f;evil.example")]
#[case::decimal_full_width_slash("/&#65295;evil.example")]
#[case::numbered_and_invisible("/&#8203;/evil.example")]
#[case::numbered_soft_hyphen("/&#173;/evil.example")]
#[case::numbered_soft_hyphen_with_an_encoded_ampersand("/%26#173;/evil.example")]
#[case::encoded_ampersand_of_a_slash("/%26#xff0f;evil.example")]
#[case::named_and_invisible("/&ZeroWidthSpace;/evil.example")]
#[case::named_soft_hyphen("/&shy/evil.example")]
#[case::named_dots("/&nldr;/a")]
#[case::named_care_of("/&incare;/a")]
#[case::slash_before_an_encoded_digit("/&#47%31evil.example")]
#[case::slash_before_an_encoded_letter("/&#x2f%61ttacker.example")]
#[case::parameters_alone("/;/evil.example")]
#[case::named_parameters_alone("/;a=b/evil.example")]
#[case::encoded_parameters_alone("/%3B/evil.example")]
#[case::encoded_query_after_dots("/a/..%3Fb")]
#[case::encoded_fragment_after_dots("/a/..%23b")]
#[case::named_query_after_dots("/a/..&quest;b")]
#[case::numbered_query_after_dots("/a/..&#63;b")]
#[case::encoded_reference_after_a_dot("/a/.%26%2363;")]
#[case::full_width_semicolon("/a/..；/b")]
#[case::encoded_full_width_semicolon("/a/..%EF%BC%9B/b")]
#[case::encoded_greek_question_mark("/a/..%CD%BE/b")]
#[case::mark_of_the_direction("/%E2%80%8E/evil.example")]
#[case::parameters_before_an_encoded_digit("/a/..&#59%31/")]
#[case::on_an_allowed_host("https://accounts.example.com/a/../b")]
fn paths(#[case] text: &str) {
    assert_refused(&policy(), text, "path-not-plain");
}

#[rstest]
#[case::backslash("/\\example.net", "syntax")]
#[case::backslashes("\\\\example.net", "syntax")]
#[case::tab("/\t/example.net", "syntax")]
#[case::line_break("/a\r\nLocation: b", "syntax")]
#[case::line_break_in_the_query("/a?%0D%0ASet-Cookie:b", "line-break-in-query")]
#[case::overlong_slash("/%C0%AFexample.net", "encoded-not-utf8")]
fn characters(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&policy(), text, reason);
}

#[rstest]
#[case::other("https://example.net/", "host-refused")]
#[case::suffix("https://accounts.example.com.example.net/", "host-refused")]
#[case::prefix("https://notaccounts.example.com/", "host-refused")]
#[case::not_below("https://evilexample.org/", "host-refused")]
#[case::not_itself("https://example.org/", "host-refused")]
#[case::encoded_slash("https://example.net%2F.example.org/", "host-refused")]
#[case::encoded_number_sign("https://example.net%23.example.org/", "host-refused")]
#[case::full_width_slash("https://example.net／.example.org/", "host-refused")]
#[case::user("https://user@accounts.example.com/", "userinfo-refused")]
#[case::misleading("https://accounts.example.com@example.net/", "misleading-userinfo")]
#[case::misleading_and_not_allowed("https://accounts.example.com@example.net/", "host-refused")]
#[case::encoded_at("https://accounts.example.com%40example.net/", "host-refused")]
#[case::backslash("https://example.net\\@accounts.example.com/", "syntax")]
#[case::backslash_and_dot("https://example.net\\.example.org/", "syntax")]
#[case::fragment("https://example.net#@accounts.example.com/", "host-refused")]
#[case::query("https://example.net?.example.org/", "host-refused")]
#[case::beyond_ascii("https://é.example.org/", "host-beyond-ascii")]
#[case::address("https://127.0.0.1/", "host-refused")]
#[case::ipv6("https://[::1]/", "host-refused")]
fn hosts(#[case] text: &str, #[case] reason: &str) {
    assert_refused(&policy(), text, reason);
}
