//! Excerpts of texts, for messages.

use core::fmt::{self, Write};
use core::ops::Range;

use crate::bytes::{HIDDEN, is_plain, password_in};

/// The most bytes that are shown before the offset, and from there on.
const BEFORE: usize = 80;
const AFTER: usize = 40;

/// Displays a text around an offset, for a message or a log: about 80 bytes before it and 40 from there on, with `…` where it is
/// cut, without the password of its userinfo (section 7.5), and with characters escaped that control a terminal or change the
/// direction of writing.
///
/// The text need not be a reference. A password is recognized behind a `//`, also if it contains a `/`, `?` or `#`, in a
/// percent-encoded URI, and in that of the scheme `sip`; but digits before such a character are taken for a port. Takes time in
/// proportion to the length of the text.
///
/// ```
/// use urigram::{Excerpt, Uri};
///
/// let typed = "http://fred:secret@exa mple.com/\n";
/// let error = Uri::parse(typed).unwrap_err();
/// let excerpt = Excerpt::around(typed, error.offset());
/// assert_eq!(
///     format!("`{excerpt}`: {error}"),
///     "`http://fred:***@exa mple.com/\\n`: unexpected ' ' in the host at byte 22"
/// );
/// ```
#[derive(Clone)]
#[must_use = "nothing is shown before it is formatted"]
pub struct Excerpt<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl<'t> Excerpt<'t> {
    /// Returns the excerpt around an offset in bytes, or at the end of the text if it is shorter.
    pub fn around(text: &'t str, offset: usize) -> Self {
        let offset = offset.min(text.len());
        let is_boundary = |at: &usize| text.is_char_boundary(*at);
        let start = (0..=offset.saturating_sub(BEFORE)).rev().find(is_boundary);
        let end = (offset.saturating_add(AFTER).min(text.len())..=text.len()).find(is_boundary);
        let (start, end) = start.zip(end).expect("a text begins and ends at a boundary");
        Self { text, range: start..end }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, range: Range { start, end } } = self;
        let (start, end) = (*start, *end);
        let hidden = password_in(text).filter(|hidden| hidden.start < end && hidden.end > start);
        f.write_str(if start > 0 { "…" } else { "" })?;
        match hidden {
            Some(hidden) => {
                visible(f, text.get(start..hidden.start.max(start)))?;
                f.write_str(HIDDEN)?;
                visible(f, text.get(hidden.end.min(end)..end))?;
            }
            None => visible(f, text.get(start..end))?,
        }
        f.write_str(if end < text.len() { "…" } else { "" })
    }
}

/// Writes a part of the text with what controls a terminal escaped.
fn visible(f: &mut fmt::Formatter<'_>, part: Option<&str>) -> fmt::Result {
    let part = part.expect("an excerpt ends at boundaries of characters");
    part.chars()
        .try_for_each(|c| if is_plain(c) { f.write_char(c) } else { write!(f, "{}", c.escape_debug()) })
}

/// Hides passwords as [`Display`](fmt::Display) does.
impl fmt::Debug for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Excerpt(`{self}`)")
    }
}
