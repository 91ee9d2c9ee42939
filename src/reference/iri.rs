//! IRIs: the types of reference under RFC 3987, and their conversion to URIs.

use alloc::string::String;

use super::generic::{self, AbsoluteUri, RelativeRef, Uri, UriReference, parsing};
use crate::grammar::{ParseError, Rejected, Rfc3986, Rfc3987, Rule};
use crate::percent;

/// An IRI reference (RFC 3987, section 2.2): an IRI or a relative reference. It may contain characters beyond
/// ASCII.
///
/// ```
/// use urigram::IriReference;
///
/// let reference = IriReference::parse("../résumé?日本")?;
/// assert_eq!(reference.path().as_str(), "../résumé");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// See [`generic::UriReference`] for the methods.
pub type IriReference<T = String> = generic::UriReference<T, Rfc3987>;

/// An IRI (RFC 3987, section 2.2): it begins with a scheme.
///
/// ```
/// use urigram::Iri;
///
/// let iri = Iri::parse("http://例え.jp/引き割り.html")?;
/// assert_eq!(iri.host_str(), Some("例え.jp"));
/// assert_eq!(iri.to_uri()?.as_str(), "http://%E4%BE%8B%E3%81%88.jp/%E5%BC%95%E3%81%8D%E5%89%B2%E3%82%8A.html");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// See [`generic::Uri`] for the methods.
pub type Iri<T = String> = generic::Uri<T, Rfc3987>;

/// An absolute IRI (RFC 3987, section 2.2): an IRI without a fragment.
///
/// ```
/// assert!(urigram::AbsoluteIri::parse("urn:é#").is_err());
/// ```
///
/// See [`generic::AbsoluteUri`] for the methods.
pub type AbsoluteIri<T = String> = generic::AbsoluteUri<T, Rfc3987>;

/// A relative IRI reference (RFC 3987, section 2.2): it has no scheme.
///
/// ```
/// assert!(urigram::RelativeIriRef::parse("é").is_ok());
/// ```
///
/// See [`generic::RelativeRef`] for the methods.
pub type RelativeIriRef<T = String> = generic::RelativeRef<T, Rfc3987>;

parsing! { Rfc3987;
    /// Parses an IRI reference of RFC 3987. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not an IRI reference. The error names the component and the byte offset of the first fault.
    ///
    /// ```
    /// use urigram::IriReference;
    ///
    /// assert!(IriReference::parse("//é/?\u{E000}").is_ok());
    /// assert_eq!(IriReference::parse("//é/\u{E000}").unwrap_err().offset(), 5);
    /// ```
    UriReference Rule::URI_reference;
    /// Parses an IRI of RFC 3987. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not an IRI, which has a scheme. The error names the component and the byte offset of the first fault.
    ///
    /// ```
    /// assert!(urigram::Iri::parse("http://é/").is_ok());
    /// ```
    Uri Rule::URI;
    /// Parses an absolute IRI of RFC 3987. Linear in the length, without allocation that outlives the call.
    ///
    /// # Errors
    ///
    /// If the text is not an absolute IRI, which has a scheme and no fragment. The error names the component and the byte
    /// offset of the first fault.
    AbsoluteUri Rule::absolute_URI;
    /// Parses a relative IRI reference of RFC 3987. Linear in the length, without allocation that outlives
    /// the call.
    ///
    /// # Errors
    ///
    /// If the text is not a relative IRI reference, which has no scheme. The error names the component and the byte offset of
    /// the first fault.
    RelativeRef Rule::relative_ref;
}

/// Implements the conversion of IRIs to URIs for each type.
macro_rules! mapping {
    ($($Type:ident $to:ident, $(#[$doc:meta])*;)*) => {$(
        impl<T: AsRef<str>> $Type<T, Rfc3987> {
            $(#[$doc])*
            ///
            /// Each character beyond ASCII is replaced by the percent-encoded octets of its UTF-8 form (RFC
            /// 3987, section 3.1), without Unicode normalization. Linear in the length.
            ///
            /// # Errors
            ///
            /// If the result is [too long](crate#limits), or is not valid under the grammar that the library
            /// was built from instead of `uri.pest`.
            pub fn $to(&self) -> Result<$Type<String, Rfc3986>, ParseError> {
                $Type::try_from(percent_encoded(self.text())).map_err(|rejected| *rejected.error())
            }
        }
    )*};
}

mapping! {
    UriReference to_uri_reference,
    #[doc(alias = "to_uri")]
    /// Returns the URI reference that this IRI reference maps to.
    ///
    /// ```
    /// use urigram::IriReference;
    ///
    /// let reference = IriReference::parse("/D%C3%BCrst/résumé")?;
    /// assert_eq!(reference.to_uri_reference()?.as_str(), "/D%C3%BCrst/r%C3%A9sum%C3%A9");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Uri to_uri,
    /// Returns the URI that this IRI maps to.
    ///
    /// ```
    /// use urigram::Iri;
    ///
    /// assert_eq!(Iri::parse("http://a/\u{10300}")?.to_uri()?.as_str(), "http://a/%F0%90%8C%80");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    AbsoluteUri to_absolute_uri,
    #[doc(alias = "to_uri")]
    /// Returns the absolute URI that this absolute IRI maps to.
    ;
    RelativeRef to_relative_ref,
    #[doc(alias = "to_uri")]
    /// Returns the relative reference that this relative IRI reference maps to.
    ;
}

pub(crate) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii() {
            encoded.push(byte.into());
        } else {
            encoded.push_str(percent::encoded(byte));
        }
    }
    encoded
}
