//! The error of editing.

use core::error::Error;
use core::fmt;

use crate::grammar::{GrammarError, ParseError, Rule, Spoken, TOO_LONG_HELP};

/// The reason why a reference was not edited. The reference is unchanged.
///
/// ```
/// use urigram::Uri;
/// use urigram::edit::EditError;
///
/// let mut uri = Uri::parse("http://example.com/a")?.to_owned();
/// let error = uri.set_query("a b").unwrap_err();
/// assert_eq!(error.to_string(), "unexpected ' ' in the query at byte 1");
/// assert_eq!(uri.set_path("b"), Err(EditError::PathAfterAuthority));
/// assert_eq!(uri, "http://example.com/a");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditError {
    /// The new value is not a valid component. The offset is in the new value.
    Invalid(ParseError),
    /// The path follows an authority, but is not empty and does not begin with `/` (section 3.3).
    PathAfterAuthority,
    /// A userinfo or a port is set, but there is no authority (section 3.2).
    NoAuthority {
        /// The userinfo or the port.
        component: Rule,
    },
    /// An added segment is `.` or `..`, percent-encoded or not, and would be a dot segment (section 6.2.2.2).
    DotSegment,
    /// An added segment is empty and would be the first of a path that does not begin with `/` (section 3.3).
    EmptyFirstSegment,
    /// The index at which to insert a segment is greater than the number of segments.
    NoSuchIndex {
        /// The given index.
        index: usize,
        /// The number of segments in the path.
        count: usize,
    },
    /// The reference is not valid under the grammar that the library was built from instead of `uri.pest`.
    Grammar(GrammarError),
    /// The reference would be [too long](crate#limits).
    TooLong,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::PathAfterAuthority => {
                f.write_str("after an authority, the path has to be empty or begin with `/` at byte 0")
            }
            Self::NoAuthority { component } => {
                write!(f, "{} is a part of an authority, and there is none", Spoken(component.as_str()))
            }
            Self::DotSegment => f.write_str("a segment that is `.` or `..` cannot be data"),
            Self::EmptyFirstSegment => {
                f.write_str("without a `/` before it, the first segment of the path cannot be empty")
            }
            Self::NoSuchIndex { index, count } => {
                write!(f, "no segment can be inserted at {index}: the number of segments is {count}")
            }
            Self::Grammar(error) => error.fmt(f),
            Self::TooLong => f.write_str("longer than 4294967295 bytes"),
        }
    }
}

impl Error for EditError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Grammar(error) => error.source(),
            _ => None,
        }
    }
}

impl From<ParseError> for EditError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}

impl From<GrammarError> for EditError {
    fn from(error: GrammarError) -> Self {
        Self::Grammar(error)
    }
}

impl EditError {
    /// Returns advice on how to avoid the error, as a sentence.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let mut reference = UriReference::parse("/a")?.to_owned();
    /// let error = reference.set_port(80).unwrap_err();
    /// assert_eq!(error.to_string(), "the port is a part of an authority, and there is none");
    /// assert_eq!(error.help().to_string(), "set a host before, which may be empty");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        Help(self)
    }
}

struct Help<'a>(&'a EditError);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            EditError::Invalid(error) => error.help().fmt(f),
            EditError::PathAfterAuthority => f.write_str("set a path that begins with `/`, or an empty one"),
            EditError::NoAuthority { .. } => f.write_str("set a host before, which may be empty"),
            EditError::DotSegment => f.write_str("a path with dot segments is set as a whole"),
            EditError::EmptyFirstSegment => f.write_str("set a path that begins with `/` before"),
            EditError::NoSuchIndex { count, .. } => write!(f, "give an index up to {count}"),
            EditError::Grammar(_) => f.write_str(GrammarError::HELP),
            EditError::TooLong => f.write_str(TOO_LONG_HELP),
        }
    }
}
