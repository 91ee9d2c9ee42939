//! The options of normalization and comparison, and the types that a normalizer takes.

use core::fmt;
use core::str::FromStr;

use crate::grammar::NameError;
use crate::scheme::Schemes;

/// The options of normalization and comparison: the highest level of the comparison ladder, and the rules to apply.
///
/// ```
/// use urigram::UriReference;
/// use urigram::normalize::{Level, Normalizer};
///
/// let normalizer = Normalizer::new(Level::Scheme).fragment(false);
/// let uri = UriReference::parse("HTTP://www.EXAMPLE.com:80#top")?;
/// assert_eq!(normalizer.normalize(&uri), "http://www.example.com/");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normalizer<'a> {
    pub(crate) level: Level,
    pub(crate) schemes: &'a Schemes,
    pub(crate) ipv6: bool,
    #[cfg(feature = "idna")]
    pub(crate) idna: bool,
    pub(crate) fragment: bool,
}

impl<'a> Normalizer<'a> {
    /// Returns a normalizer to this level, with the [built-in](Schemes) schemes.
    pub const fn new(level: Level) -> Self {
        static BUILT_IN: Schemes = Schemes::new();
        Self {
            level,
            schemes: &BUILT_IN,
            ipv6: true,
            #[cfg(feature = "idna")]
            idna: false,
            fragment: true,
        }
    }

    pub(super) const fn level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Sets the schemes whose rules are applied from [`Level::Scheme`] on.
    #[must_use]
    pub const fn schemes(self, schemes: &'a Schemes) -> Self {
        Self { schemes, ..self }
    }

    /// Sets whether IPv6 addresses are written in the form of RFC 5952, from [`Level::Scheme`] on, with any
    /// scheme or none: all spellings of an address are equivalent. On by default.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::{Level, Normalizer};
    ///
    /// let uri = UriReference::parse("http://[2001:DB8:0:0::0:1]/")?;
    /// let normalizer = Normalizer::new(Level::Scheme);
    /// assert_eq!(normalizer.normalize(&uri), "http://[2001:db8::1]/");
    /// assert_eq!(normalizer.ipv6(false).normalize(&uri), "http://[2001:db8:0:0::0:1]/");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// Without the rules of any scheme, the form of an address is the only difference from syntax-based normalization.
    /// To write only an address in this form, display its [`Host`](crate::Host):
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::{Level, Normalizer};
    /// use urigram::scheme::Schemes;
    ///
    /// let schemes = Schemes::none();
    /// let normalizer = Normalizer::new(Level::Scheme).schemes(&schemes);
    /// let uri = UriReference::parse("http://[2001:DB8:0:0:0:0:0:1]:80/")?;
    /// assert_eq!(normalizer.normalize(&uri), "http://[2001:db8::1]:80/");
    ///
    /// let reference = UriReference::parse("//[0:0::1]")?;
    /// assert_eq!(normalizer.normalize(&reference), "//[::1]");
    /// assert_eq!(reference.host().unwrap().to_string(), "[::1]");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias("rfc5952", "canonical", "compress"))]
    #[must_use]
    pub const fn ipv6(self, ipv6: bool) -> Self {
        Self { ipv6, ..self }
    }

    /// Sets whether a host with characters beyond ASCII, encoded or not, is written in its DNS form, from [`Level::Scheme`] on
    /// (RFC 3987, section 5.3.3). Off by default. A host that is not an internationalized domain name stays as it is, and so
    /// does one whose DNS form is an IPv4 address.
    ///
    /// ```
    /// use urigram::Iri;
    /// use urigram::normalize::{Level, Normalizer};
    ///
    /// let normalizer = Normalizer::new(Level::Scheme).idna(true);
    /// for text in ["http://münchen.de/", "http://M%C3%BCnchen.de/", "http://xn--mnchen-3ya.de/"] {
    ///     assert_eq!(normalizer.normalize(&Iri::parse(text)?), "http://xn--mnchen-3ya.de/");
    /// }
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[cfg(feature = "idna")]
    #[doc(alias("punycode", "to_ascii"))]
    #[must_use]
    pub const fn idna(self, idna: bool) -> Self {
        Self { idna, ..self }
    }

    /// Sets whether fragments are compared. On by default. If off, the normal form has no fragment, as required for comparison
    /// before a network action such as retrieval (section 6.1).
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::{Level, Normalizer};
    ///
    /// let (a, b) = (UriReference::parse("http://a/#x")?, UriReference::parse("http://a/#y")?);
    /// assert!(!a.equivalent(&b, Level::Scheme));
    /// assert!(Normalizer::new(Level::String).fragment(false).equivalent(&a, &b));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[must_use]
    pub const fn fragment(self, fragment: bool) -> Self {
        Self { fragment, ..self }
    }
}

/// Normalizes to [`Level::Path`]: syntax-based normalization.
impl Default for Normalizer<'_> {
    fn default() -> Self {
        Self::new(Level::Path)
    }
}

/// A level of the comparison ladder (section 6.2): the degree to which URIs are normalized before they are
/// compared.
///
/// Each level includes the lower ones: URIs that are equal at one level are equal at all higher levels. The first level costs
/// nothing and has the most false negatives; the last level has the fewest.
///
/// ```
/// use urigram::normalize::Level;
///
/// assert!(Level::String < Level::Scheme);
/// assert_eq!(Level::Path.to_string(), "path");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Simple string comparison (section 6.2.1): the texts are compared unchanged.
    String,
    /// Case normalization (section 6.2.2.1): the scheme and the host in lower case, the hexadecimal digits of
    /// percent-encoded octets in upper case. The host of an IRI stays as it is if it has characters beyond ASCII, encoded or
    /// not (RFC 3987, section 5.3.2.1).
    Case,
    /// Percent-encoding normalization (section 6.2.2.2): unreserved characters are decoded, and converted to
    /// lower case in the host, which may become an IPv4 address. Reserved characters stay as they are, encoded or not.
    ///
    /// In an IRI, characters beyond ASCII are decoded where they may be (RFC 3987, section 5.3.2.3): those of `iunreserved`,
    /// and in the query those of `iprivate`. Octets that are not UTF-8 stay encoded, and so do bidirectional formatting
    /// characters (section 3.2):
    ///
    /// ```
    /// use urigram::Iri;
    /// use urigram::normalize::Level;
    ///
    /// let (a, b) = (Iri::parse("http://a/ros%C3%A9/%2F")?, Iri::parse("http://a/rosé/%2F")?);
    /// assert_eq!(a.compare(&b), Some(Level::Percent));
    ///
    /// let iri = Iri::parse("http://a/%FF/%E2%80%8E")?;
    /// assert_eq!(iri.normalize(), "http://a/%FF/%E2%80%8E");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    Percent,
    /// Path segment normalization (section 6.2.2.3): dot segments are removed from a URI, and so is the `:`
    /// before an empty port (section 3.2.3). This completes syntax-based normalization.
    Path,
    /// Scheme-based normalization (section 6.2.3): the rules in the specification of the URI's scheme, such
    /// as its default port, and IPv6 addresses in the form of RFC 5952.
    Scheme,
}

impl Level {
    /// All levels, from lowest to highest.
    pub const ALL: [Self; 5] = [Self::String, Self::Case, Self::Percent, Self::Path, Self::Scheme];

    /// Returns the name: `string`, `case`, `percent`, `path` or `scheme`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Case => "case",
            Self::Percent => "percent",
            Self::Path => "path",
            Self::Scheme => "scheme",
        }
    }

    /// Returns the section of RFC 3986 that describes the level.
    ///
    /// ```
    /// use urigram::normalize::Level;
    ///
    /// assert_eq!(Level::Path.section(), "6.2.2.3");
    /// ```
    pub const fn section(self) -> &'static str {
        match self {
            Self::String => "6.2.1",
            Self::Case => "6.2.2.1",
            Self::Percent => "6.2.2.2",
            Self::Path => "6.2.2.3",
            Self::Scheme => "6.2.3",
        }
    }
}

/// Parses a [name](Level::as_str).
///
/// ```
/// use urigram::normalize::Level;
///
/// assert_eq!("path".parse(), Ok(Level::Path));
/// assert_eq!("syntax".parse(), Ok(Level::Path));
/// assert!("Path".parse::<Level>().is_err());
/// ```
impl FromStr for Level {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        let name = if name == "syntax" { Self::Path.as_str() } else { name };
        let level = Self::ALL.into_iter().find(|level| level.as_str() == name);
        level.ok_or(NameError(
            "no level has this name; they are string, case, percent, path or syntax, and scheme",
        ))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
