//! Conversion to and from `url::Url`, which follows the URL Standard.

use alloc::string::String;

use ::url::{ParseError as UrlError, Url};

use super::ConversionError;
use crate::component::Scheme;
use crate::grammar::{ParseError, Rejected, Rfc3986, Rule};
use crate::reference::{Uri, UriReference, generic};

macro_rules! to_url {
    ($($Type:ident)*) => {$(
        /// Converts to exactly the same text. Returns an error if the URL Standard would change the text, or if the
        /// reference is relative.
        ///
        /// To normalize the text instead, use `Url::parse`.
        ///
        /// ```
        /// use urigram::Uri;
        /// use url::Url;
        ///
        /// let uri = Uri::parse("http://example.com/a?b#c")?;
        /// assert_eq!(Url::try_from(&uri)?.as_str(), "http://example.com/a?b#c");
        /// assert!(Url::try_from(&Uri::parse("http://example.com/a/../b")?).is_err());
        /// # Ok::<(), urigram::Error>(())
        /// ```
        impl<T: AsRef<str>> TryFrom<&generic::$Type<T, Rfc3986>> for Url {
            type Error = ConversionError<UrlError>;

            fn try_from(uri: &generic::$Type<T, Rfc3986>) -> Result<Self, Self::Error> {
                let url = Url::parse(uri.text()).map_err(ConversionError::Refused)?;
                match url.as_str() == uri.text() {
                    true => Ok(url),
                    false => Err(ConversionError::Changed { component: changed(&uri.borrowed().into(), url.as_str()) }),
                }
            }
        }

        /// Converts like a borrowed reference.
        impl<T: AsRef<str>> TryFrom<generic::$Type<T, Rfc3986>> for Url {
            type Error = ConversionError<UrlError>;

            fn try_from(uri: generic::$Type<T, Rfc3986>) -> Result<Self, Self::Error> {
                Self::try_from(&uri)
            }
        }
    )*};
}

to_url! { UriReference Uri AbsoluteUri }

/// Returns the first component of `uri` that differs in `text`.
fn changed(uri: &UriReference<&str>, text: &str) -> Rule {
    let other = match UriReference::parse(text) {
        Ok(other) => other,
        Err(error) => return error.component(),
    };
    let differences = [
        (uri.scheme().map(Scheme::as_str) != other.scheme().map(Scheme::as_str), Rule::scheme),
        (uri.userinfo() != other.userinfo(), Rule::userinfo),
        (uri.host_str() != other.host_str(), Rule::host),
        (uri.port() != other.port(), Rule::port),
        (uri.path() != other.path(), Rule::path),
        (uri.query() != other.query(), Rule::query),
    ];
    differences.iter().find(|(differs, _)| *differs).map_or(Rule::fragment, |(_, rule)| *rule)
}

/// Converts to the same text. Returns an error if the `Url` contains characters that are not valid in a URI, such as `|` in
/// a path.
///
/// ```
/// use urigram::Uri;
/// use url::Url;
///
/// assert_eq!(Uri::try_from(Url::parse("http://example.com")?)?, "http://example.com/");
/// assert!(Uri::try_from(Url::parse("http://example.com/a|b")?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl TryFrom<Url> for Uri<String> {
    type Error = Rejected<Url>;

    fn try_from(url: Url) -> Result<Self, Rejected<Url>> {
        Uri::try_from(&url).map_err(|error| Rejected::new(error, url))
    }
}

/// Converts like an owned `Url`, with a copy of the text.
impl TryFrom<&Url> for Uri<String> {
    type Error = ParseError;

    fn try_from(url: &Url) -> Result<Self, ParseError> {
        Self::try_from(url.as_str())
    }
}
