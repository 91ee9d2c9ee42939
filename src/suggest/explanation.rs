//! The explanation of an error: the text that was parsed, with the fault marked in it, and a likely correction.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::mistake::write_phrases;
use super::search::helps;
use crate::bytes::is_plain;
use crate::grammar::{By, Grammar, ParseError, Rfc3986, Rfc3987, Rfc6874, Rule};

/// The maximum number of columns shown of a text, and of the columns before the fault, without the `…` where the text is cut.
const COLUMNS: usize = 76;
const COLUMNS_BEFORE: usize = 48;

impl ParseError {
    /// Returns the explanation of the error in the text that was parsed, with more specific advice than [`help`](Self::help).
    ///
    /// Linear in the length. Takes far longer than parsing, and is meant for messages to people.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let text = "http://exa mple.com/";
    /// let error = Uri::parse(text).unwrap_err();
    /// assert_eq!(
    ///     error.explain(text).to_string(),
    ///     "unexpected ' ' in the host at byte 10\n  \
    ///        |\n  \
    ///        | http://exa mple.com/\n  \
    ///        |           ^\n  \
    ///        = help: remove the space from the host"
    /// );
    /// ```
    ///
    /// The text should be the text that was parsed. For another text, the `^` may be in the wrong column.
    pub fn explain<'t>(&self, text: &'t str) -> Explanation<'t> {
        match self.by {
            By::Rfc3986 => self.explain_under::<Rfc3986>(text),
            By::Rfc3987 => self.explain_under::<Rfc3987>(text),
            By::Rfc6874 => self.explain_under::<Rfc6874>(text),
            By::Loaded => Explanation { error: *self, text, helps: Vec::new() },
        }
    }

    /// Like [`explain`](Self::explain), for an error under this grammar. A program that calls only this contains the corrections of
    /// no other grammar.
    #[doc(hidden)]
    pub fn explain_under<'t, G: Grammar>(&self, text: &'t str) -> Explanation<'t> {
        let is_of_references =
            matches!(self.rule, Rule::URI_reference | Rule::URI | Rule::absolute_URI | Rule::relative_ref);
        let helps = if is_of_references { helps::<G>(self.rule, text) } else { Vec::new() };
        Explanation { error: *self, text, helps }
    }
}

/// The fault of a text, and the text that its author probably meant.
///
/// `Display` writes five lines, the last without a line feed: the message, the text with a `^` under the fault, and the
/// [help](Self::help). A character that is invisible, controls a terminal or changes the writing direction is escaped, as in
/// `\t` and `\u{202e}`. Only the part of a long text around the fault is shown. Each character counts as one column, so wide
/// characters, such as Chinese ones, displace the `^`. Passwords are not hidden.
#[derive(Clone)]
pub struct Explanation<'t> {
    error: ParseError,
    text: &'t str,
    helps: Vec<String>,
}

impl<'t> Explanation<'t> {
    /// Returns a likely correction, or the characters that would be valid at the fault, as a sentence. The sentence may
    /// contain parts of the text, but no password.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let text = "http//exmaple,com /a";
    /// let error = Uri::parse(text).unwrap_err();
    /// assert_eq!(
    ///     error.explain(text).help().to_string(),
    ///     "write `http://` for `http//`; remove the space from the host; write `.` for the `,` in the host"
    /// );
    /// ```
    pub fn help(&self) -> impl fmt::Display + use<'t> {
        Help(self.clone())
    }

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
    reason = "the shown part is a suffix of the text before the fault, and `COLUMNS_BEFORE` is less than `COLUMNS`"
)]
impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.at_fault();
        let (bytes_before, indent) = fitting(before.chars().rev(), COLUMNS_BEFORE);
        let (skipped, before) = before.split_at(before.len() - bytes_before);
        let (bytes_after, _) = fitting(after.chars(), COLUMNS - indent);
        let (after, left) = after.split_at(bytes_after);
        let cut = |text: &str| if text.is_empty() { "" } else { "…" };

        write!(f, "{}\n  |\n  | {}", self.error, cut(skipped))?;
        for c in before.chars().chain(after.chars()) {
            if is_plain(c) {
                f.write_char(c)?;
            } else {
                write!(f, "{}", c.escape_default())?;
            }
        }
        let indent = indent + cut(skipped).chars().count();
        let fault = after.chars().next().map_or(1, columns);
        write!(f, "{}\n  | {:indent$}{:^<fault$}\n  = help: {}", cut(left), "", "", self.help())
    }
}

/// Does not show the text, because a password may be anywhere in it.
impl fmt::Debug for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explanation").field("error", &self.error).finish_non_exhaustive()
    }
}

struct Help<'t>(Explanation<'t>);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.helps.as_slice() {
            [] => self.0.error.help().fmt(f),
            helps => write_phrases(helps.iter().map(String::as_str), f),
        }
    }
}

/// Returns the length in bytes of the longest prefix that fits into `most` columns, and the number of columns that
/// the prefix has.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "a sum that is at most the length of the text, or one character wider than `most`"
)]
fn fitting(text: impl Iterator<Item = char>, most: usize) -> (usize, usize) {
    let (mut bytes, mut taken) = (0, 0);
    for c in text {
        if taken + columns(c) > most {
            break;
        }
        bytes += c.len_utf8();
        taken += columns(c);
    }
    (bytes, taken)
}

fn columns(c: char) -> usize {
    if is_plain(c) { 1 } else { c.escape_default().len() }
}
