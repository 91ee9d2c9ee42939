//! Faults drawn under the text that contains them.

use rstest::rstest;
use urigram::{Rule, Uri, UriReference};

/// Returns the line with the text and the one with the mark.
fn drawn(text: &str) -> (String, String) {
    let drawn = UriReference::parse(text).unwrap_err().explain(text).to_string();
    let lines: Vec<_> = drawn.lines().collect();
    (lines[2].strip_prefix("  | ").unwrap().to_owned(), lines[3].strip_prefix("  | ").unwrap().to_owned())
}

#[rstest]
#[case::space("a b", "a b", " ^")]
#[case::at_the_end("a%", "a%", "  ^")]
#[case::control("a\x1b[31m", "a\\u{1b}[31m", " ^^^^^^")]
#[case::tab("a\tb", "a\\tb", " ^^")]
#[case::line_feed("a\nb", "a\\nb", " ^^")]
#[case::turned_round("a\u{202e}b", "a\\u{202e}b", " ^^^^^^^^")]
#[case::right_to_left("a\u{5d0}b", "a\\u{5d0}b", " ^^^^^^^")]
#[case::combining("e\u{301}", "e\\u{301}", " ^^^^^^^")]
#[case::blank("a\u{2800}\u{a0}", "a\\u{2800}\\u{a0}", " ^^^^^^^^")]
#[case::beyond_ascii("é", "é", "^")]
#[case::backslash("a\\b", "a\\b", " ^")]
fn shows(#[case] text: &str, #[case] shown: &str, #[case] mark: &str) {
    assert_eq!(drawn(text), (shown.to_owned(), mark.to_owned()));
}

#[rstest]
#[case::start(0, false, true)]
#[case::middle(5_000, true, true)]
#[case::end(9_999, true, false)]
fn cuts(#[case] offset: usize, #[case] before: bool, #[case] after: bool) {
    let mut text = "a".repeat(10_000);
    text.replace_range(offset..=offset, " ");
    let (shown, mark) = drawn(&text);
    assert_eq!(shown.chars().nth(mark.len() - 1), Some(' '));
    assert_eq!((shown.starts_with('…'), shown.ends_with('…')), (before, after));
    assert!(shown.trim_matches('…').len() <= 76);
}

/// Under a text other than the one that was parsed, the mark is in the wrong place, but nothing panics.
#[test]
fn goes_with_any_text() {
    let error = Rule::path.parse("aaaaa b").unwrap_err();
    assert!(error.explain("").to_string().contains("\n  | ^\n"));
    assert!(error.explain("ééé").to_string().contains("\n  |   ^\n"));
    assert_eq!(Uri::parse("").unwrap_err().explain("").to_string().lines().count(), 5);
}
