//! The option of the conversion of `file` URIs to paths.

/// How `file` URIs are converted to paths: as [`to_file_path`](crate::generic::Uri::to_file_path) does, or
/// with an option.
///
/// # Dot segments
///
/// A path keeps the dot segments of the URI. [`resolve`](crate::generic::Uri::resolve) and
/// [`normalize`](crate::generic::UriReference::normalize) remove them (sections 5.2.4 and 6.2.2.3), so that
/// the URI shows where the path leads: resolve or normalize a URI that is not trusted first, and then check
/// it. The conversion does not remove them, because the system may resolve `a/..` to another directory if `a`
/// is a symbolic link, and because a path that was converted to a URI must convert back.
///
/// A segment that is `.` or `..` only after decoding, such as `%2e%2e` or `.%2E`, is an error. Resolution
/// compares text and keeps such a segment, so a check of the resolved URI would not notice that the path
/// leads elsewhere.
///
/// ```
/// use urigram::Uri;
/// use urigram::convert::{FilePathError, FilePaths};
///
/// let uri = Uri::parse("file:///srv/%2e%2e/etc/passwd")?;
/// assert_eq!(uri.to_unix_path(), Err(FilePathError::DotSegment { offset: 12 }));
/// let paths = FilePaths::new().encoded_dot_segments(true);
/// assert_eq!(paths.to_unix_path(&uri).unwrap(), b"/srv/../etc/passwd");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FilePaths {
    pub(super) encoded_dot_segments: bool,
}

impl FilePaths {
    /// Returns the default: an encoded dot segment is an error.
    pub const fn new() -> Self {
        Self { encoded_dot_segments: false }
    }

    /// Sets whether percent-encoded dot segments are accepted, as dot segments of the path. Off by default.
    ///
    /// To remove them from the URI, [`normalize`](crate::generic::UriReference::normalize) it.
    #[must_use]
    pub const fn encoded_dot_segments(self, allowed: bool) -> Self {
        Self { encoded_dot_segments: allowed }
    }
}

impl Default for FilePaths {
    fn default() -> Self {
        Self::new()
    }
}
