// Conversion of references to and from the types of other crates and of the system.
//
// In: a reference; or a URL of the crate `url`, a URI of the crate `http`, or a file path.
// Out: the same in the other type, or the component that would be lost: `ConversionError`, `FilePathError`.
// Also the socket addresses of a host (section 3.2.2) and port (section 3.2.3), and the URI of an IRI whose
// host is a DNS name (RFC 3987, section 3.1).
// Next: none.

//! Conversions of references to and from the types of other crates and of the system.
//!
//! Conversions to and from `url::Url` and `http::Uri` implement `TryFrom`, with the features `url` and
//! `http`. A `file` URI has a [path](crate::generic::Uri::to_file_path), and a reference with a host has
//! [socket addresses](crate::generic::UriReference::socket_addrs).

mod file;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "idna")]
mod idna;
mod port;
#[cfg(feature = "std")]
mod sockets;
#[cfg(feature = "url")]
mod url;

pub use file::{FilePathError, FilePaths};
#[cfg(feature = "idna")]
pub use idna::IdnaError;
#[cfg(feature = "std")]
pub use sockets::SocketAddrsError;

/// Why a reference cannot be converted to a type of another crate.
///
/// ```
/// # #[cfg(feature = "url")] {
/// use urigram::convert::ConversionError;
/// use urigram::{Rule, Uri};
///
/// let uri = Uri::parse("http://example.com").unwrap();
/// let error = url::Url::try_from(&uri).unwrap_err();
/// assert_eq!(error, ConversionError::Changed(Rule::path));
/// assert_eq!(error.to_string(), "the other type would change the path");
/// # }
/// ```
#[cfg(any(feature = "http", feature = "url"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError<E> {
    /// The other crate rejects the reference.
    #[error(transparent)]
    Refused(E),
    /// The other type would drop or change a component. This is the first such component.
    #[error("the other type would change {}", crate::grammar::Spoken(.0.name()))]
    Changed(crate::grammar::Rule),
    /// A part of the text is longer than the other type can hold.
    #[error("longer than the other type can hold")]
    TooLong,
}
