//! The guards: prefixes of paths that would otherwise be read as an authority or a scheme.

use crate::bytes::first_of;

/// The guard before a path that begins with `//` if there is no authority. Without the guard, the path would be read as an
/// authority (section 3.3).
pub(crate) const AGAINST_AUTHORITY: &str = "/.";

/// The guard before a first segment that contains a colon if there is no scheme. Without the guard, the segment would be
/// read as a scheme (section 4.2).
pub(crate) const AGAINST_SCHEME: &str = "./";

/// Returns whether the start of a path would be read as an authority if no authority precedes the path.
pub(crate) fn reads_as_authority(path: &str) -> bool {
    path.starts_with("//")
}

/// Returns whether the start of a path would be read as a scheme if no scheme precedes the path.
pub(crate) fn reads_as_scheme(path: &str) -> bool {
    let bytes = path.as_bytes();
    first_of(bytes, [b'/', b':']).is_some_and(|at| bytes.get(at) == Some(&b':'))
}

/// Returns a path without its guard [`AGAINST_AUTHORITY`], if no authority precedes the path.
pub(crate) fn unguarded(path: &str) -> &str {
    path.strip_prefix(AGAINST_AUTHORITY).filter(|path| reads_as_authority(path)).unwrap_or(path)
}

/// Returns the length of the guard [`AGAINST_AUTHORITY`] of a path, if no authority precedes the path.
#[expect(clippy::arithmetic_side_effects, reason = "a path is as long as its guard and the rest")]
pub(crate) fn against_authority(path: &str) -> usize {
    path.len() - unguarded(path).len()
}

/// Returns the length of the guard [`AGAINST_SCHEME`] of a path, if no scheme precedes the path.
pub(crate) fn against_scheme(path: &str) -> usize {
    let guarded = path.strip_prefix(AGAINST_SCHEME).is_some_and(reads_as_scheme);
    if guarded { AGAINST_SCHEME.len() } else { 0 }
}

/// Returns the length of the guard of a path, which is 0 if it has none.
pub(crate) fn length(path: &str, has_scheme: bool, has_authority: bool) -> usize {
    match against_authority(path) {
        _ if has_authority => 0,
        0 if !has_scheme => against_scheme(path),
        length => length,
    }
}

/// Returns the guard that a path needs, which may be empty.
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
