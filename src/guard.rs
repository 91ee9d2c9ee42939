//! The two paths that would be read as something else, and what is written before them instead.

/// Before a path that begins with `//` where there is no authority: it would be read as one (section 3.3).
pub(crate) const AGAINST_AUTHORITY: &str = "/.";

/// Before a first segment that has a colon, where there is no scheme: it would be read as one (section
/// 4.2).
pub(crate) const AGAINST_SCHEME: &str = "./";

/// Whether a path would be read as an authority, where there is none.
pub(crate) fn reads_as_authority(path: &str) -> bool {
    path.starts_with("//")
}

/// Whether the start of a path would be read as a scheme, where there is none.
pub(crate) fn reads_as_scheme(path: &str) -> bool {
    path.bytes().take_while(|&byte| byte != b'/').any(|byte| byte == b':')
}

/// A path without the guard that it has where there is no authority.
pub(crate) fn unguarded(path: &str) -> &str {
    path.strip_prefix(AGAINST_AUTHORITY).filter(|path| reads_as_authority(path)).unwrap_or(path)
}
