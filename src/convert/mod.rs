// Conversion of references to and from the types of other crates and of the system.
//
// In: a reference; or a URL of the crate `url`, a URI of the crate `http`, or a file path.
// Out: the converted value, or a `ConversionError` with the component that would change, or a `FilePathError`. Also the
// socket addresses of a host (section 3.2.2) and port (section 3.2.3), and the URI of an IRI, with its host in DNS form,
// and back (RFC 3987, section 3).
// Next: none.

//! Conversions of references to and from the types of other crates and of the system.
//!
//! Conversions to and from `url::Url` and `http::Uri` implement `TryFrom`, with the features `url` and
//! `http`. [`Uri::to_file_path`](crate::generic::Uri::to_file_path) converts a `file` URI to a path, and
//! [`UriReference::socket_addrs`](crate::generic::UriReference::socket_addrs) returns the socket addresses of a host.

#[cfg(any(feature = "http", feature = "url"))]
mod error;
mod file;
#[cfg(feature = "idna")]
mod host;
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
