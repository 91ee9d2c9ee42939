//! The text that was parsed, with the fault marked in it.

use core::fmt::{self, Write};

use super::names::is_unseen;
use crate::grammar::ParseError;

/// The most columns of a text that are shown, without the marks where it was cut, and the most that are shown
/// before the fault.
const COLUMNS: usize = 76;
const COLUMNS_BEFORE: usize = 48;

impl ParseError {
    /// Returns the message with the text that was parsed, a `^` under the fault, and the [help](Self::help_in):
    /// five lines, the last without a line feed.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let text = "http://exa mple.com/";
    /// let error = Uri::parse(text).unwrap_err();
    /// assert_eq!(
    ///     error.snippet(text).to_string(),
    ///     "unexpected ' ' in the host at byte 10\n  \
    ///        |\n  \
    ///        | http://exa mple.com/\n  \
    ///        |           ^\n  \
    ///        = help: remove the space from the host"
    /// );
    /// ```
    ///
    /// A character that is invisible, controls a terminal or changes the writing direction is shown as its
    /// escape, such as `\t` and `\u{202e}`. Only the part of a long text around the fault is shown. Each
    /// character counts for one column, so the `^` is displaced by wide characters, such as Chinese ones.
    ///
    /// The whole text is shown, including any password. It should be the text that was parsed; under another,
    /// the `^` may be in the wrong place.
    pub fn snippet<'a>(&'a self, text: &'a str) -> impl fmt::Display + 'a {
        Snippet { error: self, text }
    }
}

struct Snippet<'a> {
    error: &'a ParseError,
    text: &'a str,
}

impl Snippet<'_> {
    /// Returns the text before the fault, and the text from the fault on.
    #[expect(clippy::arithmetic_side_effects, reason = "offset 0 is a boundary")]
    fn at_fault(&self) -> (&str, &str) {
        let mut offset = self.error.offset().min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        self.text.split_at(offset)
    }
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "what fits is the end of the text before the fault, and `COLUMNS_BEFORE` less than `COLUMNS`"
)]
impl fmt::Display for Snippet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.at_fault();
        let (bytes_before, indent) = fitting(before.chars().rev(), COLUMNS_BEFORE);
        let (skipped, before) = before.split_at(before.len() - bytes_before);
        let (bytes_after, _) = fitting(after.chars(), COLUMNS - indent);
        let (after, left) = after.split_at(bytes_after);
        let cut = |text: &str| if text.is_empty() { "" } else { "…" };

        write!(f, "{}\n  |\n  | {}", self.error, cut(skipped))?;
        for c in before.chars().chain(after.chars()) {
            if is_seen(c) {
                f.write_char(c)?;
            } else {
                write!(f, "{}", c.escape_default())?;
            }
        }
        let indent = indent + cut(skipped).chars().count();
        let fault = after.chars().next().map_or(1, columns);
        write!(
            f,
            "{}\n  | {:indent$}{:^<fault$}\n  = help: {}",
            cut(left),
            "",
            "",
            self.error.help_in(self.text)
        )
    }
}

/// Returns how many bytes of the first characters fit into `room` columns, and how many columns these take.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "a sum that is at most the length of the text, or one character wider than the room"
)]
fn fitting(text: impl Iterator<Item = char>, room: usize) -> (usize, usize) {
    let (mut bytes, mut taken) = (0, 0);
    for c in text {
        if taken + columns(c) > room {
            break;
        }
        bytes += c.len_utf8();
        taken += columns(c);
    }
    (bytes, taken)
}

fn columns(c: char) -> usize {
    if is_seen(c) { 1 } else { c.escape_default().len() }
}

/// Returns whether the character is visible as itself and does not move others.
fn is_seen(c: char) -> bool {
    match c {
        ' '..='~' => true,
        // `escape_debug` escapes what is not printable or extends the character before it.
        _ => c.escape_debug().len() == 1 && !is_unseen(c) && !is_right_to_left(c),
    }
}

/// Returns whether the character is in a block of the scripts that are written from right to left.
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
