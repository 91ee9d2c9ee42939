//! The rungs of the comparison ladder (section 6.2).

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// A rung of the comparison ladder (section 6.2): how much two URIs are normalized before they are compared.
///
/// Each rung includes those below it: URIs that are equal on one are equal on all above. The first rung costs
/// nothing and has the most false negatives, the last has the fewest.
///
/// ```
/// use urigram::Rung;
///
/// assert!(Rung::String < Rung::Scheme);
/// assert_eq!(Rung::Path.to_string(), "path");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rung {
    /// Simple string comparison (section 6.2.1): the texts are compared unchanged.
    String,
    /// Case normalization (section 6.2.2.1): the scheme and the host in lower case, the hexadecimal digits of
    /// percent-encoded octets in upper case.
    Case,
    /// Percent-encoding normalization (section 6.2.2.2): unreserved characters are decoded, and converted to
    /// lower case in the host. Reserved characters stay as they are, encoded or not.
    Percent,
    /// Path segment normalization (section 6.2.2.3): dot segments are removed from a URI, and so is the `:`
    /// before an empty port (section 3.2.3). This completes syntax-based normalization.
    Path,
    /// Scheme-based normalization (section 6.2.3): the rules in the specification of the URI's scheme, such
    /// as its default port, and IPv6 addresses in the form of RFC 5952.
    Scheme,
    /// Protocol-based normalization (section 6.2.4): the [redirects](crate::Redirects) that the caller knows.
    /// The same as [`Rung::Scheme`] if there are none.
    Protocol,
}

impl Rung {
    /// All rungs, from lowest to highest.
    pub const ALL: [Self; 6] =
        [Self::String, Self::Case, Self::Percent, Self::Path, Self::Scheme, Self::Protocol];

    /// Returns the name: `string`, `case`, `percent`, `path`, `scheme` or `protocol`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Case => "case",
            Self::Percent => "percent",
            Self::Path => "path",
            Self::Scheme => "scheme",
            Self::Protocol => "protocol",
        }
    }

    /// Returns the section of RFC 3986 that describes the rung.
    ///
    /// ```
    /// use urigram::Rung;
    ///
    /// assert_eq!(Rung::Path.section(), "6.2.2.3");
    /// ```
    pub const fn section(self) -> &'static str {
        match self {
            Self::String => "6.2.1",
            Self::Case => "6.2.2.1",
            Self::Percent => "6.2.2.2",
            Self::Path => "6.2.2.3",
            Self::Scheme => "6.2.3",
            Self::Protocol => "6.2.4",
        }
    }
}

/// The error for a name that is not the name of a [`Rung`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RungError;

impl fmt::Display for RungError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "no rung has this name; they are string, case, percent, path or syntax, scheme and protocol",
        )
    }
}

impl Error for RungError {}

/// Parses a [name](Rung::name).
///
/// ```
/// use urigram::Rung;
///
/// assert_eq!("path".parse(), Ok(Rung::Path));
/// assert_eq!("syntax".parse(), Ok(Rung::Path));
/// assert!("Path".parse::<Rung>().is_err());
/// ```
impl FromStr for Rung {
    type Err = RungError;

    fn from_str(name: &str) -> Result<Self, RungError> {
        let name = if name == "syntax" { Self::Path.name() } else { name };
        Self::ALL.into_iter().find(|rung| rung.name() == name).ok_or(RungError)
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
