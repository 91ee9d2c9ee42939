//! Text for a terminal: what would hide, or command the terminal, is escaped.

use std::fmt::{self, Display, Write};

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_width::UnicodeWidthChar;

/// Whether the character would command the terminal, end the line, or hide or turn round what is near it.
pub(crate) fn commands(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    matches!(c.general_category(), Control | Format | LineSeparator | ParagraphSeparator)
}

/// Whether the character, wherever it stands, is seen as itself and moves no other.
pub(crate) fn is_plain(c: char) -> bool {
    use GeneralCategory::{PrivateUse, SpaceSeparator, Unassigned};
    let blank = matches!(c, '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}');
    let category = c.general_category();
    c == ' '
        || c.width().is_some_and(|width| width > 0)
            && !commands(c)
            && !matches!(category, PrivateUse | SpaceSeparator | Unassigned)
            && !blank
            && !is_right_to_left(c)
}

/// The blocks of the scripts that are written from right to left.
const fn is_right_to_left(c: char) -> bool {
    matches!(
        c,
        '\u{0590}'..='\u{08FF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFF}'
            | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}'
    )
}

/// A byte that belongs to no character.
pub(crate) fn byte(byte: u8) -> String {
    format!("\\x{byte:02X}")
}

/// Text on one line, with its commands escaped. It may be long: it is not copied.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((at, command)) = rest.char_indices().find(|&(_, c)| commands(c)) {
            let (before, after) = rest.split_at(at);
            write!(f, "{before}{}", command.escape_default())?;
            rest = &after[command.len_utf8()..];
        }
        f.write_str(rest)
    }
}

/// A name on one line: no character in it is a command, and each byte that belongs to no character shows.
pub(crate) fn name(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        // A `String` takes all that is written to it.
        let _ = write!(shown, "{}", Escaped(chunk.valid()));
        shown.extend(chunk.invalid().iter().copied().map(byte));
    }
    shown
}

/// Text that keeps its lines: otherwise as [`name`].
pub(crate) fn lines(bytes: &[u8]) -> String {
    let lines: Vec<_> = bytes.split(|&byte| byte == b'\n').map(name).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::plain("a/é e\u{301}.txt".as_bytes(), "a/é e\u{301}.txt")]
    #[case::right_to_left("שלום".as_bytes(), "שלום")]
    #[case::backslash(b"C:\\x", "C:\\x")]
    #[case::forged_record(b"a\nb:1:1: x", "a\\nb:1:1: x")]
    #[case::escape_sequence("\x1b]0;x\x07\u{9b}31m".as_bytes(), "\\u{1b}]0;x\\u{7}\\u{9b}31m")]
    #[case::turned_round("a\u{202e}b".as_bytes(), "a\\u{202e}b")]
    #[case::line_separator("a\u{2028}b".as_bytes(), "a\\u{2028}b")]
    #[case::no_text(b"a\xFF\xC3b", "a\\xFF\\xC3b")]
    fn names(#[case] bytes: &[u8], #[case] shown: &str) {
        assert_eq!(name(bytes), shown);
    }

    #[test]
    fn lines_stay() {
        assert_eq!(lines(b"a\x1b[31m\n\n\r\xFF\n"), "a\\u{1b}[31m\n\n\\r\\xFF\n");
    }
}
