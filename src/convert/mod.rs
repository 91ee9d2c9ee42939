// Conversion of references to and from the types of other crates and of the system.
//
// In: a reference; or a URL of the crate `url`, a URI of the crate `http`, or a file path.
// Out: the same as the other type, or a `ConversionError` or `FilePathError` with the component that would
// be lost. Also the socket addresses of a host (section 3.2.2) and port (section 3.2.3), and an IRI as a
// URI whose host is a DNS name, and back (RFC 3987, section 3).
// Next: none.

//! Conversions of references to and from the types of other crates and of the system.
//!
//! Conversions to and from `url::Url` and `http::Uri` implement `TryFrom`, with the features `url` and
//! `http`. A `file` URI has a [path](crate::generic::Uri::to_file_path), and a reference with a host has
//! [socket addresses](crate::generic::UriReference::socket_addrs).

#[cfg(any(feature = "http", feature = "url"))]
mod error;
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

#[cfg(any(feature = "http", feature = "url"))]
pub use error::ConversionError;
pub use file::{FilePathError, FilePaths};
#[cfg(feature = "idna")]
pub use idna::IdnaError;
#[cfg(feature = "std")]
pub use sockets::SocketAddrsError;
