//! The error of conversions between `file` URIs and file paths.

use core::error::Error;
use core::fmt;

use crate::grammar::{ParseError, Quoted};

/// The reason why a `file` URI cannot be converted to a file path, or a path to a `file` URI.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilePathError {
    /// The scheme of the URI is not `file`.
    Scheme,
    /// The URI has a userinfo or a port.
    Authority,
    /// On Unix, the URI has a host other than `localhost`. On Windows, the host cannot have a share.
    Host,
    /// The URI has a query.
    Query,
    /// The path is not absolute. On Windows, it begins neither with a drive, as in `C:\`, nor with a host and
    /// a share.
    NotAbsolute,
    /// The path is in the device namespace of Windows, as in `\\.\pipe\name`, or in a share that contains no
    /// files, as in `\\host\pipe\name`.
    Device,
    /// The path contains a NUL, which the system would read as the end of the path.
    Nul {
        /// The offset of the NUL, which is percent-encoded in a URI.
        offset: usize,
    },
    /// A name contains a character that delimits names.
    Delimiter {
        /// The offset of the character, which is percent-encoded in a URI.
        offset: usize,
    },
    /// A name is `.` or `..`. In a URI, the name is a [dot segment](crate::convert::FilePaths#dot-segments), encoded or
    /// not. In a literal Windows path, which begins with `\\?\`, the name is literal too, but would become a dot segment
    /// of the URI (section 3.3).
    DotSegment {
        /// The offset of the name.
        offset: usize,
    },
    /// A name contains a character that no file name on Windows can contain. This includes the `:` before the name
    /// of a stream.
    Character {
        /// The character.
        found: char,
        /// The offset of the character, which may be percent-encoded in a URI.
        offset: usize,
    },
    /// A name is the name of a device on Windows, such as `NUL` and `com1.txt`, in any case and with any extension.
    DeviceName {
        /// The offset of the name.
        offset: usize,
    },
    /// A name ends in a dot or a space. Windows would drop it, and the path would name another file.
    DroppedEnd {
        /// The offset of the last character of the name.
        offset: usize,
    },
    /// The path is not valid UTF-8, which Windows requires.
    NotUtf8,
    /// The URI would be [too long](crate#limits), or is not valid under the grammar that the library was
    /// built with.
    Invalid(ParseError),
}

impl fmt::Display for FilePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme => f.write_str("the scheme is not `file`"),
            Self::Authority => f.write_str("a `file` URI has no userinfo and no port"),
            Self::Host => {
                f.write_str("no path names this host; the files of this system have no host, or `localhost`")
            }
            Self::Query => {
                f.write_str("a `file` URI has no query; as part of a file name, a `?` is written `%3F`")
            }
            Self::NotAbsolute => f.write_str("the path is not absolute"),
            Self::Device => f.write_str("the path names a device"),
            Self::Nul { offset } => write!(f, "there is a NUL in the path, at byte {offset}"),
            Self::Delimiter { offset } => {
                write!(f, "there is a slash or backslash within a name, at byte {offset}")
            }
            Self::DotSegment { offset } => {
                write!(f, "there is a name `.` or `..` at byte {offset}, which means another directory")
            }
            Self::Character { found, offset } => {
                let found = Quoted(*found);
                write!(f, "there is {found} in a name, at byte {offset}, which no file name on Windows has")
            }
            Self::DeviceName { offset } => {
                write!(f, "the name at byte {offset} is a device name on Windows")
            }
            Self::DroppedEnd { offset } => {
                write!(f, "the name ends in a dot or space at byte {offset}, which Windows drops")
            }
            Self::NotUtf8 => f.write_str("the path is not UTF-8"),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl Error for FilePathError {}

impl FilePathError {
    /// Returns the offset of the fault in the input, if a name is at fault.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::from_unix_path("/a\0").unwrap_err().offset(), Some(2));
    /// assert_eq!(Uri::from_unix_path("a").unwrap_err().offset(), None);
    /// ```
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            Self::Nul { offset }
            | Self::Delimiter { offset }
            | Self::DotSegment { offset }
            | Self::Character { offset, .. }
            | Self::DeviceName { offset }
            | Self::DroppedEnd { offset } => Some(offset),
            _ => None,
        }
    }

    /// Returns advice on how to avoid the error, as a sentence.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let error = Uri::from_unix_path("a").unwrap_err();
    /// assert!(error.help().to_string().starts_with("begin with `/`"));
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        Help(self)
    }
}

struct Help<'a>(&'a FilePathError);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            FilePathError::Scheme => "the URI of a file begins with `file:`",
            FilePathError::Authority => "leave out the userinfo and the port",
            FilePathError::Host => "leave out the host; only Windows has paths with a host, which has shares: `\\\\host\\share`",
            FilePathError::Query => "leave out the query, or write `%3F` for a `?` in a name",
            FilePathError::NotAbsolute => {
                "begin with `/`, or on Windows with a drive and its root, `C:\\`, or with a host and a share, `\\\\host\\share`"
            }
            FilePathError::Device => "use the path of a file",
            FilePathError::Nul { .. } => "leave out the NUL: no file name contains it",
            FilePathError::Delimiter { .. } => "write a `/` between names; within a name, no system has it",
            FilePathError::DotSegment { .. } => "resolve or normalize the URI first, or allow dot segments",
            FilePathError::Character { .. } => "use another name",
            FilePathError::DeviceName { .. } => "use another name, which also differs before the first dot",
            FilePathError::DroppedEnd { .. } => "leave out the dot or space",
            FilePathError::NotUtf8 => "use a path of Unix, or a name in UTF-8",
            FilePathError::Invalid(error) => return error.help().fmt(f),
        })
    }
}

impl From<ParseError> for FilePathError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}
