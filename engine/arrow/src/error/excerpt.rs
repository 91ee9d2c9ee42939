//! What a message shows of a string.

use std::fmt::{self, Write};
use std::ops::Range;

use crate::invariant::Invariant;

/// The most bytes of a string that are shown before its fault, and from there on.
const BEFORE: usize = 80;
const AFTER: usize = 40;

/// Displays a string around its fault, without the password of its userinfo, with what controls a terminal escaped.
pub(crate) struct Excerpt<'a> {
    text: &'a str,
    range: Range<usize>,
}

impl<'a> Excerpt<'a> {
    /// Returns the excerpt around the byte `offset`.
    pub(crate) fn of(text: &'a str, offset: usize) -> Self {
        let offset = offset.min(text.len());
        let start = text.floor_char_boundary(offset.saturating_sub(BEFORE));
        let end = text.ceil_char_boundary(offset.saturating_add(AFTER).min(text.len()));
        Self { text, range: start..end }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, range: Range { start, end } } = self;
        let (start, end) = (*start, *end);
        let (left, right) = (if start > 0 { "…" } else { "" }, if end < text.len() { "…" } else { "" });
        let part = |range| Visible(text.get(range).invariant("an excerpt ends at boundaries of characters"));
        match password(text) {
            Some((from, to)) if from < end && to > start => {
                write!(f, "{left}{}***{}{right}", part(start..from.max(start)), part(to.min(end)..end))
            }
            _ => write!(f, "{left}{}{right}", part(start..end)),
        }
    }
}

/// Displays a text with what controls a terminal escaped.
struct Visible<'a>(&'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '\\' | '\'' | '"' => f.write_char(character),
            other => other.escape_debug().fmt(f),
        })
    }
}

/// Returns where the password lies in a string that need not be valid.
fn password(text: &str) -> Option<(usize, usize)> {
    let (start, end) = userinfo(text)?;
    let (_, colon) = first(text.get(start..end)?, &COLONS)?;
    let start = start + colon;
    (start < end).then_some((start, end))
}

const COLONS: [&str; 3] = [":", "%3A", "%3a"];

/// What a URI is divided by.
struct Delimiters {
    slashes: [&'static str; 2],
    /// What ends the authority.
    ends: &'static [&'static str],
    at: &'static str,
}

const WRITTEN: Delimiters = Delimiters { slashes: ["//", "//"], ends: &["/", "?", "#"], at: "@" };

/// As data in another URI, or as what is to be decoded.
const ENCODED: Delimiters = Delimiters {
    slashes: ["%2F%2F", "%2f%2f"],
    ends: &["%2F", "%2f", "%3F", "%3f", "%23", "/", "?", "#", "&"],
    at: "%40",
};

/// Returns where the userinfo lies in a string that need not be valid: before the last `@` of the authority. A password
/// that contains a `/`, `?` or `#` makes the string invalid if what stands before that is not a port.
fn userinfo(text: &str) -> Option<(usize, usize)> {
    let with = |delimiters: &Delimiters| {
        let (_, start) = first(text, &delimiters.slashes)?;
        let rest = text.get(start..)?;
        let authority = rest.get(..first(rest, delimiters.ends).map_or(rest.len(), |(end, _)| end))?;
        let end = authority.rfind(delimiters.at).or_else(|| {
            let (_, port) = first(authority, &COLONS)?;
            let may_be_port = authority.starts_with('[')
                || authority.get(port..)?.bytes().all(|byte| byte.is_ascii_digit());
            if may_be_port { None } else { rest.rfind(delimiters.at) }
        });
        Some((start, start + end?))
    };
    match text.contains("//") {
        true => with(&WRITTEN).or_else(|| with(&ENCODED)),
        false => with(&ENCODED).or_else(|| userinfo_of_sip(text)),
    }
}

/// RFC 3261, section 19.1.1: a `sip` URI has its userinfo in the path.
fn userinfo_of_sip(text: &str) -> Option<(usize, usize)> {
    let (colon, start) = first(text, &COLONS)?;
    let scheme = text.get(..colon)?;
    let is_sip = ["sip", "sips"].iter().any(|sip| scheme.trim_start().eq_ignore_ascii_case(sip));
    let rest = text.get(start..)?;
    is_sip.then_some((start, start + rest.rfind('@').or_else(|| rest.rfind("%40"))?))
}

/// Returns where the first of these begins and ends.
fn first(text: &str, delimiters: &[&str]) -> Option<(usize, usize)> {
    let found = delimiters.iter().filter_map(|found| text.find(found).map(|at| (at, at + found.len())));
    found.min()
}
