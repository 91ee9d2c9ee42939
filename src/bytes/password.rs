//! Where a password lies (section 3.2.1), and texts without it, as they may be shown.

use alloc::borrow::Cow;
use core::ops::Range;

/// What is shown instead of a secret; a text that a userinfo, a query and a fragment may have.
pub(crate) const HIDDEN: &str = "***";

/// The colons before a password: that of section 3.2.1, and one that was percent-encoded with the rest.
const COLONS: [&str; 3] = [":", "%3A", "%3a"];

/// Where the password lies in a userinfo, unless it is empty.
pub(crate) fn password(userinfo: &str) -> Option<Range<usize>> {
    let after = COLONS.iter().filter_map(|colon| Some(userinfo.find(colon)? + colon.len()));
    after.min().map(|start| start..userinfo.len()).filter(|password| !password.is_empty())
}

/// A text whose components are not known, without the password in it: the userinfo is what is before the last
/// `@` of the authority, as Appendix B takes the text apart.
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

/// Where the userinfo ends in what follows the `:` of the scheme, if that is `sip` or `sips` (RFC 3261, section
/// 19.1.1).
///
/// A user may have a `?` (section 25.1), after which all is the query: the `@` is looked for there as well.
pub(crate) fn end_in_sip(scheme: &str, rest: &str) -> Option<usize> {
    if !scheme.eq_ignore_ascii_case("sip") && !scheme.eq_ignore_ascii_case("sips") {
        return None;
    }
    let before_fragment = rest.split('#').next()?;
    let path = before_fragment.split('?').next()?;
    path.rfind('@').or_else(|| before_fragment.rfind('@'))
}

/// A text, whose userinfo lies there, without the password in it.
pub(crate) fn without_password(text: &str, userinfo: Option<Range<usize>>) -> Cow<'_, str> {
    let taken_apart = userinfo.and_then(|userinfo| {
        let password = password(text.get(userinfo.clone())?)?;
        text.get(..userinfo.start + password.start).zip(text.get(userinfo.end..))
    });
    match taken_apart {
        Some((before, after)) => Cow::Owned([before, HIDDEN, after].concat()),
        None => Cow::Borrowed(text),
    }
}
