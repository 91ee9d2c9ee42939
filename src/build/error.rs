//! Why components do not make a reference.

use crate::grammar::{ParseError, Rule, Spoken};

/// Why components do not make a reference.
///
/// ```
/// use urigram::{BuildError, Uri};
///
/// let build = |path| Uri::builder("s").path(path).build();
/// assert_eq!(build("//a"), Err(BuildError::ReadsAsAuthority));
/// assert_eq!(build("/a b").unwrap_err().to_string(), "unexpected ' ' in the path at byte 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// What was given is not the component that it was given for: the first such component. The offset counts
    /// in what was given.
    #[error(transparent)]
    Invalid(#[from] ParseError),
    /// A userinfo or a port is given, but no host: an authority has one, if an empty one (section 3.2).
    #[error("{} is a part of an authority, and there is no host", Spoken(.0.name()))]
    NoHost(Rule),
    /// After an authority, a path is empty or begins with `/` (section 3.3).
    #[error("after an authority, the path has to be empty or begin with `/` at byte 0")]
    PathAfterAuthority,
    /// Without an authority, a path does not begin with `//` (section 3.3).
    #[error("without an authority, the path cannot begin with `//` at byte 0")]
    ReadsAsAuthority,
    /// Without a scheme and an authority, the first segment of a path has no colon (section 4.2).
    #[error("without a scheme, the first segment of the path cannot have a `:`, as at byte {0}")]
    ReadsAsScheme(usize),
    /// The grammar that the library was built from instead of `uri.pest` does not accept the reference, or
    /// takes it apart in another way.
    #[error("the result is not valid: {0}")]
    InvalidResult(ParseError),
    /// The reference would be longer than 4294967295 bytes, the largest offset.
    #[error("longer than 4294967295 bytes")]
    TooLong,
}
