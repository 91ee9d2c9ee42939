//! The authority: the userinfo (sections 3.2.1, 7.5 and 7.6), the port (sections 3.2.3 and 7.2), and whether the scheme has
//! an authority.

use rstest::rstest;

use super::found;

#[rstest]
#[case::password("ftp://user:secret@h.example/", &["password-in-userinfo `secret`"])]
#[case::colon_in_the_password("ftp://user:a:b@h.example/", &["password-in-userinfo `a:b`"])]
#[case::encoded_colon("ftp://user%3Asecret@h.example/", &["encoded-delimiter `%3A`", "password-in-userinfo `secret`"])]
#[case::no_user("ftp://:secret@h.example/", &["password-in-userinfo `secret`"])]
#[case::empty_password("ftp://user:@h.example/", &[])]
#[case::user("ftp://user@h.example/", &[])]
#[case::empty("ftp://@h.example/", &["empty-userinfo `@`"])]
#[case::in_http("http://user@h.example/", &["userinfo-not-allowed `user`"])]
#[case::in_websockets("WSS://user@h.example/", &["userinfo-not-allowed `user`"])]
#[case::in_a_path("mailto:user:secret@h.example", &["mailto-syntax `:`"])]
fn section_7_5(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::of_the_rfc(
    "ftp://cnn.example.com&story=breaking_news@h.example/top_story.htm",
    &["misleading-userinfo `cnn.example.com`"]
)]
#[case::www("ftp://www.bank@h.example/", &["misleading-userinfo `www.bank`"])]
#[case::usual_domain("ftp://bank.com@h.example/", &["misleading-userinfo `bank.com`"])]
#[case::before_a_port("ftp://bank.com:80@h.example/", &["misleading-userinfo `bank.com`", "password-in-userinfo `80`"])]
#[case::before_an_encoded_slash(
    "ftp://bank.com%2Flogin@h.example/",
    &["misleading-userinfo `bank.com%2Flogin`", "encoded-delimiter `%2F`"]
)]
#[case::address("ftp://192.0.2.1@h.example/", &["misleading-userinfo `192.0.2.1`"])]
#[case::localhost("ftp://localhost@h.example/", &["misleading-userinfo `localhost`"])]
#[case::two_dots("ftp://login.bank.example@h.example/", &["misleading-userinfo `login.bank.example`"])]
#[case::octal_address("ftp://0177.0.0.1@h.example/", &["misleading-userinfo `0177.0.0.1`"])]
#[case::hexadecimal_address("ftp://0x7f.1@h.example/", &["misleading-userinfo `0x7f.1`"])]
#[case::punycode("ftp://xn--mnchen-3ya.de@h.example/", &["misleading-userinfo `xn--mnchen-3ya.de`"])]
#[case::after_other_characters("ftp://a=..bank.com.&b@h.example/", &["misleading-userinfo `bank.com`"])]
#[case::encoded("ftp://b%61nk.com@h.example/", &["misleading-userinfo `b%61nk.com`", "encoded-unreserved `%61`"])]
#[case::encoded_before_a_password(
    "ftp://b%61nk.com:secret@h.example/",
    &["misleading-userinfo `b%61nk.com`", "encoded-unreserved `%61`", "password-in-userinfo `secret`"]
)]
#[case::encoded_uri(
    "ftp://https:%2F%2Fbank.com@h.example/",
    &["misleading-userinfo `https`", "password-in-userinfo `%2F%2Fbank.com`", "encoded-delimiter `%2F`"]
)]
#[case::encoded_uri_with_a_password(
    "ftp://https:%2F%2Fbank.com:secret@h.example/",
    &[
        "misleading-userinfo `https`",
        "password-in-userinfo `%2F%2Fbank.com:secret`",
        "encoded-delimiter `%2F`"
    ]
)]
#[case::uri_of_what_becomes_delimiters("ftp://https：／／bank@h.example/", &["misleading-userinfo `https`"])]
#[case::becomes_a_delimiter_without_a_user("ftp://:⁇@h.example/", &["password-in-userinfo `⁇`"])]
#[case::encoded_uri_of_a_single_label("ftp://https%3A%2F%2Fintranet@h.example/", &[
    "misleading-userinfo `https`", "encoded-delimiter `%3A`", "password-in-userinfo `%2F%2Fintranet`",
])]
#[case::scheme("http://https:google.example@h.example/", &[
    "userinfo-not-allowed `https:google.example`", "misleading-userinfo `https`", "password-in-userinfo `google.example`",
])]
#[case::encoded_backslashes("ftp://https:%5C%5Cbank@h.example/", &[
    "misleading-userinfo `https`", "password-in-userinfo `%5C%5Cbank`", "encoded-delimiter `%5C`",
])]
#[case::full_width_colon("ftp://bank.com：secret@h.example/", &["misleading-userinfo `bank.com`"])]
#[case::fraction_slash("ftp://bank.com\u{2044}login@h.example/", &["misleading-userinfo `bank.com\u{2044}login`"])]
#[case::mark_of_the_direction("ftp://bank.c%E2%80%8Eom@h.example/", &["misleading-userinfo `bank.c%E2%80%8Eom`"])]
#[case::joiner("ftp://bank.c\u{200D}om@h.example/", &["misleading-userinfo `bank.c\u{200D}om`"])]
#[case::underscore("ftp://bank_.com@h.example/", &["misleading-userinfo `bank_.com`"])]
#[case::hyphen("ftp://bank.com-login@h.example/", &["misleading-userinfo `bank.com-login`"])]
#[case::domain_beyond_ascii("ftp://банк.рф@h.example/", &["misleading-userinfo `банк.рф`"])]
#[case::letters_that_look_alike("ftp://bank.\u{441}om@h.example/", &["misleading-userinfo `bank.\u{441}om`"])]
#[case::address_of_ipv6("http://%5Bfe80::1%5D@h.example/", &[
    "userinfo-not-allowed `%5Bfe80::1%5D`", "misleading-userinfo `%5Bfe80`", "encoded-delimiter `%5B`", "password-in-userinfo `:1%5D`",
])]
#[case::mail_address("imap://user%40bank.com@h.example/", &["encoded-delimiter `%40`"])]
#[case::ellipsis("ftp://user:a…@h.example/", &["password-in-userinfo `a…`"])]
#[case::full_width("ftp://ｂank.com@h.example/", &["misleading-userinfo `ｂank.com`"])]
#[case::becomes_a_delimiter("ftp://bank⁇@h.example/", &["misleading-userinfo `bank⁇`"])]
#[case::becomes_a_delimiter_in_the_password(
    "ftp://bank:a⁇@h.example/",
    &["misleading-userinfo `bank`", "password-in-userinfo `a⁇`"]
)]
#[case::password_with_a_dot("ftp://user:bank.com@h.example/", &["password-in-userinfo `bank.com`"])]
#[case::encoded_password_with_a_dot("ftp://user:b%61nk.com@h.example/", &["password-in-userinfo `b%61nk.com`", "encoded-unreserved `%61`"])]
#[case::in_http("http://bank.example@h.example/", &["userinfo-not-allowed `bank.example`", "misleading-userinfo `bank.example`"])]
#[case::address_in_http("http://2130706433@h.example/", &["userinfo-not-allowed `2130706433`", "misleading-userinfo `2130706433`"])]
#[case::without_a_scheme("//münchen.de@h.example/", &["misleading-userinfo `münchen.de`"])]
#[case::letter_beyond_ascii("ftp://jörg@h.example/", &[])]
#[case::encoded_letter_beyond_ascii("ftp://j%C3%B6rg@h.example/", &[])]
#[case::number("ftp://12345@h.example/", &[])]
#[case::name_with_a_dot("ftp://john.doe@h.example/", &[])]
#[case::version("ftp://1.2@h.example/", &[])]
#[case::dots("ftp://..@h.example/", &[])]
fn section_7_6(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::empty("http://h.example:/", &["empty-port `:`"])]
#[case::zero("http://h.example:0/", &["port-zero `0`"])]
#[case::many_zeros("http://h.example:000/", &["port-leading-zeros `000`", "port-zero `000`"])]
#[case::greatest("http://h.example:65535/", &[])]
#[case::too_large("http://h.example:65536/", &["port-too-large `65536`"])]
#[case::far_too_large("http://h.example:99999999999999999999/", &["port-too-large `99999999999999999999`"])]
#[case::wraps_to_the_default("http://h.example:65616/", &["port-too-large `65616`"])]
#[case::leading_zero("http://h.example:08080/", &["port-leading-zeros `08080`"])]
#[case::default("https://h.example:443/", &["default-port `443`"])]
#[case::of_another_scheme("http://h.example:443/", &["foreign-port `443`"])]
#[case::default_with_zeros("http://h.example:0080/", &["port-leading-zeros `0080`", "default-port `0080`"])]
#[case::well_known("http://h.example:1023/", &["foreign-port `1023`"])]
#[case::not_well_known("http://h.example:1024/", &[])]
#[case::no_default("x://h.example:25/", &[])]
#[case::no_scheme("//h.example:25/", &[])]
fn section_7_2(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::missing("coap:/path", &["missing-authority ``"])]
#[case::missing_in_upper_case("COAP:", &["missing-authority ``"])]
#[case::empty("coap:///path", &["empty-host ``"])]
#[case::port_alone("coap://:50000/", &["empty-host ``"])]
#[case::not_required("redis:///0", &[])]
#[case::not_required_in_file("file:///a", &[])]
#[case::unknown_scheme("x:/path", &["drive-letter `x`"])]
#[case::unknown_scheme_with_an_empty_host("xy:///path", &[])]
#[case::none_allowed("tel://+12015550123", &["authority-not-allowed `+12015550123`"])]
#[case::none_allowed_and_empty("urn:///a", &["authority-not-allowed `//`"])]
#[case::none_allowed_in_sip("sip://user@h.example", &["authority-not-allowed `user@h.example`"])]
fn required_or_not(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}
