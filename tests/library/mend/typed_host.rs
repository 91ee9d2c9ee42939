//! Mends that lead to another host than the one to which browsers go for the text.

use rstest::rstest;
use urigram::UriReference;

type Told<'a> = &'a [(&'a str, Option<&'a str>)];

#[rstest]
#[case::solidus("http://good.example\u{FF0F}@evil.example/", &[("http://good.example/@evil.example/", Some("evil.example"))])]
#[case::honest("https://social.example\u{FF0F}@user", &[("https://social.example/@user", Some("user"))])]
#[case::question_marks("http://good.example \u{2047}@evil.example/", &[("http://good.example", Some("evil.example"))])]
#[case::network_path("//good.example\u{FF0F}@evil.example/", &[("//good.example/@evil.example/", Some("evil.example"))])]
#[case::in_quotes("\u{201C}http://good.example\u{FF0F}@evil.example/\u{201D}", &[("http://good.example/@evil.example/", Some("evil.example"))])]
#[case::behind_a_space("\u{A0}http://good.example\u{FF0F}@evil.example/", &[("http://good.example/@evil.example/", Some("evil.example"))])]
#[case::after_a_word("see http://good.example\u{FF0F}@evil.example/", &[("http://good.example/@evil.example/", Some("evil.example"))])]
#[case::no_host_in_the_mend("http://256.1.1.1\u{FF0F}@evil.example/", &[("http://256.1.1.1/@evil.example/", Some("evil.example"))])]
#[case::relative("/\\evil.example/a b", &[("//evil.example/a%20b", None), ("/%5Cevil.example/a%20b", Some("evil.example"))])]
#[case::mapped_address(
    "http://good.example\u{FF0F}@[::FFFF:192.0.2.1]/",
    &[("http://good.example/@%5B::FFFF:192.0.2.1%5D/", Some("::ffff:c000:201"))]
)]
#[case::two_schemes("https://http://example.com/", &[("http://example.com/", Some("http"))])]
#[case::octal("http://010.1.1.1/", &[("http://8.1.1.1/", None), ("http://10.1.1.1/", Some("8.1.1.1"))])]
#[case::number_sign("http://good.example\u{FF03}@evil.example/", &[("http://good.example%EF%BC%83@evil.example/", None)])]
#[case::port("http://user:80 \u{2047}@example.com/", &[("http://user:80%20%E2%81%87@example.com/", None)])]
#[case::mapped_as_browsers_do("http://\u{FF45}xample\u{3002}com/", &[("http://example.com/", None)])]
#[case::two_at_signs("http://a@b@example.com/", &[("http://a%40b@example.com/", None)])]
#[case::nobody_can_register("http://www,example,com/", &[("http://www.example.com/", None)])]
#[case::not_a_host("http://exa mple.com/", &[("http://example.com/", None)])]
#[case::not_a_port("http://user:p#ss@example.com/", &[("http://user:p%23ss@example.com/", None)])]
#[case::port_too_large("http://good.example\u{FF0F}@evil.example:65536/", &[("http://good.example/@evil.example:65536/", None)])]
#[case::without_a_host("mailto://user@example.com", &[("mailto:user@example.com", None)])]
#[case::file("file://etc/hosts", &[("file:///etc/hosts", None)])]
#[case::shared_folder("\\\\server\\share\\a b", &[("file://server/share/a%20b", None)])]
#[case::another_scheme("ssh://010.1.1.1/", &[("ssh://8.1.1.1/", None), ("ssh://10.1.1.1/", None)])]
fn is_told(#[case] text: &str, #[case] expected: Told<'_>) {
    let mends = UriReference::mends(text);
    let told: Vec<_> = mends.iter().map(|mend| (mend.reference().as_str(), mend.typed_host())).collect();
    assert_eq!(told, expected);
}

/// The tables of the crate `idna` know what these become.
#[cfg(feature = "idna")]
#[rstest]
#[case::beyond_ascii("http://p\u{430}ypal.com/", &[("http://xn--pypal-4ve.com/", None), ("http://paypal.com/", Some("xn--pypal-4ve.com"))])]
#[case::capital_sigma("http://\u{39F}\u{394}\u{39F}\u{3A3}-1.gr/", &[("http://xn---1-k9b7bby.gr/", None)])]
#[case::composed(
    "http://good.example\u{FF0F}@a<\u{338}.evil.example/",
    &[("http://good.example/@a%3C%CC%B8.evil.example/", Some("xn--a-ngo.evil.example"))]
)]
fn is_told_in_its_dns_form(#[case] text: &str, #[case] expected: Told<'_>) {
    is_told(text, expected);
}

#[rstest]
#[case::one("http://good.example\u{FF0F}@evil.example/", true)]
#[case::after_all_phrases("http:\n//good.example\u{FF0F}@evil.example/%zz |", true)]
#[case::the_same("http://example.com\u{FF0F}a", false)]
fn is_in_the_help(#[case] text: &str, #[case] told: bool) {
    let help = UriReference::parse(text).unwrap_err().explain(text).help().to_string();
    assert_eq!(
        help.ends_with("; browsers read the host `evil.example` in the text as it is"),
        told,
        "{help}"
    );
}
