//! The two kinds of path that would be misread after recomposition, and the prefixes that prevent this.

use crate::bytes::first_of;

/// Written before a path that begins with `//` if there is no authority: it would be read as an authority
/// (section 3.3).
pub(crate) const AGAINST_AUTHORITY: &str = "/.";

/// Written before a first segment that contains a colon if there is no scheme: it would be read as a
/// scheme (section 4.2).
pub(crate) const AGAINST_SCHEME: &str = "./";

/// Returns whether a path would be read as an authority if there is none.
pub(crate) fn reads_as_authority(path: &str) -> bool {
    path.starts_with("//")
}

/// Returns whether the start of a path would be read as a scheme if there is none.
pub(crate) fn reads_as_scheme(path: &str) -> bool {
    let bytes = path.as_bytes();
    first_of(bytes, [b'/', b':']).is_some_and(|at| bytes.get(at) == Some(&b':'))
}

/// Returns the path without its guard, if there is no authority.
pub(crate) fn unguarded(path: &str) -> &str {
    path.strip_prefix(AGAINST_AUTHORITY).filter(|path| reads_as_authority(path)).unwrap_or(path)
}

/// Returns the length of the guard of a path if there is no authority.
#[expect(clippy::arithmetic_side_effects, reason = "a path is as long as its guard and the rest")]
pub(crate) fn against_authority(path: &str) -> usize {
    path.len() - unguarded(path).len()
}

/// Returns the length of the guard of a path if there is no scheme.
pub(crate) fn against_scheme(path: &str) -> usize {
    let guarded = path.strip_prefix(AGAINST_SCHEME).is_some_and(reads_as_scheme);
    if guarded { AGAINST_SCHEME.len() } else { 0 }
}

/// Returns the length of the guard of a path.
pub(crate) fn length(path: &str, has_scheme: bool, has_authority: bool) -> usize {
    match against_authority(path) {
        _ if has_authority => 0,
        0 if !has_scheme => against_scheme(path),
        length => length,
    }
}

/// Returns the guard that this path needs.
pub(crate) fn before(path: &str, has_scheme: bool, has_authority: bool) -> &'static str {
    if has_authority {
        ""
    } else if reads_as_authority(path) {
        AGAINST_AUTHORITY
    } else if !has_scheme && reads_as_scheme(path) {
        AGAINST_SCHEME
    } else {
        ""
    }
}
