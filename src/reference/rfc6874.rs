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

/// A URI reference in which an IPv6 address may have a zone.
///
/// See [`generic::UriReference`] for the methods.
pub type UriReference<T = String> = generic::UriReference<T, Rfc6874>;

/// A URI in which an IPv6 address may have a zone.
///
/// See [`generic::Uri`] for the methods.
pub type Uri<T = String> = generic::Uri<T, Rfc6874>;

/// An absolute URI in which an IPv6 address may have a zone.
///
/// See [`generic::AbsoluteUri`] for the methods.
pub type AbsoluteUri<T = String> = generic::AbsoluteUri<T, Rfc6874>;

/// A relative reference in which an IPv6 address may have a zone.
///
/// See [`generic::RelativeRef`] for the methods.
pub type RelativeRef<T = String> = generic::RelativeRef<T, Rfc6874>;

parsing! { Rfc6874;
    /// Parses a URI reference of RFC 6874. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not a URI reference. The error names the component and the byte offset of the first fault.
    UriReference Rule::URI_reference;
    /// Parses a URI of RFC 6874. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not a URI, which has a scheme. The error names the component and the byte offset of the first fault.
    Uri Rule::URI;
    /// Parses an absolute URI of RFC 6874. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not an absolute URI, which has a scheme and no fragment. The error names the component and the byte
    /// offset of the first fault.
    AbsoluteUri Rule::absolute_URI;
    /// Parses a relative reference of RFC 6874. Linear in the length, without allocation that outlives the
    /// call.
    ///
    /// # Errors
    ///
    /// If the text is not a relative reference, which has no scheme. The error names the component and the byte offset of the
    /// first fault.
    RelativeRef Rule::relative_ref;
}
