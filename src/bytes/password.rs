//! Finds the password in a userinfo (section 3.2.1), and hides it in texts that are shown.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a sum is an offset in the text: that of a part, and one in the part"
)]

use alloc::borrow::Cow;
use core::ops::Range;

use crate::invariant::Invariant;

/// Replaces what is hidden. Valid in a userinfo, a query and a fragment.
pub(crate) const HIDDEN: &str = "***";

/// The delimiter before a password: the `:` of section 3.2.1, or one that was percent-encoded with the rest.
const COLONS: [&str; 3] = [":", "%3A", "%3a"];

/// Returns where the password lies in a userinfo; `None` if there is none or it is empty.
pub(crate) fn password(userinfo: &str) -> Option<Range<usize>> {
    let start = colon(userinfo)?.end;
    (start < userinfo.len()).then_some(start..userinfo.len())
}

/// Returns what precedes the password and its delimiter in a userinfo.
pub(crate) fn user(userinfo: &str) -> &str {
    let end = colon(userinfo).map_or(userinfo.len(), |colon| colon.start);
    userinfo.get(..end).invariant("the delimiter lies in the userinfo")
}

fn colon(userinfo: &str) -> Option<Range<usize>> {
    let colons = COLONS.iter().filter_map(|colon| Some((userinfo.find(colon)?, colon.len())));
    colons.min().map(|(start, len)| start..start + len)
}

/// Returns a text that has not been parsed, with its password hidden. The authority is found as the regular
/// expression of Appendix B does it, and the userinfo ends at the last `@` in it.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    without_password(text, userinfo_in(text))
}

/// Returns where the password lies in a text that has not been parsed, as [`shown`] finds it.
#[cfg(feature = "miette")]
pub(crate) fn password_in(text: &str) -> Option<Range<usize>> {
    let userinfo = userinfo_in(text)?;
    let password = password(text.get(userinfo.clone())?)?;
    Some(userinfo.start + password.start..userinfo.start + password.end)
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

/// Returns where the userinfo ends in `rest`, the text after the `:` of the scheme, if the scheme is `sip` or
/// `sips` (RFC 3261, section 19.1.1).
///
/// A user part may contain a `?` (section 25.1). RFC 3986 reads what follows as the query, so the `@` is
/// searched for there too.
pub(crate) fn end_in_sip(scheme: &str, rest: &str) -> Option<usize> {
    if !scheme.eq_ignore_ascii_case("sip") && !scheme.eq_ignore_ascii_case("sips") {
        return None;
    }
    let before_fragment = rest.split('#').next()?;
    let path = before_fragment.split('?').next()?;
    path.rfind('@').or_else(|| before_fragment.rfind('@'))
}

/// Returns the text with the password in its userinfo hidden.
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
