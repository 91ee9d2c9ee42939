//! Mends that lead to another host than the one that browsers read in the text.

use rstest::rstest;
use urigram::UriReference;

#[rstest]
#[case::solidus("http://good.example\u{FF0F}@evil.example/", &[("http://good.example/@evil.example/", "evil.example")])]
#[case::honest("https://social.example\u{FF0F}@user", &[("https://social.example/@user", "user")])]
#[case::question_marks("http://good.example \u{2047}@evil.example/", &[("http://good.example", "evil.example")])]
#[case::number_sign("http://good.example\u{FF03}@evil.example/", &[("http://good.example%EF%BC%83@evil.example/", "")])]
#[case::another_scheme(
    "ssh://good.example\u{FF0F}@[2001:DB8::1]:22/",
    &[("ssh://good.example/@%5B2001:DB8::1%5D:22/", "2001:db8::1")]
)]
#[case::network_path("//good.example\u{FF0F}@evil.example/", &[("//good.example/@evil.example/", "evil.example")])]
#[case::mapped_as_browsers_do("http://\u{FF45}xample\u{3002}com/", &[("http://example.com/", "")])]
#[case::two_at_signs("http://a@b@example.com/", &[("http://a%40b@example.com/", "")])]
#[case::two_schemes("https://http://example.com/", &[("http://example.com/", "http")])]
#[case::octal("http://010.1.1.1/", &[("http://8.1.1.1/", ""), ("http://10.1.1.1/", "8.1.1.1")])]
#[case::not_registrable("http://www,example,com/", &[("http://www.example.com/", "")])]
#[case::not_a_host("http://exa mple.com/", &[("http://example.com/", "")])]
#[case::not_a_port("http://user:p#ss@example.com/", &[("http://user:p%23ss@example.com/", "")])]
#[case::port("http://user:80 \u{2047}@example.com/", &[("http://user:80%20%E2%81%87@example.com/", "")])]
#[case::without_a_host("mailto://user@example.com", &[("mailto:user@example.com", "")])]
#[case::file("file://etc/hosts", &[("file:///etc/hosts", "")])]
fn is_told(#[case] text: &str, #[case] expected: &[(&str, &str)]) {
    let mends = UriReference::mends(text);
    let found: Vec<_> =
        mends.iter().map(|mend| (mend.reference().as_str(), mend.other_host().unwrap_or_default())).collect();
    assert_eq!(found, expected);
}

/// A letter that looks like a Latin one may be meant, and browsers read it as it is.
#[cfg(feature = "idna")]
#[test]
fn stands_last() {
    let mends = UriReference::mends("http://p\u{430}ypal.com/");
    let found: Vec<_> = mends.iter().map(|mend| (mend.reference().as_str(), mend.other_host())).collect();
    let own = "xn--pypal-4ve.com";
    assert_eq!(found, [("http://xn--pypal-4ve.com/", None), ("http://paypal.com/", Some(own))]);
}

#[rstest]
#[case("http://good.example\u{FF0F}@evil.example/", true)]
#[case("http://example.com\u{FF0F}a", false)]
fn is_in_the_help(#[case] text: &str, #[case] told: bool) {
    let help = UriReference::parse(text).unwrap_err().help_in(text).to_string();
    assert_eq!(
        help.ends_with("; browsers read the host `evil.example` in the text as it is"),
        told,
        "{help}"
    );
}
