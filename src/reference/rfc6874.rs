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

use super::types::{AbsoluteIdentifier, Identifier, Reference, RelativeReference, parsing};
use crate::grammar::{ParseError, Rejected, Rfc6874, Rule};

/// A URI reference, with zones.
///
/// Its accessors are those of [`Reference`].
pub type UriReference<T> = Reference<T, Rfc6874>;

/// A URI, with zones.
///
/// Its accessors are those of [`Reference`] and [`Identifier`].
pub type Uri<T> = Identifier<T, Rfc6874>;

/// An absolute URI, with zones.
///
/// Its accessors are those of [`Reference`] and [`AbsoluteIdentifier`].
pub type AbsoluteUri<T> = AbsoluteIdentifier<T, Rfc6874>;

/// A relative reference, with zones.
///
/// Its accessors are those of [`Reference`] and [`RelativeReference`].
pub type RelativeRef<T> = RelativeReference<T, Rfc6874>;

parsing! { Rfc6874;
    /// Parses a URI reference of RFC 6874. Linear in the length, without allocation that stays.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it.
    Reference Rule::URI_reference;
    /// Parses a URI of RFC 6874. Linear in the length, without allocation that stays.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it; the scheme, if there is none.
    Identifier Rule::URI;
    /// Parses an absolute URI of RFC 6874. Linear in the length, without allocation that stays.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it; the scheme, if there is none, or the fragment.
    AbsoluteIdentifier Rule::absolute_URI;
    /// Parses a relative reference of RFC 6874. Linear in the length, without allocation that stays.
    ///
    /// # Errors
    ///
    /// The component to blame and the place in it; the scheme, if there is one.
    RelativeReference Rule::relative_ref;
}
