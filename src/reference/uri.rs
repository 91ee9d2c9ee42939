//! URIs: the types of reference under RFC 3986.

use alloc::string::String;

use super::generic::{self, parsing};
use crate::grammar::{ParseError, Rejected, Rfc3986, Rule};

/// A URI reference (section 4.1): a URI or a relative reference.
///
/// ```
/// use urigram::UriReference;
///
/// let reference = UriReference::parse("../b?c")?;
/// assert!(reference.scheme().is_none());
/// assert_eq!(reference.path().as_str(), "../b");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// See [`generic::UriReference`] for the methods.
pub type UriReference<T = String> = generic::UriReference<T, Rfc3986>;

/// A URI (section 3): it begins with a scheme. A URI of RFC 3986 may have a fragment.
///
/// A `&Uri` coerces to a `&UriReference`, which has further methods.
///
/// ```
/// use urigram::Uri;
///
/// let uri = Uri::parse("http://example.com/a#b")?;
/// assert_eq!(uri.scheme().as_str(), "http");
/// assert_eq!(uri.fragment().unwrap().as_str(), "b");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// See [`generic::Uri`] for the methods.
#[doc(alias("URL", "Url"))]
pub type Uri<T = String> = generic::Uri<T, Rfc3986>;

/// An absolute URI (section 4.3): a URI without a fragment, which can serve as a base URI.
///
/// ```
/// use urigram::AbsoluteUri;
///
/// let base = AbsoluteUri::parse("http://example.com/a?b")?;
/// assert_eq!(base.scheme().as_str(), "http");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// See [`generic::AbsoluteUri`] for the methods.
pub type AbsoluteUri<T = String> = generic::AbsoluteUri<T, Rfc3986>;

/// A relative reference (section 4.2): it has no scheme.
///
/// ```
/// use urigram::RelativeRef;
///
/// let reference = RelativeRef::parse("../a?b#c")?;
/// assert_eq!(reference.path().as_str(), "../a");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// See [`generic::RelativeRef`] for the methods.
pub type RelativeRef<T = String> = generic::RelativeRef<T, Rfc3986>;

parsing! { Rfc3986;
    /// Parses a URI reference of RFC 3986. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not a URI reference. The error names the component and the byte offset of the first fault.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// assert!(UriReference::parse("").is_ok());
    /// assert!(UriReference::parse("//[::1]:80").is_ok());
    /// assert_eq!(UriReference::parse("//[::1").unwrap_err().offset(), 6);
    /// ```
    UriReference Rule::URI_reference;
    /// Parses a URI of RFC 3986. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not a URI, which has a scheme. The error names the component and the byte offset of the first fault.
    ///
    /// ```
    /// use urigram::{Rule, Uri};
    ///
    /// assert!(Uri::parse("mailto:a@b").is_ok());
    /// assert_eq!(Uri::parse("//a/b").unwrap_err().component(), Rule::scheme);
    /// ```
    Uri Rule::URI;
    /// Parses an absolute URI of RFC 3986. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not an absolute URI, which has a scheme and no fragment. The error names the component and the byte
    /// offset of the first fault.
    ///
    /// ```
    /// use urigram::{AbsoluteUri, Rule};
    ///
    /// assert!(AbsoluteUri::parse("urn:a").is_ok());
    /// assert_eq!(AbsoluteUri::parse("urn:a#").unwrap_err().component(), Rule::fragment);
    /// ```
    AbsoluteUri Rule::absolute_URI;
    /// Parses a relative reference of RFC 3986. Linear in the length, without allocation that outlives the
    /// call.
    ///
    /// # Errors
    ///
    /// If the text is not a relative reference, which has no scheme. The error names the component and the byte offset of the
    /// first fault.
    ///
    /// ```
    /// use urigram::{RelativeRef, Rule};
    ///
    /// assert!(RelativeRef::parse("//a/b").is_ok());
    /// assert_eq!(RelativeRef::parse("a:b").unwrap_err().component(), Rule::scheme);
    /// assert!(RelativeRef::parse("./a:b").is_ok());
    /// ```
    RelativeRef Rule::relative_ref;
}
