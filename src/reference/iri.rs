//! IRIs: the types of reference under RFC 3987, and their conversion to and from URIs.

use alloc::string::String;
use alloc::vec::Vec;

use super::generic::{self, AbsoluteUri, RelativeRef, Uri, UriReference, parsing};
use crate::bytes::is_unseen;
use crate::component::{Query, Segment};
use crate::grammar::{ParseError, Rejected, Rfc3986, Rfc3987, Rule};
use crate::percent::{self, Encoder};

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

/// Implements the conversion to an IRI for each of the types.
macro_rules! back {
    ($($Type:ident $to:ident, $(#[$doc:meta])*;)*) => {$(
        impl<T: AsRef<str>> $Type<T, Rfc3986> {
            $(#[$doc])*
            ///
            /// Decodes percent-encoded UTF-8 (RFC 3987, section 3.2), and unreserved characters, as
            /// [normalization](crate::normalize) does. Octets that are not UTF-8 stay encoded, and so do
            /// characters that an IRI cannot contain there, that are invisible, or that look like a space or
            /// change the direction of writing (sections 4.1 and 6.1). The IRI maps to the same URI, except
            /// for the case of digits and for unreserved characters. Linear in the length.
            ///
            /// # Errors
            ///
            /// If the result is not valid under the grammar that the library was built from instead of
            /// `uri.pest`.
            pub fn $to(&self) -> Result<$Type<String, Rfc3987>, ParseError> {
                $Type::try_from(percent_decoded(self, None)).map_err(|rejected| *rejected.error())
            }
        }
    )*};
}

back! {
    UriReference to_iri_reference,
    #[doc(alias = "to_iri")]
    /// Returns the IRI reference that this is the mapping of.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("/r%C3%A9sum%C3%A9/%E2%80%8B%FF")?;
    /// assert_eq!(reference.to_iri_reference()?, "/résumé/%E2%80%8B%FF");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Uri to_iri,
    /// Returns the IRI that this is the mapping of.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let uri = Uri::parse("http://example.org/%E4%BE%8B%2F%7Eme")?;
    /// assert_eq!(uri.to_iri()?, "http://example.org/例%2F~me");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    AbsoluteUri to_absolute_iri,
    #[doc(alias = "to_iri")]
    /// Returns the absolute IRI that this is the mapping of.
    ;
    RelativeRef to_relative_iri_ref,
    #[doc(alias = "to_iri")]
    /// Returns the relative IRI reference that this is the mapping of.
    ;
}

/// Returns the text of the IRI that the URI is the mapping of, with `host` in place of the host if it is given.
pub(crate) fn percent_decoded<T: AsRef<str>>(uri: &UriReference<T, Rfc3986>, host: Option<&str>) -> String {
    const QUERY: &Encoder<Query<'static, Rfc3987>> = &Encoder::data();
    const OTHER: &Encoder<Segment<'static, Rfc3987>> = &Encoder::data();

    let (text, components) = (uri.text(), &uri.components);
    let part = |range| text.get(range).expect("components lie in the text");
    let replaced = components.host().filter(|_| host.is_some()).unwrap_or_default();
    let query = components.query().unwrap_or(text.len()..text.len());
    let mut iri = String::with_capacity(text.len());
    append_decoded(&mut iri, part(0..replaced.start), |c| OTHER.keeps(c));
    iri.push_str(host.unwrap_or_default());
    append_decoded(&mut iri, part(replaced.end..query.start), |c| OTHER.keeps(c));
    append_decoded(&mut iri, part(query.clone()), |c| QUERY.keeps(c));
    append_decoded(&mut iri, part(query.end..text.len()), |c| OTHER.keeps(c));
    iri
}

/// Appends the text with those of its percent-encoded characters decoded that are kept and visible.
fn append_decoded(iri: &mut String, text: &str, keeps: impl Fn(char) -> bool) {
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some((before, triplets)) = rest.find('%').and_then(|at| rest.split_at_checked(at)) {
        iri.push_str(before);
        octets.clear();
        rest = triplets;
        while let Some(octet) = percent::encoded_octet(rest.as_bytes()) {
            octets.push(octet);
            rest = rest.get(3..).expect("a triplet has three bytes");
        }
        if octets.is_empty() {
            // An edited grammar may accept a `%` without digits.
            iri.push('%');
            rest = triplets.strip_prefix('%').expect("the search found a `%`");
        }
        for chunk in octets.utf8_chunks() {
            for c in chunk.valid().chars() {
                match keeps(c) && !is_unseen(c) {
                    true => iri.push(c),
                    false => c
                        .encode_utf8(&mut [0; 4])
                        .bytes()
                        .for_each(|octet| iri.push_str(percent::encoded(octet))),
                }
            }
            chunk.invalid().iter().for_each(|&octet| iri.push_str(percent::encoded(octet)));
        }
    }
    iri.push_str(rest);
}
