//! Why there is no path, or no URI of one.

use crate::grammar::ParseError;

/// A `file` URI that names no file of this system, or a path that no `file` URI has.
///
/// Offsets are bytes from the start of what was given, the URI or the path.
///
/// ```
/// use urigram::{FilePathError, Uri};
///
/// let error = Uri::parse("file:///a/b%2Fc")?.to_unix_path().unwrap_err();
/// assert_eq!(error, FilePathError::Delimiter { offset: 11 });
/// assert_eq!(error.to_string(), "there is a slash or backslash within a name, at byte 11");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilePathError {
    /// The scheme is another one.
    #[error("the scheme is not `file`")]
    Scheme,
    /// There is a userinfo or a port.
    #[error("a `file` URI has no userinfo and no port")]
    Authority,
    /// The file is on another host; or, on Windows, the host cannot be that of a share.
    #[error("no path names this host; the files of this system have no host, or `localhost`")]
    Host,
    /// There is a query.
    #[error("a `file` URI has no query; as part of a file name, a `?` is written `%3F`")]
    Query,
    /// The path does not begin at a root: on Windows at a drive as in `C:\`, or at a share.
    #[error("the path is not absolute")]
    NotAbsolute,
    /// The path is one of the device namespace of Windows, as in `\\.\pipe\name`.
    #[error("the path is that of a device")]
    Device,
    /// There is a NUL in the path, which ends a path for the system.
    #[error("there is a NUL in the path, at byte {offset}")]
    Nul {
        /// Where it is: in a URI, where it is percent-encoded.
        offset: usize,
    },
    /// A name has a character in it that delimits names.
    #[error("there is a slash or backslash within a name, at byte {offset}")]
    Delimiter {
        /// Where it is: in a URI, where it is percent-encoded.
        offset: usize,
    },
    /// A path of Windows that is taken to the letter has a name `.` or `..`, which in a URI would be a dot
    /// segment (section 3.3).
    #[error("the name at byte {offset} is `.` or `..`, which no name in a URI is")]
    DotSegment {
        /// Where it begins.
        offset: usize,
    },
    /// The path is not UTF-8 and has to be: on Windows.
    #[error("the path is not UTF-8")]
    NotUtf8,
    /// The URI would be longer than 4294967295 bytes, or is not of the grammar that the library was built with.
    #[error(transparent)]
    Parse(#[from] ParseError),
}
