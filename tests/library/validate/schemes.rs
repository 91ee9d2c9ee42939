//! The scheme (section 3.1), text that is read as a scheme (section 4.5), and the requirements of each scheme's
//! specification.

use rstest::rstest;

use super::{findings, found};

#[rstest]
#[case::letter_missing("htp://a.example/", "http")]
#[case::letter_missing_in_upper_case("HTP://a.example/", "http")]
#[case::letter_too_many("htttps://a.example/", "https")]
#[case::first_letter_missing("ttps://a.example/", "https")]
#[case::letters_swapped("htpt://a.example/", "http")]
#[case::wrong_letter("httl://a.example/", "http")]
#[case::mailto("malito:a@b.example", "mailto")]
#[case::ftp("fpt://a.example/", "ftp")]
#[case::file("flie:///a", "file")]
fn section_3_1(#[case] text: &str, #[case] meant: &str) {
    let findings = findings(text);
    assert_eq!(findings[0].code().as_str(), "scheme-typo");
    assert_eq!(findings[0].help().to_string(), format!("is it meant to be `{meant}`?"));
}

#[rstest]
fn section_3_1_not(
    #[values(
        "https://a.example/",
        "sftp://a.example/",
        "ftps://a.example/",
        "tftp://a.example/",
        "shttp://a.example/",
        "xy://a.example/",
        "foo:bar",
        "dat://a.example/",
        "wss://a.example/",
        "ldaps://a.example/",
        "h://a.example/"
    )]
    text: &str,
) {
    assert_eq!(found(text), [""; 0]);
}

#[rstest]
#[case::localhost("localhost:8080", &["host-as-scheme `localhost`"])]
#[case::with_a_path("www.example.com:80/a?b", &["host-as-scheme `www.example.com`"])]
#[case::no_digits("example.com:a", &[])]
#[case::too_many_digits("example.com:123456", &[])]
#[case::no_domain("z39.50:80", &[])]
#[case::domain_of_one_letter("a.b:80", &[])]
#[case::prefix("URL:http://a.example/", &["url-prefix `URL`"])]
#[case::no_prefix("url://a", &[])]
#[case::drive("c:/a", &["drive-letter `c`"])]
#[case::drive_without_a_slash("c:a", &[])]
#[case::www("www.example", &["suffix-reference `www.example`"])]
#[case::usual_domain("Example.COM/a/b?c", &["suffix-reference `Example.COM`"])]
#[case::address("192.0.2.1/a", &["suffix-reference `192.0.2.1`"])]
#[case::beyond_ascii("www.exämple.de/ü", &["suffix-reference `www.exämple.de`"])]
#[case::beyond_ascii_with_another_domain("exämple.de", &[])]
#[case::file("index.html", &[])]
#[case::second_segment("a/www.example.com", &[])]
#[case::absolute("/www.example.com", &[])]
#[case::empty_label("www..com", &[])]
#[case::network_path("//www.example.com", &[])]
#[case::mail("user@example.com", &["bare-mail-address `user@example.com`"])]
#[case::mail_with_a_query("a.b+c@mail.example?d", &["bare-mail-address `a.b+c@mail.example`"])]
#[case::at_in_a_path("@scope/package", &[])]
#[case::at_without_a_domain("user@host", &[])]
#[case::at_before_a_short_domain("user@host.b", &[])]
#[case::at_without_a_user("@mail.example", &[])]
#[case::mail_in_a_path("user@mail.example/inbox", &[])]
#[case::mail_with_an_encoded_domain("user@m%C3%A4il.example", &[])]
#[case::short_domain("www.b", &["suffix-reference `www.b`"])]
fn section_4_5(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::local("file:///a", &[])]
#[case::localhost("file://LOCALHOST/a", &[])]
#[case::share("file://server/share/x", &[])]
#[case::share_in_the_network("file://nas.local/share/x", &[])]
#[case::share_below_a_domain("file://files.corp.example/home/x", &[])]
#[case::no_share("file://server/", &["file-host `server`"])]
#[case::drive_of_a_host("file://server/c:/x", &["file-host `server`"])]
#[case::home("file://Home/me/a.txt", &["file-host `Home`"])]
#[case::dots("file://../a", &["host-empty-label `.`", "file-host `..`", "host-trailing-dot `.`"])]
#[case::drive_without_slashes("file:C:/a", &["file-drive `C:/a`"])]
#[case::without_authority("file:/a", &[])]
#[case::host("file://etc/hosts", &["file-host `etc`"])]
#[case::userinfo("file://u@srv.example/a", &["file-authority `u`"])]
#[case::drive("file://c:/a", &["file-authority `:`"])]
#[case::host_of_one_letter("file://c/a", &["file-host `c`"])]
#[case::port("file://srv.example:/a", &["file-authority `:`"])]
#[case::relative("file:a", &["file-path `a`"])]
#[case::empty("file:", &["file-path ``"])]
#[case::host_alone("file://srv.example", &["file-host `srv.example`", "file-path ``"])]
#[case::query("file:///a?b", &["query-not-allowed `?b`"])]
fn rfc_8089(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::none("ftp://a.example/b", &[])]
#[case::image("ftp://a.example/b;type=I", &[])]
#[case::unknown("ftp://a.example/b;type=x", &["ftp-type `x`"])]
#[case::empty("ftp://a.example/b;type=", &["ftp-type ``"])]
#[case::query("ftp://a.example/b?c", &["query-not-allowed `?c`"])]
fn rfc_1738(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::fragment("ws://a.example/#b", &["fragment-not-allowed `#b`"])]
#[case::none("wss://a.example/?b", &[])]
fn rfc_6455(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::one("mailto:user@a.example", &[])]
#[case::several("mailto:a@a.example,b@b.example?subject=c&body=d%26e", &[])]
#[case::fields_alone("mailto:?to=a@a.example", &[])]
#[case::nothing("mailto:", &[])]
#[case::encoded("mailto:%22a%40b%22@a.example", &[])]
#[case::only_a_comma("mailto:,", &["mailto-syntax ``"])]
#[case::only_at("mailto:,@,", &["mailto-syntax ``"])]
#[case::slash_without_at("mailto:a/b", &["mailto-syntax `a/b`"])]
#[case::no_at("mailto:user", &["mailto-syntax `user`"])]
#[case::second_without_at("mailto:a@a.example,b", &["mailto-syntax `b`"])]
#[case::trailing_comma("mailto:a@a.example,", &["mailto-syntax ``"])]
#[case::no_domain("mailto:user@", &["mailto-syntax `user@`"])]
#[case::no_user("mailto:@a.example", &["mailto-syntax `@a.example`"])]
#[case::two_ats("mailto:a@b@a.example", &["mailto-syntax `@`"])]
#[case::semicolon("mailto:a@a.example;b@b.example", &["mailto-syntax `;`"])]
#[case::field_without_value("mailto:a@a.example?subject", &["mailto-syntax `subject`"])]
#[case::raw_ampersand("mailto:a@a.example?subject=b&c", &["mailto-syntax `c`"])]
#[case::empty_query("mailto:a@a.example?", &["mailto-syntax ``"])]
#[case::authority("mailto://a@a.example", &["authority-not-allowed `a@a.example`"])]
fn rfc_6068(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::global("tel:+1-201-555-0123", &[])]
#[case::global_with_parameter("tel:+1(201)555.0123;ext=4", &[])]
#[case::local("tel:7042;phone-context=example.com", &[])]
#[case::local_with_signs("tel:*%23a7;PHONE-CONTEXT=+1", &[])]
#[case::local_without_context("tel:5550123", &["tel-syntax `5550123`"])]
#[case::local_with_empty_context("tel:5550123;phone-context=", &["tel-syntax `5550123`"])]
#[case::space("tel:+1%20201", &["tel-syntax `%20`"])]
#[case::encoded_character("tel:7%2042;phone-context=+1", &["tel-syntax `%20`"])]
#[case::number_sign_of_a_global_number("tel:+1%23", &["tel-syntax `%23`"])]
#[case::letter("tel:+1-800-FLOWERS", &["tel-syntax `F`"])]
#[case::slash("tel:030/1234", &["tel-syntax `/`"])]
#[case::no_digits("tel:+-", &["tel-syntax `+-`"])]
#[case::nothing("tel:", &["tel-syntax ``"])]
#[case::query("tel:+12015550123?a", &["query-not-allowed `?a`"])]
fn rfc_3966(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::isbn("urn:isbn:0451450523", &[])]
#[case::components("urn:example:a?+b?=c#d", &[])]
#[case::colon_in_the_name("urn:a-1:b:c/d", &[])]
#[case::no_name("urn:isbn", &["urn-syntax ``"])]
#[case::empty_name("urn:isbn:", &["urn-syntax ``"])]
#[case::slash_first("urn:isbn:/a", &["urn-syntax `/`"])]
#[case::short_namespace("urn:a:b", &["urn-syntax `a`"])]
#[case::long_namespace("urn:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:b", &["urn-syntax `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`"])]
#[case::longest_namespace("urn:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:b", &[])]
#[case::hyphen_last("urn:ab-:c", &["urn-syntax `ab-`"])]
#[case::of_itself("urn:URN:c", &["urn-syntax `URN`"])]
#[case::bare_query("urn:example:1?a=b", &["urn-syntax `a=b`"])]
#[case::empty_component("urn:example:1?+", &["urn-syntax `+`"])]
fn rfc_8141(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::whole("ldap://a.example/dc=b?cn,mail?sub?(cn=c)?e-bindname=d", &[])]
#[case::defaults("ldaps://a.example/dc=b?", &[])]
#[case::no_host("ldap:///dc=b", &[])]
#[case::no_authority("ldap:dc=b", &["ldap-syntax ``"])]
#[case::unknown_scope("ldap://a.example/dc=b??all", &["ldap-syntax `all`"])]
#[case::five_fields("ldap://a.example/dc=b?????", &["ldap-syntax `?`"])]
#[case::no_slash("ldap://a.example?cn", &["ldap-syntax ``"])]
fn rfc_4516(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::text("data:,a", &[])]
#[case::media_type("data:text/plain;charset=utf-8,a,b;c", &[])]
#[case::base64("data:image/png;base64,iVBORw0KGgo+/A==", &[])]
#[case::base64_encoded("data:;base64,YQ%3D%3D", &[])]
#[case::no_comma("data:text/plain", &["data-syntax ``"])]
#[case::no_slash("data:text,a", &["data-syntax `text`"])]
#[case::base64_without_semicolon("data:base64,YQ==", &["data-syntax `base64`"])]
#[case::no_base64("data:;base64,Y-Q", &["data-syntax `-`"])]
#[case::authority("data://text/plain,a", &["authority-not-allowed `text`"])]
fn rfc_2397(#[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(found(text), expected);
}
