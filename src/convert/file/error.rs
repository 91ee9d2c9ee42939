//! Why there is no path, or no URI.

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
    /// The path is one of the device namespace of Windows, as in `\\.\pipe\name`, or of a share that has no files,
    /// as in `\\host\pipe\name`.
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
    /// A name is `.` or `..`, which stands for a directory: a segment of a URI, percent-encoded so that resolution
    /// does not remove it; or a name in a path of Windows that is taken to the letter, which in a URI would be a
    /// dot segment (section 3.3).
    #[error("there is a name `.` or `..` at byte {offset}, which stands for another directory")]
    DotSegment {
        /// Where it begins.
        offset: usize,
    },
    /// A name has a character that no name on Windows has. A `:` in a name separates it from that of a stream of
    /// the file.
    #[error("there is {found:?} in a name, at byte {offset}, which no file name on Windows has")]
    Character {
        /// The character.
        found: char,
        /// Where it is: in a URI, it may be percent-encoded there.
        offset: usize,
    },
    /// A name is that of a device on Windows, whatever its extension is, as in `NUL` and `com1.txt`.
    #[error("the name at byte {offset} is that of a device on Windows, not of a file")]
    DeviceName {
        /// Where it begins.
        offset: usize,
    },
    /// A name ends in a `.` or a space, which Windows drops: it would be the name of another file.
    #[error("the name ends in a dot or space at byte {offset}, which Windows drops")]
    DroppedEnd {
        /// Where the last character of the name is.
        offset: usize,
    },
    /// The path is not UTF-8 and has to be: on Windows.
    #[error("the path is not UTF-8")]
    NotUtf8,
    /// The URI would be [too long](crate#limits), or is not of the grammar that the library was built with.
    #[error(transparent)]
    Parse(#[from] ParseError),
}
