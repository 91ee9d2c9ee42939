//! `file` URIs and the paths of files (RFC 8089).

mod unix;
mod windows;

use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::path::PathBuf;

use crate::component::Path;
use crate::grammar::{Grammar, ParseError, Rfc3986};
use crate::reference::Identifier;

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

impl<T: AsRef<str>, G: Grammar> Identifier<T, G> {
    /// The path of the file that this URI names, as the system has it that the library was built for: by
    /// [`to_windows_path`](Self::to_windows_path) on Windows, elsewhere by [`to_unix_path`](Self::to_unix_path).
    ///
    /// # Errors
    ///
    /// As those.
    ///
    /// ```no_run
    /// use urigram::Uri;
    ///
    /// let path = Uri::parse("file:///home/me/Laguna%20Beach.jpg")?.to_file_path()?;
    /// let file = std::fs::File::open(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn to_file_path(&self) -> Result<PathBuf, FilePathError> {
        #[cfg(windows)]
        return self.to_windows_path().map(PathBuf::from);
        #[cfg(unix)]
        return self.to_unix_path().map(|path| {
            let path: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(path);
            PathBuf::from(path)
        });
        #[cfg(not(any(unix, windows)))]
        return match String::from_utf8(self.to_unix_path()?) {
            Ok(path) => Ok(path.into()),
            Err(_) => Err(FilePathError::NotUtf8),
        };
    }

    /// The path of the file that this URI names on a Unix (RFC 8089, section 2).
    ///
    /// Dot segments stay, and what stands in the fragment is not read. Linear in the length.
    ///
    /// # Errors
    ///
    /// If this is no `file` URI, has a host that is not `localhost`, a query, or a path that is not absolute; if
    /// a segment has a NUL or an encoded `/`, which no file name can have.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::parse("file:///etc/a%20b")?.to_unix_path().unwrap(), b"/etc/a b");
    /// assert_eq!(Uri::parse("file:/etc/%FF")?.to_unix_path().unwrap(), b"/etc/\xFF");
    /// assert!(Uri::parse("file:///etc/a%2Fb")?.to_unix_path().is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_unix_path(&self) -> Result<Vec<u8>, FilePathError> {
        unix::path(&FileUri::of(&self.borrowed())?)
    }

    /// The path of the file that this URI names on Windows (RFC 8089, section 2 and appendices E.2 and E.3).
    ///
    /// The path begins with a drive letter, as in `file:///c:/a` and `file:c:/a`; or with a host and a share, as
    /// in `file://host/share/a` and `file:////host/share/a`. Dot segments stay, and what stands in the fragment
    /// is not read. Linear in the length.
    ///
    /// # Errors
    ///
    /// If this is no `file` URI, has a query, or neither drive nor share; if it is not UTF-8, or if a segment has
    /// a NUL or an encoded `/` or `\`, which no file name can have.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::parse("file:///c:/a%20b/c")?.to_windows_path().unwrap(), r"c:\a b\c");
    /// assert_eq!(Uri::parse("file://host/share/a")?.to_windows_path().unwrap(), r"\\host\share\a");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_windows_path(&self) -> Result<String, FilePathError> {
        windows::path(&FileUri::of(&self.borrowed())?)
    }
}

impl Identifier<String, Rfc3986> {
    /// The `file` URI of a path, as the system has it that the library was built for: by
    /// [`from_windows_path`](Self::from_windows_path) on Windows, elsewhere by
    /// [`from_unix_path`](Self::from_unix_path).
    ///
    /// # Errors
    ///
    /// As those, and on Windows if the path is not Unicode.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let directory = std::env::current_dir()?;
    /// let uri = Uri::from_file_path(directory.join("100%"))?;
    /// assert!(uri.as_str().starts_with("file://") && uri.as_str().ends_with("/100%25"));
    /// assert_eq!(uri.to_file_path()?, directory.join("100%"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn from_file_path(path: impl AsRef<std::path::Path>) -> Result<Self, FilePathError> {
        let path = path.as_ref().as_os_str();
        #[cfg(windows)]
        return Self::from_windows_path(path.to_str().ok_or(FilePathError::NotUtf8)?);
        #[cfg(not(windows))]
        return Self::from_unix_path(path.as_encoded_bytes());
    }

    /// The `file` URI of a path on a Unix, of text or bytes (RFC 8089, section 2). Linear in the length.
    ///
    /// # Errors
    ///
    /// If the path is not absolute or has a NUL.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::from_unix_path("/home/me/what?")?, "file:///home/me/what%3F");
    /// assert_eq!(Uri::from_unix_path(b"/\xFF")?, "file:///%FF");
    /// assert!(Uri::from_unix_path("me/what").is_err());
    /// # Ok::<(), urigram::FilePathError>(())
    /// ```
    pub fn from_unix_path(path: impl AsRef<[u8]>) -> Result<Self, FilePathError> {
        Self::of_file(unix::uri(path.as_ref())?)
    }

    /// The `file` URI of a path on Windows (RFC 8089, appendices E.2 and E.3). Linear in the length.
    ///
    /// A `/` delimits as a `\` does, unless the path begins with `\\?\` and so is taken to the letter.
    ///
    /// # Errors
    ///
    /// If the path has neither a drive and a `\` after it nor a host and a share, if it is that of a device,
    /// if it has a NUL, or if it is taken to the letter and has a `/` or a name `.` or `..`.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::from_windows_path(r"C:\My Documents\a#b")?, "file:///C:/My%20Documents/a%23b");
    /// assert_eq!(Uri::from_windows_path(r"\\host\share\a")?, "file://host/share/a");
    /// assert!(Uri::from_windows_path(r"C:a").is_err());
    /// # Ok::<(), urigram::FilePathError>(())
    /// ```
    pub fn from_windows_path(path: &str) -> Result<Self, FilePathError> {
        Self::of_file(windows::uri(path)?)
    }

    fn of_file(text: String) -> Result<Self, FilePathError> {
        Self::try_from(text).map_err(|rejected| FilePathError::Parse(*rejected.error()))
    }
}

/// What a `file` URI says of a file.
struct FileUri<'a, G> {
    /// The host, unless it is this one.
    host: Option<&'a str>,
    path: Path<'a, G>,
    /// Where the path begins in the URI.
    start: usize,
}

impl<'a, G: Grammar> FileUri<'a, G> {
    fn of(uri: &Identifier<&'a str, G>) -> Result<Self, FilePathError> {
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
        let start = uri.components().path().unwrap_or_default().start;
        Ok(Self { host, path: uri.path(), start })
    }

    /// The data of the segments, none of which may have one of these characters.
    fn names(
        &self,
        delimiters: &'static [u8],
    ) -> impl Iterator<Item = Result<alloc::borrow::Cow<'a, [u8]>, FilePathError>> {
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
