//! The rungs of the comparison ladder (section 6.2).

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// A rung of the comparison ladder (section 6.2): how much is done to two URIs before they are compared.
///
/// Each rung does what those below it do, and more: what is equal on one is equal on all above. The first
/// costs nothing and takes most for different, the last takes the fewest.
///
/// ```
/// use urigram::Rung;
///
/// assert!(Rung::String < Rung::Scheme);
/// assert_eq!(Rung::Path.to_string(), "path");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rung {
    /// Simple string comparison (section 6.2.1): nothing is done, and the text counts.
    String,
    /// Case normalization (section 6.2.2.1): the scheme and the host in lower case, the hexadecimal digits of
    /// percent-encoded octets in upper case.
    Case,
    /// Percent-encoding normalization (section 6.2.2.2): unreserved characters are decoded, and those of the
    /// host put in lower case. Reserved ones stay as they are, encoded or not.
    Percent,
    /// Path segment normalization (section 6.2.2.3): a URI has no dot segments, and no `:` before a port that
    /// is empty (section 3.2.3). With it syntax-based normalization is complete.
    Path,
    /// Scheme-based normalization (section 6.2.3): what the specification of the URI's scheme says, such as
    /// its default port, and IPv6 addresses in the form of RFC 5952.
    Scheme,
    /// Protocol-based normalization (section 6.2.4): what the caller knows of [redirects](crate::Redirects).
    /// The same as [`Rung::Scheme`] if nothing is given.
    Protocol,
}

impl Rung {
    /// All rungs, from the lowest.
    pub const ALL: [Self; 6] =
        [Self::String, Self::Case, Self::Percent, Self::Path, Self::Scheme, Self::Protocol];

    /// The name: `string`, `case`, `percent`, `path`, `scheme` or `protocol`.
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

    /// The section of RFC 3986 that describes it.
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

/// Why a name is that of no [`Rung`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no rung has this name; they are string, case, percent, path or syntax, scheme and protocol")]
#[non_exhaustive]
pub struct RungError;

/// By its [name](Rung::name); `syntax` is another name of [`Rung::Path`], with which syntax-based normalization is
/// complete.
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
