//! `url::Url`, by the URL Standard.

use alloc::string::String;

use ::url::{ParseError as UrlError, Url};

use super::ConversionError;
use crate::component::Scheme;
use crate::grammar::{ParseError, Rejected, Rfc3986, Rule};
use crate::reference::{Uri, UriReference, generic};

macro_rules! to_url {
    ($($Type:ident)*) => {$(
        /// To exactly the same text, or not at all: what the URL Standard would normalize is an error, and so
        /// is a relative reference.
        ///
        /// `Url::parse` of the text is the way to have it normalized.
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
                let url = Url::parse(uri.as_str()).map_err(ConversionError::Refused)?;
                match url.as_str() == uri.as_str() {
                    true => Ok(url),
                    false => Err(ConversionError::Changed(changed(&uri.borrowed().into(), url.as_str()))),
                }
            }
        }

        /// The same, by value.
        impl<T: AsRef<str>> TryFrom<generic::$Type<T, Rfc3986>> for Url {
            type Error = ConversionError<UrlError>;

            fn try_from(uri: generic::$Type<T, Rfc3986>) -> Result<Self, Self::Error> {
                Self::try_from(&uri)
            }
        }
    )*};
}

to_url! { UriReference Uri AbsoluteUri }

/// The first component that is another in this text.
fn changed(uri: &UriReference<&str>, text: &str) -> Rule {
    let other = match UriReference::parse(text) {
        Ok(other) => other,
        Err(error) => return error.component(),
    };
    let text = |differs: bool, rule| differs.then_some(rule);
    let components = [
        text(uri.scheme().map(Scheme::as_str) != other.scheme().map(Scheme::as_str), Rule::scheme),
        text(uri.userinfo() != other.userinfo(), Rule::userinfo),
        text(uri.host_str() != other.host_str(), Rule::host),
        text(uri.port() != other.port(), Rule::port),
        text(uri.path() != other.path(), Rule::path),
        text(uri.query() != other.query(), Rule::query),
    ];
    components.into_iter().flatten().next().unwrap_or(Rule::fragment)
}

/// The same text. A `Url` may have characters that no URI has, such as `|` in a path.
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
        match Uri::try_from(&url) {
            Ok(uri) => Ok(uri),
            Err(error) => Err(Rejected::new(error, url)),
        }
    }
}

/// The same text, copied.
impl TryFrom<&Url> for Uri<String> {
    type Error = ParseError;

    fn try_from(url: &Url) -> Result<Self, ParseError> {
        Self::try_from(url.as_str())
    }
}
