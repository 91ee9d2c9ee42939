//! The base of a message: the header fields of draft-fielding-url-syntax-01, section 5.1.

use alloc::string::String;
use core::iter;

/// Returns the base that the header fields of a message declare: the value of `Content-Base`, or of
/// `Content-Location` if there is no `Content-Base`, without any whitespace (draft-fielding-url-syntax-01, section 5.1).
///
/// These are the rules of 1996. HTTP has had no `Content-Base` since RFC 2616 (section 19.6.3), and since RFC
/// 7231 (Appendix B) a `Content-Location` has no effect on the base URI. MHTML, the format of archived web
/// pages, has had no `Content-Base` since RFC 2557, but uses `Content-Location`.
///
/// A `Content-Base` is a URI, and a `Content-Location` may be relative; [`embed`](crate::base::BaseUris::embed)
/// accepts both. Names are compared without regard to case. If fields have the same name, the first one is used, but a
/// `Content-Base` without a value is ignored. [`in_message`] finds the fields in a string.
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
        if name.eq_ignore_ascii_case("Content-Base") && !value.trim_ascii().is_empty() {
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

/// Returns the base that the header of a message declares, which is [`in_fields`] of the fields up to the first empty
/// line. Lines that are not fields, such as a start line, are ignored: a field has no space before its colon, and no CR
/// without an LF. Linear in the header.
///
/// ```
/// use urigram::base::in_message;
///
/// let message = "HTTP/1.1 200 OK\r\nContent-Base: http://a/\r\n\tb\r\nDate:\r\n\r\nNo: field\r\n";
/// assert_eq!(in_message(message).as_deref(), Some("http://a/b"));
/// ```
pub fn in_message(message: &str) -> Option<String> {
    in_fields(fields(message))
}

/// Returns the name and the value of each field. The value includes its whitespace and line breaks.
fn fields(message: &str) -> impl Iterator<Item = (&str, &str)> {
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
        let ends_in_lines = value.split('\r').skip(1).all(|after| after.starts_with('\n'));
        (is_name && ends_in_lines).then_some((name, value))
    })
}

/// Returns the end of the first field, including its continuation lines, which begin with a space or a tab.
fn end_of_field(text: &str) -> usize {
    let mut ends = text.match_indices('\n').map(|(at, _)| at.saturating_add(1));
    let continues = |end: usize| text.get(end..).is_some_and(|rest| rest.starts_with([' ', '\t']));
    ends.find(|&end| !continues(end)).unwrap_or(text.len())
}
