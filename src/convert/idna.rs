//! Conversion of IRIs to URIs for the DNS, and back: the host in its DNS form (RFC 5890), the rest percent-encoded.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::component::RegName;
use crate::grammar::{HostKind, ParseError, Rfc3986, Rfc3987};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use crate::reference::{percent_decoded, percent_encoded};

/// The reason why an IRI cannot be converted to a URI whose host is in its DNS form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdnaError {
    /// The host is not a valid internationalized domain name, or its ASCII form is an IP address.
    Host {
        /// The host, as written in the IRI.
        host: String,
    },
    /// The result is not a valid URI: it is too long, or the library was built from a grammar that rejects
    /// it.
    Invalid(ParseError),
}

impl fmt::Display for IdnaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host { host } => write!(f, "the host `{host}` is not an internationalized domain name"),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl Error for IdnaError {}

impl IdnaError {
    /// Returns advice on how to avoid the error, as a sentence.
    ///
    /// ```
    /// use urigram::Iri;
    ///
    /// let error = Iri::parse("http://é_/").unwrap().to_uri_idna().unwrap_err();
    /// assert_eq!(error.help().to_string(), "correct the name, or percent-encode it by `to_uri`");
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        Help(self)
    }
}

struct Help<'a>(&'a IdnaError);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IdnaError::Host { .. } => f.write_str("correct the name, or percent-encode it by `to_uri`"),
            IdnaError::Invalid(error) => error.help().fmt(f),
        }
    }
}

impl From<ParseError> for IdnaError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}

macro_rules! mapping {
    ($($Type:ident $to:ident $like:literal, $(#[$example:meta])*;)*) => {$(
        impl<T: AsRef<str>> $Type<T, Rfc3987> {
            #[doc = concat!("Like [`", $like, "`](Self::", $like, "), with the host in its DNS form.")]
            ///
            /// A registered name that contains characters beyond ASCII is converted by ToASCII (RFC 3987,
            /// section 3.1, step 2, with UseSTD3ASCIIRules); any other host is unchanged. Linear in the
            /// length.
            ///
            /// A percent-encoded host is not decoded: `http://ex%C3%A4mple.de/` stays as it is. It has the
            /// [finding](crate::validate) `percent-encoded-host`; to convert it, set its
            /// [decoded](crate::RegName::decode) text as the host first.
            ///
            $(#[$example])*
            ///
            /// # Errors
            ///
            /// If a name with characters beyond ASCII is not a valid internationalized domain name or becomes an IPv4
            /// address, or if the result is [too long](crate#limits).
            #[doc(alias("idna", "punycode", "to_ascii", "domain_to_ascii"))]
            pub fn $to(&self) -> Result<$Type<String, Rfc3986>, IdnaError> {
                let mapped = $Type::<String, Rfc3986>::try_from(with_ascii_host(self)?);
                let mapped = mapped.map_err(ParseError::from)?;
                // `１.２.３.４` in full-width digits is a name, but its ASCII form is an address, which is a
                // different host.
                if mapped.components().host_kind() == self.components().host_kind() {
                    Ok(mapped)
                } else {
                    Err(IdnaError::Host { host: self.borrowed().host_str().expect("only a host is mapped").into() })
                }
            }
        }
    )*};
}

mapping! {
    UriReference to_uri_reference_idna "to_uri_reference",
    #[doc(alias = "to_uri_idna")]
    /// ```
    /// use urigram::IriReference;
    ///
    /// let reference = IriReference::parse("//Bücher.example/é")?;
    /// assert_eq!(reference.to_uri_reference_idna().unwrap(), "//xn--bcher-kva.example/%C3%A9");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Uri to_uri_idna "to_uri",
    /// ```
    /// use urigram::Iri;
    ///
    /// let iri = Iri::parse("http://Bücher.example/é")?;
    /// assert_eq!(iri.to_uri_idna().unwrap(), "http://xn--bcher-kva.example/%C3%A9");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    AbsoluteUri to_absolute_uri_idna "to_absolute_uri",
    #[doc(alias = "to_uri_idna")]
    ;
    RelativeRef to_relative_ref_idna "to_relative_ref",
    #[doc(alias = "to_uri_idna")]
    ;
}

fn with_ascii_host<T: AsRef<str>>(iri: &UriReference<T, Rfc3987>) -> Result<String, IdnaError> {
    let text = iri.text();
    let named = iri.components.host_kind() == Some(HostKind::RegName);
    let range = iri.components.host().filter(|_| named).unwrap_or_default();
    match (text.get(..range.start), text.get(range.clone()), text.get(range.end..)) {
        (Some(before), Some(host), Some(after)) if !host.is_ascii() => {
            let ascii =
                ::idna::domain_to_ascii_strict(host).map_err(|_| IdnaError::Host { host: host.into() })?;
            Ok([percent_encoded(before), ascii, percent_encoded(after)].concat())
        }
        _ => Ok(percent_encoded(text)),
    }
}

macro_rules! back {
    ($($Type:ident $to:ident $like:literal, $(#[$example:meta])*;)*) => {$(
        impl<T: AsRef<str>> $Type<T, Rfc3986> {
            #[doc = concat!("Like [`", $like, "`](Self::", $like, "), with the host in Unicode instead of its DNS form.")]
            ///
            /// Labels that begin with `xn--` are converted by ToUnicode (RFC 3987, section 3.2), and the host
            /// to lower case with them, if the result is a valid internationalized domain name with this DNS
            /// form; otherwise they stay as they are. Linear in the length.
            ///
            /// A name in Unicode may be made to look like another: check the [findings](crate::validate) of an
            /// IRI before you show it.
            ///
            $(#[$example])*
            ///
            /// # Errors
            ///
            /// If the result is not valid under the grammar that the library was built from instead of
            /// `uri.pest`.
            #[doc(alias("idna", "punycode", "to_unicode", "domain_to_unicode"))]
            pub fn $to(&self) -> Result<$Type<String, Rfc3987>, ParseError> {
                let host = self.borrowed().host_str().and_then(unicode_host);
                $Type::try_from(percent_decoded(self, host.as_deref())).map_err(|rejected| *rejected.error())
            }
        }
    )*};
}

back! {
    UriReference to_iri_reference_idna "to_iri_reference",
    #[doc(alias = "to_iri_idna")]
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("//xn--bcher-kva.example/%C3%A9")?;
    /// assert_eq!(reference.to_iri_reference_idna()?, "//bücher.example/é");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Uri to_iri_idna "to_iri",
    /// ```
    /// use urigram::Uri;
    ///
    /// let uri = Uri::parse("http://xn--bcher-kva.example/%C3%A9")?;
    /// assert_eq!(uri.to_iri_idna()?, "http://bücher.example/é");
    /// assert_eq!(uri.to_iri_idna()?.to_uri_idna().unwrap(), uri);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    AbsoluteUri to_absolute_iri_idna "to_absolute_iri",
    #[doc(alias = "to_iri_idna")]
    ;
    RelativeRef to_relative_iri_ref_idna "to_relative_iri_ref",
    #[doc(alias = "to_iri_idna")]
    ;
}

/// Returns the host in Unicode; `None` if it has no label to convert, or does not come back.
fn unicode_host(host: &str) -> Option<String> {
    let is_encoded = |label: &str| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
    if !host.split('.').any(is_encoded) {
        return None;
    }
    let (unicode, Ok(())) = ::idna::domain_to_unicode(host) else { return None };
    let dns = ::idna::domain_to_ascii_strict(&unicode).ok()?;
    (dns.eq_ignore_ascii_case(host) && RegName::<Rfc3987>::try_from(&*unicode).is_ok()).then_some(unicode)
}
