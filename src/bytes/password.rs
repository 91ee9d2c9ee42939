//! Finds the password in a userinfo (section 3.2.1), and hides it in output.
#![expect(clippy::arithmetic_side_effects, reason = "offsets within the text")]

use alloc::borrow::Cow;
use core::ops::Range;

/// The replacement of a password, which is valid in a userinfo, a query and a fragment.
pub(crate) const HIDDEN: &str = "***";

/// The delimiter before a password: the `:` of section 3.2.1, perhaps percent-encoded.
const COLONS: [&str; 3] = [":", "%3A", "%3a"];

/// Returns the range of the password in a userinfo; `None` if it is missing or empty.
pub(crate) fn password(userinfo: &str) -> Option<Range<usize>> {
    let start = colon(userinfo)?.end;
    (start < userinfo.len()).then_some(start..userinfo.len())
}

/// Returns the part of a userinfo before the password and its delimiter.
pub(crate) fn user(userinfo: &str) -> &str {
    let end = colon(userinfo).map_or(userinfo.len(), |colon| colon.start);
    userinfo.get(..end).expect("the delimiter lies in the userinfo")
}

fn colon(userinfo: &str) -> Option<Range<usize>> {
    first(userinfo, &COLONS)
}

/// Returns the range of the first of the delimiters in the text. Takes time proportional to its offset.
fn first(text: &str, delimiters: &[&str]) -> Option<Range<usize>> {
    text.char_indices().find_map(|(start, _)| {
        let rest = text.get(start..)?;
        let found = delimiters.iter().find(|delimiter| rest.starts_with(**delimiter))?;
        Some(start..start + found.len())
    })
}

/// Returns a text that has not been parsed, with its password hidden. The authority is found as by the
/// regular expression of Appendix B, and the userinfo ends at the last `@` in the authority.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    without_password(text, userinfo_in(text))
}

fn userinfo_in(text: &str) -> Option<Range<usize>> {
    let (scheme, rest) = match text.split_once(':') {
        Some((scheme, rest)) if !scheme.contains(['/', '?', '#']) => (scheme, rest),
        _ => ("", text),
    };
    let (start, end) = match rest.strip_prefix("//") {
        Some(rest) => (text.len() - rest.len(), rest.split(['/', '?', '#']).next()?.rfind('@')?),
        None => (text.len() - rest.len(), end_in_sip(scheme, rest)?),
    };
    Some(start..start + end)
}

/// Returns the end of the userinfo in `rest`, the text after the `:` of the scheme, if the scheme is `sip` or
/// `sips` (RFC 3261, section 19.1.1).
///
/// RFC 3261 allows a `?` in the user part (section 25.1). RFC 3986 reads the text after this `?` as the query, so
/// the `@` is searched for in the query too.
pub(crate) fn end_in_sip(scheme: &str, rest: &str) -> Option<usize> {
    if !scheme.eq_ignore_ascii_case("sip") && !scheme.eq_ignore_ascii_case("sips") {
        return None;
    }
    let before_fragment = rest.split('#').next()?;
    let path = before_fragment.split('?').next()?;
    path.rfind('@').or_else(|| before_fragment.rfind('@'))
}

/// Returns the text with the password in `userinfo`, a range of the text, hidden.
pub(crate) fn without_password(text: &str, userinfo: Option<Range<usize>>) -> Cow<'_, str> {
    let around = userinfo.and_then(|userinfo| {
        let password = password(text.get(userinfo.clone())?)?;
        text.get(..userinfo.start + password.start).zip(text.get(userinfo.end..))
    });
    match around {
        Some((before, after)) => Cow::Owned([before, HIDDEN, after].concat()),
        None => Cow::Borrowed(text),
    }
}

/// The delimiters of an authority.
struct Delimiters {
    slashes: &'static [&'static str],
    /// The delimiters that end the authority.
    ends: &'static [&'static str],
    at: &'static str,
}

const WRITTEN: Delimiters = Delimiters { slashes: &["//"], ends: &["/", "?", "#"], at: "@" };

/// The delimiters of a percent-encoded URI, such as in the query of another URI.
const ENCODED: Delimiters = Delimiters {
    slashes: &["%2F%2F", "%2f%2f"],
    ends: &["%2F", "%2f", "%3F", "%3f", "%23", "/", "?", "#", "&"],
    at: "%40",
};

/// Returns the range of the first password after a `//`, in a text that need not be a reference.
pub(crate) fn password_in(text: &str) -> Option<Range<usize>> {
    let userinfo = match text.contains("//") {
        true => userinfo_by(text, &WRITTEN).or_else(|| userinfo_by(text, &ENCODED)),
        false => userinfo_by(text, &ENCODED).or_else(|| userinfo_of_sip(text)),
    }?;
    let password = password(text.get(userinfo.clone())?)?;
    Some(userinfo.start + password.start..userinfo.start + password.end)
}

/// Returns the range of the first userinfo after a `//`.
///
/// If an authority contains no `@`, and the text after its `:` is not a port, that text is the start of a password with
/// an unencoded `/`, `?` or `#`, so the userinfo ends at the last `@` of the whole text.
fn userinfo_by(text: &str, delimiters: &Delimiters) -> Option<Range<usize>> {
    let last = text.rfind(delimiters.at)?;
    let mut start = 0;
    loop {
        start += first(text.get(start..last)?, delimiters.slashes)?.end;
        let rest = text.get(start..)?;
        let authority = rest.get(..first(rest, delimiters.ends).map_or(rest.len(), |end| end.start))?;
        if let Some(end) = authority.rfind(delimiters.at) {
            return Some(start..start + end);
        }
        let port = colon(authority).and_then(|colon| authority.get(colon.end..));
        let is_port =
            |port: &str| authority.starts_with('[') || port.bytes().all(|byte| byte.is_ascii_digit());
        if port.is_some_and(|port| !is_port(port)) {
            return Some(start..last);
        }
    }
}

/// Returns the range of the userinfo in a SIP URI, whose `:` and `@` may be percent-encoded.
fn userinfo_of_sip(text: &str) -> Option<Range<usize>> {
    let colon = colon(text)?;
    let (scheme, rest) = (text.get(..colon.start)?, text.get(colon.end..)?);
    let is_sip = ["sip", "sips"].iter().any(|sip| scheme.trim_start().eq_ignore_ascii_case(sip));
    let end = rest.rfind('@').or_else(|| rest.rfind("%40")).filter(|_| is_sip)?;
    Some(colon.end..colon.end + end)
}
