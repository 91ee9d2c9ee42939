//! Why a reference was not edited.

use crate::grammar::{ParseError, Rule, Spoken};

/// Why a reference was not edited; it is unchanged then.
///
/// ```
/// use urigram::{EditError, Uri};
///
/// let mut uri = Uri::parse("http://example.com/a")?.to_owned();
/// let error = uri.set_query("a b").unwrap_err();
/// assert_eq!(error.to_string(), "unexpected ' ' in the query at byte 1");
/// assert_eq!(uri.set_path("b"), Err(EditError::PathAfterAuthority));
/// assert_eq!(uri, "http://example.com/a");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// What was given is not the component that it was to be. Its offset counts in what was given.
    #[error(transparent)]
    Invalid(#[from] ParseError),
    /// After an authority, a path is empty or begins with `/` (section 3.3).
    #[error("after an authority, the path has to be empty or begin with `/` at byte 0")]
    PathAfterAuthority,
    /// A userinfo or a port is a part of an authority (section 3.2), and there is none.
    #[error("{} is a part of an authority, and there is none", Spoken(.0.name()))]
    NoAuthority(Rule),
    /// A segment of data that is `.` or `..`, which would be a dot segment, percent-encoded or not (section
    /// 6.2.2.2).
    #[error("a segment that is `.` or `..` cannot be data")]
    DotSegment,
    /// A path that does not begin with `/` begins with a segment that is not empty (section 3.3).
    #[error("without a `/` before it, the first segment of the path cannot be empty")]
    EmptyFirstSegment,
    /// A segment was to have an index greater than the number of segments.
    #[error("no segment can be inserted at {index}: the number of segments is {count}")]
    NoSuchIndex {
        /// The index asked for.
        index: usize,
        /// How many segments the path has.
        count: usize,
    },
    /// The grammar that the library was built from instead of `uri.pest` does not accept the result, or takes it
    /// apart in another way.
    #[error("the result is not valid: {0}")]
    InvalidResult(ParseError),
    /// The reference would be longer than 4294967295 bytes, the largest offset.
    #[error("longer than 4294967295 bytes")]
    TooLong,
}
