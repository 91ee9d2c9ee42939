//! The base of a message: the header fields of draft-fielding-url-syntax-01, section 5.1.

use alloc::string::String;
use core::iter;

/// The text of the base that the header fields of a message name: that of `Content-Base`, or of
/// `Content-Location` if there is none, without any whitespace (draft-fielding-url-syntax-01, section 5.1).
///
/// A `Content-Base` is a URI; a `Content-Location` may be relative, and is then resolved against the base URI
/// in force around the message. Names are compared without case, and of several fields of a name the first
/// counts. [`fields`] finds the fields in a text.
///
/// ```
/// use urigram::base::in_fields;
///
/// let fields = [("content-location", "a/b"), ("Content-Base", "http://www.ics.uci.edu/\r\n Test/a/b/c")];
/// assert_eq!(in_fields(fields).as_deref(), Some("http://www.ics.uci.edu/Test/a/b/c"));
/// assert_eq!(in_fields([fields[0]]).as_deref(), Some("a/b"));
/// assert_eq!(in_fields([("Content-Type", "text/html")]), None);
/// ```
pub fn in_fields<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<String> {
    let mut location = None;
    for (name, value) in fields {
        if name.eq_ignore_ascii_case("Content-Base") {
            return Some(without_whitespace(value));
        }
        if name.eq_ignore_ascii_case("Content-Location") && location.is_none() {
            location = Some(value);
        }
    }
    location.map(without_whitespace)
}

fn without_whitespace(value: &str) -> String {
    value.split_ascii_whitespace().collect()
}

/// The fields at the start of a message, up to the first empty line: their names, and their values with
/// whitespace and line breaks as they are. Lines that are no fields are left out. Each step takes time in
/// proportion to what it passes.
///
/// ```
/// use urigram::base::fields;
///
/// let message = "HTTP/1.1 200 OK\r\nContent-Base: http://a/\r\n\tb\r\nDate:\r\n\r\nNo: field\r\n";
/// let fields: Vec<_> = fields(message).collect();
/// assert_eq!(fields, [("Content-Base", " http://a/\r\n\tb\r\n"), ("Date", "\r\n")]);
/// ```
pub fn fields(message: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = message;
    let lines = iter::from_fn(move || {
        if rest.is_empty() || rest.starts_with('\n') || rest.starts_with("\r\n") {
            return None;
        }
        let (line, after) = rest.split_at(end_of_field(rest));
        rest = after;
        Some(line)
    });
    lines.filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic());
        is_name.then_some((name, value))
    })
}

/// Where the first line ends, with the lines that continue it: those that begin with a space or a tab.
fn end_of_field(text: &str) -> usize {
    let continues = |&(end, _): &(usize, &str)| !text[end + 1..].starts_with([' ', '\t']);
    text.match_indices('\n').find(continues).map_or(text.len(), |(end, _)| end + 1)
}
