//! The error of conversions between `file` URIs and file paths.

use crate::grammar::{ParseError, Quoted};

/// Why a `file` URI cannot be converted to a file path, or a path to a `file` URI.
///
/// Offsets are in bytes from the start of the input, which is the URI or the path.
///
/// ```
/// use urigram::Uri;
/// use urigram::convert::FilePathError;
///
/// let error = Uri::parse("file:///a/b%2Fc")?.to_unix_path().unwrap_err();
/// assert_eq!(error, FilePathError::Delimiter { offset: 11 });
/// assert_eq!(error.to_string(), "there is a slash or backslash within a name, at byte 11");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilePathError {
    /// The scheme of the URI is not `file`.
    #[error("the scheme is not `file`")]
    Scheme,
    /// The URI has a userinfo or a port.
    #[error("a `file` URI has no userinfo and no port")]
    Authority,
    /// On Unix, the URI has a host other than `localhost`; on Windows, the host cannot be that of a share.
    #[error("no path names this host; the files of this system have no host, or `localhost`")]
    Host,
    /// The URI has a query.
    #[error("a `file` URI has no query; as part of a file name, a `?` is written `%3F`")]
    Query,
    /// The path is not absolute. On Windows, it begins neither with a drive, as in `C:\`, nor with a host and
    /// a share.
    #[error("the path is not absolute")]
    NotAbsolute,
    /// The path is in the device namespace of Windows, as in `\\.\pipe\name`, or in a share that contains no
    /// files, as in `\\host\pipe\name`.
    #[error("the path is that of a device")]
    Device,
    /// The path contains a NUL, which the system would take for the end of the path.
    #[error("there is a NUL in the path, at byte {offset}")]
    Nul {
        /// The offset of the NUL, which is percent-encoded in a URI.
        offset: usize,
    },
    /// A name contains a character that delimits names.
    #[error("there is a slash or backslash within a name, at byte {offset}")]
    Delimiter {
        /// The offset of the character, which is percent-encoded in a URI.
        offset: usize,
    },
    /// A name is `.` or `..`. In a URI, this is an encoded [dot segment](crate::convert::FilePaths#dot-segments),
    /// which resolution does not remove; in a literal path on Windows, which begins with `\\?\`, it is a name
    /// that would be a dot segment in the URI (section 3.3).
    #[error("there is a name `.` or `..` at byte {offset}, which stands for another directory")]
    DotSegment {
        /// The offset of the name.
        offset: usize,
    },
    /// A name contains a character that no file name on Windows can contain. A `:` is followed by the name of
    /// a stream of the file.
    #[error("there is {found} in a name, at byte {offset}, which no file name on Windows has", found = Quoted(*.found))]
    Character {
        /// The character.
        found: char,
        /// The offset of the character, which may be percent-encoded in a URI.
        offset: usize,
    },
    /// A name is that of a device on Windows, in any case and with any extension, such as `NUL` and
    /// `com1.txt`.
    #[error("the name at byte {offset} is that of a device on Windows, not of a file")]
    DeviceName {
        /// The offset of the name.
        offset: usize,
    },
    /// A name ends in a dot or a space, which Windows would drop, so that the path would name another file.
    #[error("the name ends in a dot or space at byte {offset}, which Windows drops")]
    DroppedEnd {
        /// The offset of the last character of the name.
        offset: usize,
    },
    /// The path is not UTF-8, which is required on Windows.
    #[error("the path is not UTF-8")]
    NotUtf8,
    /// The URI would be [too long](crate#limits), or is not valid under the grammar that the library was
    /// built with.
    #[error(transparent)]
    Parse(#[from] ParseError),
}
