//! Escapes invisible characters, and those that control a terminal.

use std::fmt::{self, Display, Write};

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_width::UnicodeWidthChar;

/// Returns whether the character controls the terminal, ends the line, is invisible, or changes the direction
/// of the text around it.
pub(crate) fn affects_terminal(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    // The Hangul fillers and the blank Braille pattern are invisible, although their categories are letter
    // and symbol.
    let is_blank = matches!(c, '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}');
    is_blank || matches!(c.general_category(), Control | Format | LineSeparator | ParagraphSeparator)
}

/// Returns whether the character is visible regardless of its neighbors, and does not affect how they are
/// displayed.
pub(crate) fn is_plain(c: char) -> bool {
    use GeneralCategory::{PrivateUse, SpaceSeparator, Unassigned};
    let category = c.general_category();
    c == ' '
        || c.width().is_some_and(|width| width > 0)
            && !affects_terminal(c)
            && !matches!(category, PrivateUse | SpaceSeparator | Unassigned)
            && !is_right_to_left(c)
}

/// Returns whether the character is in a block of a right-to-left script.
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

/// Returns a character in quotation marks, escaped if it is invisible. A backslash is not escaped.
pub(crate) fn character(c: char) -> String {
    if is_plain(c) { format!("'{c}'") } else { format!("'{}'", c.escape_debug()) }
}

/// Returns the escape of a byte that is not part of a character.
pub(crate) fn byte(byte: u8) -> String {
    format!("\\x{byte:02X}")
}

/// Displays a text on one line, with control characters escaped, without copying the text.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((at, command)) = rest.char_indices().find(|&(_, c)| affects_terminal(c)) {
            let (before, after) = rest.split_at(at);
            write!(f, "{before}{}", command.escape_default())?;
            rest = &after[command.len_utf8()..];
        }
        f.write_str(rest)
    }
}

/// Returns a name on one line, with control characters and invalid bytes escaped.
pub(crate) fn name(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        // Writing to a `String` cannot fail.
        let _ = write!(shown, "{}", Escaped(chunk.valid()));
        shown.extend(chunk.invalid().iter().copied().map(byte));
    }
    shown
}

/// The maximum number of characters of a name that are shown.
const SHOWN: usize = 250;

/// Shortens the name of a file to `…` and its end, which identifies the file better than its folders do.
pub(crate) fn end(name: String) -> String {
    match name.char_indices().nth_back(SHOWN) {
        Some((before, c)) => format!("…{}", &name[before + c.len_utf8()..]),
        None => name,
    }
}

/// Shortens a text, such as the name of a rule, to its beginning and `…`.
pub(crate) fn beginning(name: &str) -> String {
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Returns a text as a string literal, with quotes and backslashes escaped. `…` follows the literal if the
/// text was shortened.
pub(crate) fn quoted(text: &str) -> String {
    let (shown, more) = match text.char_indices().nth(SHOWN) {
        Some((end, _)) => (&text[..end], "…"),
        None => (text, ""),
    };
    format!("{}{more}", Escaped(&format!("{shown:?}")))
}

/// Like [`name`], but keeps line ends.
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
    #[case::filler("a\u{1160}\u{3164}b".as_bytes(), "a\\u{1160}\\u{3164}b")]
    #[case::no_text(b"a\xFF\xC3b", "a\\xFF\\xC3b")]
    fn names(#[case] bytes: &[u8], #[case] shown: &str) {
        assert_eq!(name(bytes), shown);
    }

    #[rstest]
    #[case::quotes("\"\"", r#""\"\"""#)]
    #[case::backslash("\\u{7}\u{7}", r#""\\u{7}\u{7}""#)]
    #[case::turned_round("a\u{202e}b\n", r#""a\u{202e}b\n""#)]
    #[case::ellipsis("…", "\"…\"")]
    fn literals(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(quoted(text), shown);
    }

    #[test]
    fn long_literals_are_cut() {
        let text = "\"".repeat(SHOWN);
        assert_eq!(quoted(&text), format!("{text:?}"));
        assert_eq!(quoted(&format!("{text}x")), format!("{text:?}…"));
    }

    #[test]
    fn lines_stay() {
        assert_eq!(lines(b"a\x1b[31m\n\n\r\xFF\n"), "a\\u{1b}[31m\n\n\\r\\xFF\n");
    }
}
