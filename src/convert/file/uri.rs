//! What a `file` URI says of a file (RFC 8089, section 2).

use alloc::borrow::Cow;

use super::error::FilePathError;
use crate::component::Path;
use crate::grammar::Grammar;
use crate::reference::Identifier;

/// What a `file` URI says of a file.
pub(super) struct FileUri<'a, G> {
    /// The host, unless it is this one.
    pub(super) host: Option<&'a str>,
    pub(super) path: Path<'a, G>,
    /// Where the path begins in the URI.
    start: usize,
}

impl<'a, G: Grammar> FileUri<'a, G> {
    pub(super) fn of(uri: &Identifier<&'a str, G>) -> Result<Self, FilePathError> {
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
        Ok(Self { host, path: uri.path(), start })
    }

    /// The data of the segments, none of which may have one of these characters.
    pub(super) fn names(
        &self,
        delimiters: &'static [u8],
    ) -> impl Iterator<Item = Result<Cow<'a, [u8]>, FilePathError>> {
        let mut offset = self.start + usize::from(self.path.starts_with_slash());
        self.path.segments().map(move |segment| {
            let start = offset;
            offset += segment.as_str().len() + 1;
            let decoded = segment.decode();
            let name = decoded.to_bytes();
            let Some(unfit) = name.iter().position(|byte| *byte == 0 || delimiters.contains(byte)) else {
                return Ok(name);
            };
            let offset = start + decoded.offset_of(unfit);
            Err(match name.get(unfit) {
                Some(0) => FilePathError::Nul { offset },
                _ => FilePathError::Delimiter { offset },
            })
        })
    }
}
