//! What is up to the caller when a path is made of a `file` URI.

/// How paths are made of `file` URIs: as [`to_file_path`](crate::generic::Uri::to_file_path) does, or as the option
/// says.
///
/// # Dot segments
///
/// A path has the dot segments that are written in the URI. [`resolve`](crate::generic::Uri::resolve) and
/// [`normalize`](crate::generic::UriReference::normalize) remove them (sections 5.2.4 and 6.2.2.3), so that the URI shows where the
/// path leads: a URI that is not trusted is resolved or normalized first, and then checked. They are not removed here:
/// to the system, `a/..` is another directory where `a` is a symbolic link, and a path that a URI was made of has to
/// come back.
///
/// A segment that is `.` or `..` only when it is decoded, such as `%2e%2e` or `.%2E`, is an error. Resolution leaves
/// it, since it compares text, and so a check of the resolved URI does not see that the path leads elsewhere.
///
/// ```
/// use urigram::{FilePathError, FilePaths, Uri};
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
    /// Paths without dot segments but those that are written in the URI.
    pub const fn new() -> Self {
        Self { encoded_dot_segments: false }
    }

    /// Whether percent-encoded dot segments are taken, and are dot segments of the path. Off by default.
    ///
    /// To have the URI without them, [`normalize`](crate::generic::UriReference::normalize) it.
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
