//! Long and hostile texts.

use rstest::rstest;
use urigram::{IriReference, UriReference};

use crate::common::extent;

/// The number of readings stays small, however often a mistake is made, and the stack is not used for them.
#[rstest]
#[case::spaces("http://example.com/", " a")]
#[case::invisible("http://", "a\u{200B}")]
#[case::openers("", "<")]
#[case::quotes("", "\"a")]
#[case::markdown("", "[](")]
#[case::prefixes("", "URL:")]
#[case::backslashes("http:", "\\")]
#[case::backslashes_between("http://h/", "a\\ ")]
#[case::at_signs("http://", "a@")]
#[case::colons("http://", "1:")]
#[case::hashes("http://u:p", "#a@")]
#[case::brackets("http://", "[::1")]
#[case::schemes("", "http:")]
#[case::doubled("", "http://")]
#[case::percents("http://h/", "%")]
#[case::full_width("", "\u{FF0F}")]
#[case::full_width_colons("http", "\u{FF1A}")]
#[case::dots("http://", "..")]
#[case::commas("http://a", ",a")]
#[case::braces("http://h/", "{")]
#[case::tags("", "<a href=\"")]
#[case::letters("http://", "\u{430}a")]
#[case::drives("", "C:\\")]
#[case::shares("", "\\\\a")]
#[case::ports("http://h", ":80")]
#[case::line_breaks("http://h/", "\n ")]
#[case::copies("a@b:", "a@b:")]
#[case::nothing("", "\u{0}")]
fn few_readings(#[case] before: &str, #[case] repeated: &str) {
    let text = before.to_owned() + &repeated.repeat(extent(20_000, 200_000) / repeated.len());
    assert!(UriReference::mends(&text).len() <= 6);
    assert!(IriReference::mends(&text).len() <= 6);
    if let Err(error) = UriReference::parse(&text) {
        let help = error.explain(&text).help().to_string();
        assert!(
            !help.is_empty() && help.len() < 2_000,
            "{} bytes: {}",
            help.len(),
            help.chars().take(500).collect::<String>()
        );
    }
}

/// A password is never shown.
#[rstest]
fn passwords_are_not_told(
    #[values(
        "http://user:p#secret@h/",
        "http://user:secret secret@h/",
        "http://user:secret%@h/",
        "http://user:secret@h\\a/",
        "http//user:secret@h/ a",
        "http://user:sec|ret@secret@h/",
        "http://user:<secret>@h/",
        "http://user:pa{secret}@h/",
        "http://user:${secret}@h/",
        "http://user:{secret@h/}",
        "http://user:p#{secret}@h/",
        "http://user:{secret/a}b@h/",
        "http://user:p/<secret>@h/",
        "http://user:p@a{secret}b@h/",
        "sip:user:{secret}@h"
    )]
    text: &str,
) {
    let error = UriReference::parse(text).unwrap_err();
    assert!(!error.explain(text).help().to_string().contains("secret"), "{}", error.explain(text).help());
    for mend in UriReference::mends(text) {
        assert!(!format!("{mend:?}").contains("secret"), "{mend:?}");
        assert!(mend.changes().all(|change| !change.help().to_string().contains("secret")));
    }
}

/// Of a password, the fault names one character, and the help none.
#[test]
fn characters_of_a_password_are_not_listed() {
    let text = "http://u:\"^`@h/a|b";
    let error = UriReference::parse(text).unwrap_err();
    let help = "percent-encode what the userinfo cannot contain, `|` as `%7C`";
    assert_eq!(error.explain(text).help().to_string(), help);
}
