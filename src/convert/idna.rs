//! Conversion of IRIs to URIs for the DNS, and back: the host in its DNS form (RFC 5890), the rest percent-encoded.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::component::Host;
use crate::grammar::{ParseError, Rfc3986, Rfc3987};
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
            /// A registered name that contains characters beyond ASCII, perhaps percent-encoded, is converted by
            /// ToASCII (RFC 3987, section 3.1, step 2, with UseSTD3ASCIIRules), as by
            /// [`RegName::to_ascii`](crate::RegName::to_ascii); any other host is unchanged. Linear in the length.
            ///
            $(#[$example])*
            ///
            /// # Errors
            ///
            /// If a name with characters beyond ASCII, perhaps percent-encoded, is not a valid internationalized domain
            /// name or becomes an IPv4 address, or if the result is [too long](crate#limits).
            #[doc(alias("idna", "punycode", "to_ascii", "domain_to_ascii"))]
            pub fn $to(&self) -> Result<$Type<String, Rfc3986>, IdnaError> {
                let mapped = $Type::<String, Rfc3986>::try_from(with_ascii_host(self)?);
                mapped.map_err(|rejected| ParseError::from(rejected).into())
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
    ///
    /// let encoded = Iri::parse("http://b%C3%BCcher.example/")?;
    /// assert_eq!(encoded.to_uri_idna().unwrap(), "http://xn--bcher-kva.example/");
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
    let (text, components) = (iri.text(), iri.components());
    let (Some(Host::RegName(name)), Some(range)) = (iri.borrowed().host(), components.host()) else {
        return Ok(percent_encoded(text));
    };
    let part = |range| text.get(range).expect("components lie in the text");
    Ok([
        percent_encoded(part(0..range.start)),
        name.to_ascii()?.into_owned(),
        percent_encoded(part(range.end..text.len())),
    ]
    .concat())
}

macro_rules! back {
    ($($Type:ident $to:ident $like:literal, $(#[$example:meta])*;)*) => {$(
        impl<T: AsRef<str>> $Type<T, Rfc3986> {
            #[doc = concat!("Like [`", $like, "`](Self::", $like, "), with the host in Unicode instead of its DNS form.")]
            ///
            /// If a registered name has a label that begins with `xn--`, perhaps percent-encoded, it is converted as a
            /// whole by ToUnicode (RFC 3987, section 3.2), and to lower case with it, if the result is a valid
            /// internationalized domain name with the same DNS form; otherwise such labels stay as they are. Linear in
            /// the length.
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
                let host = match self.borrowed().host() {
                    Some(Host::RegName(name)) => name.in_unicode(),
                    _ => None,
                };
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
