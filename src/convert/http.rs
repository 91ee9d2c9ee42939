//! `http::Uri`: the request targets of HTTP.

use alloc::string::String;

use ::http::uri::{Authority, Parts as HttpParts, PathAndQuery, Scheme, Uri as HttpUri};

use super::ConversionError;
use crate::build::BuildError;
use crate::components::defined;
use crate::grammar::{Rfc3986, Rule};
use crate::parts::Parts;
use crate::reference::{AbsoluteIdentifier, Identifier, Reference, RelativeReference};
use crate::uri::UriReference;

/// No longer than the offsets of `http::Uri`, of 16 bits, can count.
const LONGEST: usize = u16::MAX as usize - 1;

macro_rules! to_http {
    ($($Type:ident)*) => {$(
        /// With exactly the same components, or not at all: a fragment is an error, and so is an empty path
        /// after a scheme and a host, which `http::Uri` would make `/`.
        ///
        /// ```
        /// use urigram::UriReference;
        ///
        /// let convert = |text| http::Uri::try_from(&UriReference::parse(text).unwrap());
        /// assert_eq!(convert("http://example.com/a?b")?, "http://example.com/a?b");
        /// assert_eq!(convert("/a?b")?, "/a?b");
        /// assert_eq!(convert("//example.com:80")?.authority().unwrap(), "example.com:80");
        /// assert!(convert("http://example.com/a#b").is_err());
        /// assert!(convert("mailto:a@b").is_err());
        /// # Ok::<(), urigram::ConversionError<http::Error>>(())
        /// ```
        impl<T: AsRef<str>> TryFrom<&$Type<T, Rfc3986>> for HttpUri {
            type Error = ConversionError<::http::Error>;

            fn try_from(reference: &$Type<T, Rfc3986>) -> Result<Self, Self::Error> {
                convert(&reference.borrowed().into())
            }
        }
    )*};
}

to_http! { Reference Identifier AbsoluteIdentifier RelativeReference }

fn convert(reference: &UriReference<&str>) -> Result<HttpUri, ConversionError<::http::Error>> {
    let parts = Parts::of(reference);
    let mut http = HttpParts::default();
    let long =
        |text: &str, rule| if text.len() > LONGEST { Err(ConversionError::Changed(rule)) } else { Ok(()) };
    if let Some(scheme) = reference.scheme() {
        long(scheme.as_str(), Rule::scheme)?;
        let converted = Scheme::try_from(scheme.as_str()).map_err(refused)?;
        same(converted.as_str(), scheme.as_str(), Rule::scheme)?;
        http.scheme = Some(converted);
    }
    if let Some(authority) = reference.authority() {
        long(authority.as_str(), Rule::authority)?;
        let converted = Authority::try_from(authority.as_str()).map_err(refused)?;
        same(converted.as_str(), authority.as_str(), Rule::authority)?;
        http.authority = Some(converted);
    }
    let path_and_query = parts.slice(parts.at.path.start, parts.after_query());
    if !path_and_query.is_empty() || http.scheme.is_some() || http.authority.is_none() {
        long(path_and_query, Rule::path)?;
        if !path_and_query.starts_with('/') && path_and_query != "*" {
            return Err(ConversionError::Changed(Rule::path));
        }
        let converted = PathAndQuery::try_from(path_and_query).map_err(refused)?;
        same(converted.path(), parts.path(), Rule::path)?;
        same(converted.as_str(), path_and_query, Rule::query)?;
        http.path_and_query = Some(converted);
    }
    if parts.at.has(defined::FRAGMENT) {
        return Err(ConversionError::Changed(Rule::fragment));
    }
    HttpUri::from_parts(http).map_err(refused)
}

fn refused(error: impl Into<::http::Error>) -> ConversionError<::http::Error> {
    ConversionError::Refused(error.into())
}

fn same(other: &str, own: &str, rule: Rule) -> Result<(), ConversionError<::http::Error>> {
    if other == own { Ok(()) } else { Err(ConversionError::Changed(rule)) }
}

/// With the same components. An authority alone, as `CONNECT` has it, becomes a reference that begins with
/// `//`. An `http::Uri` may have characters that no URI has, such as `{` in a path.
///
/// ```
/// use http::Uri as HttpUri;
/// use urigram::UriReference;
///
/// let reference = UriReference::try_from(&HttpUri::from_static("http://example.com"))?;
/// assert_eq!(reference, "http://example.com/");
/// let reference = UriReference::try_from(&HttpUri::from_static("example.com:443"))?;
/// assert_eq!(reference, "//example.com:443");
/// # Ok::<(), urigram::BuildError>(())
/// ```
impl TryFrom<&HttpUri> for UriReference<String> {
    type Error = BuildError;

    fn try_from(http: &HttpUri) -> Result<Self, BuildError> {
        let mut builder = UriReference::builder();
        if let Some(scheme) = http.scheme_str() {
            builder = builder.scheme(scheme);
        }
        if let Some(authority) = http.authority() {
            builder = builder.authority(authority.as_str());
        }
        // The path is `/` where there is none, but for an authority alone.
        if http.path_and_query().is_some() {
            builder = builder.path(http.path());
        }
        if let Some(query) = http.query() {
            builder = builder.query(query);
        }
        builder.build()
    }
}
