//! Conversion between `file` URIs and file paths (RFC 8089).
//!
//! In: a `file` URI, or a file path.
//! Out: the path of the URI or the URI of the path, or a `FilePathError`, often with an offset. `names` reads the URI with
//! the caller's options. `unix` and `windows` read and write paths; both are compiled on every system.
//! Next: none.

mod error;
mod names;
mod unix;
mod windows;

use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::path::PathBuf;

use crate::grammar::{Grammar, Rfc3986};
use crate::reference::generic::Uri;

pub use error::FilePathError;
pub use names::FilePaths;
use names::FileUri;

impl<T: AsRef<str>, G: Grammar> Uri<T, G> {
    /// Returns the path of the file that this URI names, on the system that the library was built for: with
    /// [`to_windows_path`](Self::to_windows_path) on Windows, with [`to_unix_path`](Self::to_unix_path)
    /// elsewhere.
    ///
    /// A [dot segment](FilePaths#dot-segments) is an error, so that the path leads where it seems to.
    ///
    /// # Errors
    ///
    /// The errors of the called method.
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
        FilePaths::new().to_file_path(self)
    }

    /// Returns the path of the file that this URI names on Unix (RFC 8089, section 2).
    ///
    /// The fragment is ignored. Linear in the length.
    ///
    /// # Errors
    ///
    /// If this is not a `file` URI, or has a userinfo, a port, a host other than `localhost`, a query, or a path that is
    /// not absolute; or if a segment contains an encoded NUL or `/`, which no file name can contain, or is a
    /// [dot segment](FilePaths#dot-segments), encoded or not.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::parse("file:///etc/a%20b")?.to_unix_path().unwrap(), b"/etc/a b");
    /// assert_eq!(Uri::parse("file:/etc/%FF")?.to_unix_path().unwrap(), b"/etc/\xFF");
    /// assert!(Uri::parse("file:///etc/a%2Fb")?.to_unix_path().is_err());
    /// assert!(Uri::parse("file:///srv/../etc")?.to_unix_path().is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_unix_path(&self) -> Result<Vec<u8>, FilePathError> {
        FilePaths::new().to_unix_path(self)
    }

    /// Returns the path of the file that this URI names on Windows (RFC 8089, section 2 and appendices E.2
    /// and E.3).
    ///
    /// The path begins with a drive letter, as in `file:///c:/a` and `file:c:/a`, or with a host and a share,
    /// as in `file://host/share/a` and `file:////host/share/a`. The fragment is ignored. Linear in the
    /// length.
    ///
    /// # Errors
    ///
    /// If this is not a `file` URI, has a userinfo, a port or a query, or has neither drive nor share; if the decoded path
    /// is not UTF-8; if a segment
    ///
    /// - is a [dot segment](FilePaths#dot-segments), encoded or not,
    /// - contains a control character or one of `< > : " / \ | ? *`, which no file name can contain (a `:` precedes the
    ///   name of a stream),
    /// - is a device name, in any case and with any extension: `CON`, `PRN`, `AUX`, `NUL`, `CONIN$`,
    ///   `CONOUT$`, or `COM` or `LPT` and a digit from 1 to 9, or one of `¹`, `²` and `³`,
    /// - or ends in a dot or a space, which the system would drop;
    ///
    /// or if the share is `pipe`, `mailslot` or `IPC$`, which contain no files.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::parse("file:///c:/a%20b/c")?.to_windows_path().unwrap(), r"c:\a b\c");
    /// assert_eq!(Uri::parse("file://host/share/a")?.to_windows_path().unwrap(), r"\\host\share\a");
    /// assert!(Uri::parse("file:///c:/nul.txt")?.to_windows_path().is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_windows_path(&self) -> Result<String, FilePathError> {
        FilePaths::new().to_windows_path(self)
    }
}

impl FilePaths {
    /// Returns the path on the system that the library was built for, with these options. See
    /// [`Uri::to_file_path`].
    ///
    /// # Errors
    ///
    /// The errors of that method.
    #[cfg(feature = "std")]
    pub fn to_file_path<T: AsRef<str>, G: Grammar>(self, uri: &Uri<T, G>) -> Result<PathBuf, FilePathError> {
        #[cfg(windows)]
        return self.to_windows_path(uri).map(PathBuf::from);
        #[cfg(unix)]
        return self.to_unix_path(uri).map(|path| {
            let path: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(path);
            PathBuf::from(path)
        });
        #[cfg(not(any(unix, windows)))]
        return match String::from_utf8(self.to_unix_path(uri)?) {
            Ok(path) => Ok(path.into()),
            Err(_) => Err(FilePathError::NotUtf8),
        };
    }

    /// Returns the path on Unix, with these options. See [`Uri::to_unix_path`].
    ///
    /// # Errors
    ///
    /// The errors of that method.
    pub fn to_unix_path<T: AsRef<str>, G: Grammar>(self, uri: &Uri<T, G>) -> Result<Vec<u8>, FilePathError> {
        unix::path(&FileUri::new(&uri.borrowed(), self)?)
    }

    /// Returns the path on Windows, with these options. See [`Uri::to_windows_path`].
    ///
    /// # Errors
    ///
    /// The errors of that method.
    pub fn to_windows_path<T: AsRef<str>, G: Grammar>(
        self,
        uri: &Uri<T, G>,
    ) -> Result<String, FilePathError> {
        windows::path(&FileUri::new(&uri.borrowed(), self)?)
    }
}

impl Uri<String, Rfc3986> {
    /// Returns the `file` URI of a path on the system that the library was built for: with
    /// [`from_windows_path`](Self::from_windows_path) on Windows, with
    /// [`from_unix_path`](Self::from_unix_path) elsewhere.
    ///
    /// # Errors
    ///
    /// The errors of the called method, and on Windows if the path is not Unicode.
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

    /// Returns the `file` URI of a Unix path, given as text or bytes (RFC 8089, section 2). Linear in the
    /// length.
    ///
    /// A name `.` or `..` is kept as a dot segment, and has to be [allowed](FilePaths::dot_segments) or removed by
    /// [`normalize`](crate::generic::UriReference::normalize) before the URI can be converted back.
    ///
    /// # Errors
    ///
    /// If the path is not absolute or contains a NUL.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::from_unix_path("/home/me/what?")?, "file:///home/me/what%3F");
    /// assert_eq!(Uri::from_unix_path(b"/\xFF")?, "file:///%FF");
    /// assert!(Uri::from_unix_path("me/what").is_err());
    /// # Ok::<(), urigram::convert::FilePathError>(())
    /// ```
    pub fn from_unix_path(path: impl AsRef<[u8]>) -> Result<Self, FilePathError> {
        Self::of_file(unix::uri(path.as_ref())?)
    }

    /// Returns the `file` URI of a Windows path (RFC 8089, appendices E.2 and E.3). Linear in the length.
    ///
    /// A `/` is a delimiter like `\`, unless the path begins with `\\?\` and so is literal. A name `.` or `..` is kept, as
    /// by [`from_unix_path`](Self::from_unix_path).
    ///
    /// # Errors
    ///
    /// If the path begins neither with a drive and a `\` nor with a host and a share, if it is the path of a
    /// device, or if it is literal and contains a `/` or a name `.` or `..`. Names that
    /// [`to_windows_path`](Self::to_windows_path) rejects are rejected here too, even in a literal path:
    /// device names, names with a stream, and names that end in a dot or a space.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::from_windows_path(r"C:\My Documents\a#b")?, "file:///C:/My%20Documents/a%23b");
    /// assert_eq!(Uri::from_windows_path(r"\\host\share\a")?, "file://host/share/a");
    /// assert!(Uri::from_windows_path(r"C:a").is_err());
    /// # Ok::<(), urigram::convert::FilePathError>(())
    /// ```
    pub fn from_windows_path(path: &str) -> Result<Self, FilePathError> {
        Self::of_file(windows::uri(path)?)
    }

    fn of_file(text: String) -> Result<Self, FilePathError> {
        Self::try_from(text).map_err(|rejected| FilePathError::Invalid(*rejected.error()))
    }
}
