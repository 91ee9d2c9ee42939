//! The parts of a `file` URI that name a file: the host, unless it is `localhost`, and the names in the
//! path.
#![expect(clippy::arithmetic_side_effects, reason = "an offset in the URI, or one after its path")]

use super::error::FilePathError;
use crate::component::{Path, Segment};
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

    /// Returns an iterator over the names in the path. An encoded dot segment is an error unless the option allows it.
    pub(super) fn names(&self) -> impl Iterator<Item = Result<Name<'a>, FilePathError>> {
        let mut offset = self.start + usize::from(self.path.as_str().starts_with('/'));
        self.path.segments().map(move |segment| {
            let start = offset;
            offset += segment.as_str().len() + 1;
            if is_encoded_dot_segment(segment) && !self.options.encoded_dot_segments {
                return Err(FilePathError::DotSegment { offset: start });
            }
            Ok(Name { data: segment.decode(), start })
        })
    }
}

fn is_encoded_dot_segment<G: Grammar>(segment: Segment<'_, G>) -> bool {
    segment.is_dot_segment() && segment != "." && segment != ".."
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
/// A path keeps the dot segments of the URI. [`resolve`](crate::generic::Uri::resolve) and
/// [`normalize`](crate::generic::UriReference::normalize) remove them (sections 5.2.4 and 6.2.2.3), so that
/// the URI shows where the path leads: resolve or normalize a URI that is not trusted first, and then check
/// it. The conversion does not remove them, because the system may resolve `a/..` to another directory if `a`
/// is a symbolic link, and because a path that was converted to a URI must convert back.
///
/// A segment that is `.` or `..` only after decoding, such as `%2e%2e` or `.%2E`, is an error. Resolution does not decode
/// and so keeps such a segment, and a check of the resolved URI would not notice that the path leads to another directory.
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

    /// Sets whether percent-encoded dot segments are accepted and become dot segments of the path. Off by default.
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
