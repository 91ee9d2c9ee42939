//! The types of reference under RFC 6874, where an IPv6 address may have a zone: `[fe80::1%25eth0]`.
//!
//! ```
//! use urigram::{Host, rfc6874};
//!
//! let uri = rfc6874::Uri::parse("http://[fe80::1%25eth0]/")?;
//! let address = "fe80::1".parse().unwrap();
//! assert_eq!(uri.host(), Some(Host::Ipv6Zone { address, zone: "eth0" }));
//! # Ok::<(), urigram::ParseError>(())
//! ```

use alloc::string::String;

use super::generic::{self, parsing};
use crate::grammar::{ParseError, Rejected, Rfc6874, Rule};

/// A URI reference, with zones.
///
/// Its methods are those of [`generic::UriReference`].
pub type UriReference<T = String> = generic::UriReference<T, Rfc6874>;

/// A URI, with zones.
///
/// Its methods are those of [`generic::Uri`].
pub type Uri<T = String> = generic::Uri<T, Rfc6874>;

/// An absolute URI, with zones.
///
/// Its methods are those of [`generic::AbsoluteUri`].
pub type AbsoluteUri<T = String> = generic::AbsoluteUri<T, Rfc6874>;

/// A relative reference, with zones.
///
/// Its methods are those of [`generic::RelativeRef`].
pub type RelativeRef<T = String> = generic::RelativeRef<T, Rfc6874>;

parsing! { Rfc6874;
    /// Parses a URI reference of RFC 6874. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it.
    UriReference Rule::URI_reference;
    /// Parses a URI of RFC 6874. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it; this includes a missing scheme.
    Uri Rule::URI;
    /// Parses an absolute URI of RFC 6874. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it; this includes a missing scheme and a fragment.
    AbsoluteUri Rule::absolute_URI;
    /// Parses a relative reference of RFC 6874. Linear in the length, without allocation that outlives the
    /// call.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it; this includes a scheme.
    RelativeRef Rule::relative_ref;
}
