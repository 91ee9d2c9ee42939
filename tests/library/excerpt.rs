//! Section 7.5: excerpts of texts, which need not be references.

use rstest::rstest;
use urigram::Excerpt;

#[rstest]
#[case::whole("http://exa mple.com", "http://exa mple.com")]
#[case::empty("", "")]
#[case::control_characters("a\n\u{1b}[31mb", "a\\n\\u{1b}[31mb")]
#[case::bidirectional("a\u{202e}b", "a\\u{202e}b")]
#[case::quotes(r#"a\b'c"d"#, r#"a\b'c"d"#)]
#[case::password("http://u:secret@a b", "http://u:***@a b")]
#[case::password_with_an_at_sign("http://u:sec@ret@a b", "http://u:***@a b")]
#[case::password_with_a_slash("http://u:sec/ret@a/", "http://u:***@a/")]
#[case::password_with_a_number_sign("http://u:sec#r et@a/", "http://u:***@a/")]
#[case::password_with_a_space("http://u:sec ret@a/", "http://u:***@a/")]
#[case::encoded_colon("http://u%3Asecret@a b", "http://u%3A***@a b")]
#[case::behind_other_text("see http://u:secret@a", "see http://u:***@a")]
#[case::in_a_query("http://h/?to=http://u:secret@h/ x", "http://h/?to=http://u:***@h/ x")]
#[case::behind_a_port("http://h:80//a//b//u:secret@h", "http://h:80//a//b//u:***@h")]
#[case::digits_before_a_slash("http://u:1/secret@h", "http://u:1/secret@h")]
#[case::encoded("?to=http%3A%2F%2Fu:secret%40a&b=c@d", "?to=http%3A%2F%2Fu:***%40a&b=c@d")]
#[case::of_sip("sip:u:secret@a b", "sip:u:***@a b")]
#[case::no_password("http://u:@a b", "http://u:@a b")]
#[case::a_port("http://a:80/b c@d", "http://a:80/b c@d")]
#[case::an_address("http://[::1]/b c@d", "http://[::1]/b c@d")]
fn what_is_shown(#[case] text: &str, #[case] shown: &str) {
    let excerpt = Excerpt::around(text, 0);
    assert_eq!(excerpt.to_string(), shown);
    assert_eq!(format!("{:?}", excerpt.clone()), format!("Excerpt(`{shown}`)"));
}

#[rstest]
#[case::before(&format!("/{} ", "%41".repeat(100)), 301, &format!("…{} ", &"%41".repeat(100)[220..]))]
#[case::after(&format!("/ {}", "é".repeat(100)), 1, &format!("/ {}…", "é".repeat(20)))]
#[case::both(&format!("{} {}", "a".repeat(100), "b".repeat(100)), 100, &format!("…{} {}…", "a".repeat(80), "b".repeat(39)))]
#[case::in_the_password(&format!("http://u:{} {}@a", "a".repeat(200), "b".repeat(200)), 209, "…***…")]
#[case::behind_the_password(&format!("http://u:{}@{} ", "a".repeat(200), "b".repeat(70)), 280, &format!("…***@{} ", "b".repeat(70)))]
#[case::behind_the_end(&"a".repeat(100), usize::MAX, &format!("…{}", "a".repeat(80)))]
fn a_long_text_is_cut(#[case] text: &str, #[case] offset: usize, #[case] shown: &str) {
    assert_eq!(Excerpt::around(text, offset).to_string(), shown);
}

/// Every way to cut a text is at boundaries of characters, and what is shown has a bound.
#[rstest]
fn any_text_can_be_shown(#[values("é", "漢", "😀", "//u:", "@", "%2F%2Fu:", "sip:")] unit: &str
) {
    for (before, after) in (0..60).flat_map(|before| (0..60).map(move |after| (before, after))) {
        let text = [unit.repeat(before), "é".to_owned(), unit.repeat(after)].concat();
        for offset in [0, unit.len() * before, unit.len() * before + 1, text.len()] {
            let shown = Excerpt::around(&text, offset).to_string();
            assert!(shown.chars().count() < 200, "{shown}");
        }
    }
}
