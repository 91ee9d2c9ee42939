//! The error of building.

use core::error::Error;
use core::fmt;

use crate::grammar::{GrammarError, ParseError, Rejected, Rule, Spoken, TOO_LONG_HELP};

/// The reason why a reference cannot be built from the given components.
///
/// ```
/// use urigram::Uri;
/// use urigram::build::BuildError;
///
/// let build = |path| Uri::builder("s").path(path).build();
/// assert_eq!(build("//a"), Err(BuildError::ReadsAsAuthority));
/// assert_eq!(build("/a b").unwrap_err().to_string(), "unexpected ' ' in the path at byte 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildError {
    /// A component is not valid. Contains the error of the first invalid component, whose offset is in the text of that
    /// component.
    Invalid(ParseError),
    /// A userinfo or a port is given without a host. Every authority has a host, which may be empty (section
    /// 3.2).
    NoHost {
        /// The userinfo or the port.
        component: Rule,
    },
    /// The path follows an authority, but is not empty and does not begin with `/` (section 3.3).
    PathAfterAuthority,
    /// An added segment is `.` or `..`, percent-encoded or not, and would be a dot segment (section 6.2.2.2).
    DotSegment,
    /// There is no authority, and the path begins with `//`, so it would be read as an authority (section 3.3).
    ReadsAsAuthority,
    /// There is neither a scheme nor an authority, and the first segment of the path contains a colon, which
    /// would be read as the end of a scheme (section 4.2).
    ReadsAsScheme {
        /// The offset of the colon in the path, in bytes.
        offset: usize,
    },
    /// The reference is not valid under the grammar that the library was built from instead of `uri.pest`.
    Grammar(GrammarError),
    /// The reference would be [too long](crate#limits).
    TooLong,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::NoHost { component } => {
                write!(f, "{} is a part of an authority, and there is no host", Spoken(component.as_str()))
            }
            Self::PathAfterAuthority => {
                f.write_str("after an authority, the path has to be empty or begin with `/` at byte 0")
            }
            Self::DotSegment => f.write_str("a segment that is `.` or `..` cannot be data"),
            Self::ReadsAsAuthority => {
                f.write_str("without an authority, the path cannot begin with `//` at byte 0")
            }
            Self::ReadsAsScheme { offset } => {
                write!(
                    f,
                    "without a scheme, the first segment of the path cannot have a `:`, as at byte {offset}"
                )
            }
            Self::Grammar(error) => error.fmt(f),
            Self::TooLong => f.write_str("longer than 4294967295 bytes"),
        }
    }
}

impl Error for BuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Grammar(error) => error.source(),
            _ => None,
        }
    }
}

impl From<ParseError> for BuildError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}

impl<V> From<Rejected<V, Self>> for BuildError {
    fn from(rejected: Rejected<V, Self>) -> Self {
        rejected.into_error()
    }
}

impl From<GrammarError> for BuildError {
    fn from(error: GrammarError) -> Self {
        Self::Grammar(error)
    }
}

impl BuildError {
    /// Returns advice on how to avoid the error, as a sentence.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let error = UriReference::builder().path("a:b").build().unwrap_err();
    /// assert_eq!(error.help().to_string(), "begin the path with `./`, or give a scheme");
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        Help(self)
    }
}

struct Help<'a>(&'a BuildError);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            BuildError::Invalid(error) => error.help().fmt(f),
            BuildError::NoHost { .. } => f.write_str("give a host, which may be empty"),
            BuildError::PathAfterAuthority => f.write_str("begin the path with `/`, or leave out the host"),
            BuildError::DotSegment => f.write_str("a path with dot segments is given as a whole"),
            BuildError::ReadsAsAuthority => {
                f.write_str("begin the path with `/.//`, or give a host, which may be empty")
            }
            BuildError::ReadsAsScheme { .. } => f.write_str("begin the path with `./`, or give a scheme"),
            BuildError::Grammar(_) => f.write_str(GrammarError::HELP),
            BuildError::TooLong => f.write_str(TOO_LONG_HELP),
        }
    }
}
