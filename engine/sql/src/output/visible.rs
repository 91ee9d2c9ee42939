//! Text for a terminal: characters that are invisible, or control the terminal, are escaped.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The mark where text is cut.
const CUT: char = '…';

/// Returns whether the character controls the terminal, ends the line, or changes the direction of the text around it.
pub(crate) fn commands(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Returns the text on one line.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if commands(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Returns the text on its lines. Those after the first are indented, which what comes from outside need not be.
pub(crate) fn lines(text: &str) -> String {
    text.split("\n  ").map(escaped).collect::<Vec<_>>().join("\n  ")
}

/// Returns the text, or its beginning and `…`, in at most this number of columns.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(1);
    let mut taken = 0;
    let mut shown: String = text
        .chars()
        .take_while(|c| {
            taken += c.width().unwrap_or(0);
            taken <= room
        })
        .collect();
    shown.push(CUT);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::plain("a/é", "a/é")]
    #[case::escape_sequence("\x1b]0;x\x07", "\\u{1b}]0;x\\u{7}")]
    #[case::lines("a\n\tb", "a\\n\\tb")]
    #[case::turned_round("a\u{202e}b", "a\\u{202e}b")]
    fn escapes(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(escaped(text), shown);
    }

    #[rstest]
    #[case::indented("a\n  b\x1b", "a\n  b\\u{1b}")]
    #[case::forged("a\nuri-sql: b\r", "a\\nuri-sql: b\\r")]
    fn lines_stay(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(lines(text), shown);
    }

    #[rstest]
    #[case::fits("abc", 3, "abc")]
    #[case::too_long("abcd", 3, "ab…")]
    #[case::wide_fits("漢字", 4, "漢字")]
    #[case::wide("漢字漢", 5, "漢字…")]
    #[case::half_a_character("漢字漢", 4, "漢…")]
    #[case::combining("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}")]
    #[case::one("abc", 1, "…")]
    fn cuts(#[case] text: &str, #[case] columns: usize, #[case] shown: &str) {
        assert_eq!(cut(text, columns), shown);
        assert!(shown.width() <= columns);
    }
}
