//! Conversion to and from `http::Uri`, the request target of HTTP.

use alloc::string::String;

use ::http::uri::{Authority, Parts as HttpParts, PathAndQuery, Scheme, Uri as HttpUri};

use super::ConversionError;
use crate::build::BuildError;
use crate::grammar::{ParseError, Rejected, Rfc3986, Rule, defined};
use crate::reference::{Parts, UriReference, generic};

/// The length of the longest text whose offsets `http::Uri` can represent in 16 bits.
const LONGEST: usize = u16::MAX as usize - 1;

macro_rules! to_http {
    ($($Type:ident)*) => {$(
        /// Converts to the same components. Returns an error if there is a fragment, if the path is empty after a
        /// scheme and a host, because `http::Uri` would change it to `/`, or if the port is empty or greater than
        /// 65535, because `http::Uri` would not return it.
        ///
        /// ```
        /// use urigram::UriReference;
        ///
        /// let convert = |text| http::Uri::try_from(&UriReference::parse(text).unwrap());
        /// assert_eq!(convert("http://example.com/a?b")?, "http://example.com/a?b");
        /// assert_eq!(convert("/a?b")?, "/a?b");
        /// assert_eq!(convert("//example.com:80")?.authority().unwrap(), "example.com:80");
        /// assert!(convert("http://example.com/a#b").is_err());
        /// assert!(convert("http://example.com:65536/").is_err());
        /// assert!(convert("mailto:a@b").is_err());
        /// # Ok::<(), urigram::convert::ConversionError<http::Error>>(())
        /// ```
        impl<T: AsRef<str>> TryFrom<&generic::$Type<T, Rfc3986>> for HttpUri {
            type Error = ConversionError<::http::Error>;

            fn try_from(reference: &generic::$Type<T, Rfc3986>) -> Result<Self, Self::Error> {
                convert(&reference.borrowed().into())
            }
        }

        /// Converts an owned reference as the implementation for a borrowed reference does.
        impl<T: AsRef<str>> TryFrom<generic::$Type<T, Rfc3986>> for HttpUri {
            type Error = ConversionError<::http::Error>;

            fn try_from(reference: generic::$Type<T, Rfc3986>) -> Result<Self, Self::Error> {
                Self::try_from(&reference)
            }
        }
    )*};
}

to_http! { UriReference Uri AbsoluteUri RelativeRef }

fn convert(reference: &UriReference<&str>) -> Result<HttpUri, ConversionError<::http::Error>> {
    let parts = Parts::of(reference);
    let mut http = HttpParts::default();
    if let Some(scheme) = reference.scheme() {
        http.scheme = Some(Scheme::try_from(short(scheme.as_str())?).map_err(refused)?);
    }
    if let Some(authority) = reference.authority() {
        let converted = Authority::try_from(short(authority.as_str())?).map_err(refused)?;
        // `http::Uri` accepts any port, but does not return it if it is not a number of 16 bits.
        if converted.port().as_ref().map(|port| port.as_str()) != authority.port().map(|port| port.as_str()) {
            return Err(ConversionError::Changed { component: Rule::port });
        }
        http.authority = Some(converted);
    }
    let path_and_query = parts.slice(parts.at.path_span().start, parts.after_query());
    if !path_and_query.is_empty() || http.scheme.is_some() || http.authority.is_none() {
        if !path_and_query.starts_with('/') && path_and_query != "*" {
            return Err(ConversionError::Changed { component: Rule::path });
        }
        http.path_and_query = Some(PathAndQuery::try_from(short(path_and_query)?).map_err(refused)?);
    }
    if parts.at.has(defined::FRAGMENT) {
        return Err(ConversionError::Changed { component: Rule::fragment });
    }
    HttpUri::from_parts(http).map_err(refused)
}

fn short(text: &str) -> Result<&str, ConversionError<::http::Error>> {
    if text.len() > LONGEST { Err(ConversionError::TooLong) } else { Ok(text) }
}

fn refused(error: impl Into<::http::Error>) -> ConversionError<::http::Error> {
    ConversionError::Refused(error.into())
}

macro_rules! from_http {
    ($($Type:ident)*) => {$(
        /// Converts to the same components. An authority alone, as in a `CONNECT` request, becomes a reference that
        /// begins with `//`. Returns an error if the `http::Uri` contains characters that are not valid in a URI, such as
        /// `{` in a path.
        ///
        /// ```
        /// use http::Uri as HttpUri;
        /// use urigram::{Uri, UriReference};
        ///
        /// let uri = Uri::try_from(&HttpUri::from_static("http://example.com"))?;
        /// assert_eq!(uri, "http://example.com/");
        /// let reference = UriReference::try_from(&HttpUri::from_static("example.com:443"))?;
        /// assert_eq!(reference, "//example.com:443");
        /// # Ok::<(), urigram::build::BuildError>(())
        /// ```
        impl TryFrom<&HttpUri> for generic::$Type<String, Rfc3986> {
            type Error = BuildError;

            fn try_from(http: &HttpUri) -> Result<Self, BuildError> {
                Self::try_from(build(http)?).map_err(|error| ParseError::from(error).into())
            }
        }

        /// Converts like a borrowed `http::Uri`; the error contains the `http::Uri`.
        impl TryFrom<HttpUri> for generic::$Type<String, Rfc3986> {
            type Error = Rejected<HttpUri, BuildError>;

            fn try_from(http: HttpUri) -> Result<Self, Self::Error> {
                Self::try_from(&http).map_err(|error| Rejected::new(error, http))
            }
        }
    )*};
}

from_http! { UriReference Uri AbsoluteUri RelativeRef }

fn build(http: &HttpUri) -> Result<UriReference<String>, BuildError> {
    let mut builder = UriReference::builder();
    if let Some(scheme) = http.scheme_str() {
        builder = builder.scheme(scheme);
    }
    if let Some(authority) = http.authority() {
        builder = builder.authority(authority.as_str());
    }
    // For an authority alone, which has no path, `http.path()` returns `/`.
    if http.path_and_query().is_some() {
        builder = builder.path(http.path());
    }
    if let Some(query) = http.query() {
        builder = builder.query(query);
    }
    builder.build()
}
