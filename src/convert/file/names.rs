//! The parts of a `file` URI that name a file: the host, unless it is `localhost`, and the names in the
//! path.
#![expect(clippy::arithmetic_side_effects, reason = "an offset in the URI, or one after its path")]

use super::error::FilePathError;
use crate::component::Path;
use crate::grammar::Grammar;
use crate::percent::Decoded;
use crate::reference::generic::Uri;

pub(super) struct FileUri<'a, G> {
    /// The host, unless it is `localhost`.
    pub(super) host: Option<&'a str>,
    pub(super) path: Path<'a, G>,
    /// The offset of the path in the URI.
    start: usize,
    options: FilePaths,
}

/// The data of a segment.
pub(super) struct Name<'a> {
    pub(super) data: Decoded<'a>,
    /// The offset of the segment in the URI.
    start: usize,
}

impl<'a, G: Grammar> FileUri<'a, G> {
    pub(super) fn new(uri: &Uri<&'a str, G>, options: FilePaths) -> Result<Self, FilePathError> {
        if !uri.scheme().is("file") {
            return Err(FilePathError::Scheme);
        }
        if uri.userinfo().is_some() || uri.port().is_some() {
            return Err(FilePathError::Authority);
        }
        if uri.query().is_some() {
            return Err(FilePathError::Query);
        }
        let host = uri.host_str().filter(|host| !host.is_empty() && !host.eq_ignore_ascii_case("localhost"));
        let start = uri.components().path_range().start;
        Ok(Self { host, path: uri.path(), start, options })
    }

    /// Returns an iterator over the names in the path. A dot segment is an error unless the option allows it.
    pub(super) fn names(&self) -> impl Iterator<Item = Result<Name<'a>, FilePathError>> {
        let mut offset = self.start + usize::from(self.path.as_str().starts_with('/'));
        self.path.segments().map(move |segment| {
            let start = offset;
            offset += segment.as_str().len() + 1;
            if segment.is_dot_segment() && !self.options.dot_segments {
                return Err(FilePathError::DotSegment { offset: start });
            }
            Ok(Name { data: segment.decode(), start })
        })
    }
}

impl Name<'_> {
    /// Returns the offset in the URI of the octet at `offset` in the decoded name.
    pub(super) fn offset_of(&self, offset: usize) -> usize {
        self.start + self.data.offset_of(offset)
    }
}

/// Options for converting `file` URIs to paths. [`Uri::to_file_path`](crate::generic::Uri::to_file_path) uses the
/// defaults.
///
/// # Dot segments
///
/// A segment that is `.` or `..`, percent-encoded or not, is an error: a path such as `/srv/../etc/passwd` leads
/// out of the directory that it begins with. [`resolve`](crate::generic::Uri::resolve) and
/// [`normalize`](crate::generic::UriReference::normalize) remove dot segments (sections 5.2.4 and 6.2.2.3), so
/// that the URI shows where the path leads; resolution does not decode, so it keeps `%2e%2e`. Check the result
/// before you open the file.
///
/// With [`dot_segments`](Self::dot_segments), the path has the dot segments of the URI. It may lead to another directory
/// than the normalized URI, because the system resolves `a/..` differently if `a` is a symbolic link.
///
/// ```
/// use urigram::Uri;
/// use urigram::convert::{FilePathError, FilePaths};
///
/// let uri = Uri::parse("file:///srv/%2e%2e/etc/passwd")?;
/// assert_eq!(uri.to_unix_path(), Err(FilePathError::DotSegment { offset: 12 }));
/// assert_eq!(uri.normalize().to_unix_path().unwrap(), b"/etc/passwd");
/// let paths = FilePaths::new().dot_segments(true);
/// assert_eq!(paths.to_unix_path(&uri).unwrap(), b"/srv/../etc/passwd");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FilePaths {
    pub(super) dot_segments: bool,
}

impl FilePaths {
    /// Returns the default: a dot segment is an error.
    pub const fn new() -> Self {
        Self { dot_segments: false }
    }

    /// Sets whether dot segments are accepted, percent-encoded or not, and kept in the path. Off by default, because the
    /// path of an untrusted URI could lead to any directory.
    #[must_use]
    pub const fn dot_segments(self, allowed: bool) -> Self {
        Self { dot_segments: allowed }
    }
}

impl Default for FilePaths {
    fn default() -> Self {
        Self::new()
    }
}
