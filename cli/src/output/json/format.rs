//! JSON that any terminal can show.

use std::io::{self, Write};

use serde_json::ser::Formatter;

use crate::output::visible;

/// Escapes what serde_json does not: a DEL, a C1 control, or a mark of direction.
pub(super) struct Showable;

impl Formatter for Showable {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        if !fragment.is_ascii() || memchr::memchr(b'\x7f', fragment.as_bytes()).is_some() {
            while let Some((before, c, after)) = split(rest) {
                out.write_all(before.as_bytes())?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
                rest = after;
            }
        }
        out.write_all(rest.as_bytes())
    }
}

/// Splits the text at the first character to escape.
fn split(text: &str) -> Option<(&str, char, &str)> {
    let (before, rest) = text.split_at_checked(text.find(visible::commands)?)?;
    let mut rest = rest.chars();
    Some((before, rest.next()?, rest.as_str()))
}

#[cfg(test)]
mod tests {
    use serde_json::Serializer;

    use super::*;
    use rstest::rstest;
    use serde::Serialize;

    #[rstest]
    #[case::plain("a/漢 e\u{301}", "a/漢 e\u{301}")]
    #[case::del("\x7f", r"\u007f")]
    #[case::c1("a\u{9b}b", r"a\u009bb")]
    #[case::direction("\u{202e}a\u{2066}", r"\u202ea\u2066")]
    #[case::line_separator("a\u{2028}", r"a\u2028")]
    #[case::beyond_the_basic_plane("\u{E0041}b", r"\udb40\udc41b")]
    #[case::what_json_asks_for("\"\\\n\x1b", r#"\"\\\n\u001b"#)]
    fn escapes(#[case] text: &str, #[case] escaped: &str) {
        let mut json = Vec::new();
        text.serialize(&mut Serializer::with_formatter(&mut json, Showable)).unwrap();
        assert_eq!(str::from_utf8(&json), Ok(format!("\"{escaped}\"").as_str()));
        assert_eq!(serde_json::from_slice::<String>(&json).unwrap(), text);
    }
}
