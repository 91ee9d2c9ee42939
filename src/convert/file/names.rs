//! The parts of a `file` URI that name a file: the host, unless it is the local one, and the names in the
//! path.
#![expect(clippy::arithmetic_side_effects, reason = "an offset in the URI, or one behind its path")]

use super::error::FilePathError;
use super::options::FilePaths;
use crate::component::{Path, Segment};
use crate::grammar::Grammar;
use crate::percent::Decoded;
use crate::reference::generic::Uri;

pub(super) struct FileUri<'a, G> {
    /// The host, unless it is the local one.
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

    /// Returns an iterator over the names in the path. A name is `.` or `..` only where the segment itself
    /// is, unless the option allows encoded dot segments.
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
    /// Returns the offset in the URI of an octet of the data.
    pub(super) fn offset_of(&self, octet: usize) -> usize {
        self.start + self.data.offset_of(octet)
    }
}
