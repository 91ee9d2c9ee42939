//! Texts as they may be shown: without passwords (section 3.2.1).

use alloc::borrow::Cow;
use core::ops::Range;

/// What is shown instead of a secret; a text that a userinfo and a query may have.
pub(crate) const HIDDEN: &str = "***";

/// A text whose components are not known, without the password in it: the userinfo is what is before the last
/// `@` of the authority, as Appendix B takes the text apart.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    without_password(text, userinfo(text))
}

fn userinfo(text: &str) -> Option<Range<usize>> {
    let (before, slashes) = text.split_at(text.find(['/', '?', '#'])?);
    let authority = slashes.strip_prefix("//")?;
    if !before.is_empty() && before.find(':') != Some(before.len() - 1) {
        return None;
    }
    let authority = authority.split(['/', '?', '#']).next()?;
    let start = before.len() + "//".len();
    Some(start..start + authority.rfind('@')?)
}

/// A text, whose userinfo lies there, without the password in it.
pub(crate) fn without_password(text: &str, userinfo: Option<Range<usize>>) -> Cow<'_, str> {
    let taken_apart = userinfo.and_then(|Range { start, end }| {
        let password = start + text.get(start..end)?.find(':')? + 1;
        let taken_apart = text.get(..password).zip(text.get(end..));
        taken_apart.filter(|_| password < end)
    });
    match taken_apart {
        Some((before, after)) => Cow::Owned([before, HIDDEN, after].concat()),
        None => Cow::Borrowed(text),
    }
}
