//! Why a reference has no target.

use crate::grammar::ParseError;

/// Why a reference was not resolved.
///
/// ```
/// use urigram::{ResolveError, Resolver, Uri, UriReference};
///
/// let base = Uri::parse("http://a/b/c/d")?;
/// let reference = UriReference::parse("../../../g")?;
/// let error = Resolver::new().checked(true).resolve(&base, &reference).unwrap_err();
/// assert_eq!(error, ResolveError::AboveRoot(1));
/// assert_eq!(error.to_string(), "the path has 1 `..` more than there are levels above it");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The target, before dot segments are removed from it, would be longer than 4294967295 bytes, the largest
    /// offset.
    #[error("the target is longer than 4294967295 bytes")]
    TooLong,
    /// So many `..` have no segment left to remove (section 5.4.2), where
    /// [`Resolver::checked`](crate::Resolver::checked) asks for an error.
    #[error("the path has {0} `..` more than there are levels above it")]
    AboveRoot(usize),
    /// The path of the target begins with `//` and there is no authority before it (section 3.3), where
    /// [`Resolver::deny_guard`](crate::Resolver::deny_guard) asks for an error.
    #[error("without an authority, a path cannot begin with `//`")]
    ReadsAsAuthority,
    /// The target is none by the grammar: what [`Resolver::draft_1996`](crate::Resolver::draft_1996) makes of
    /// the query of an IRI may be no path, and with another grammar than `uri.pest` anything may happen.
    #[error("the target is not valid: {0}")]
    InvalidTarget(ParseError),
    /// The text is no reference, where [`resolve_str`](crate::generic::Uri::resolve_str) or
    /// [`embed`](crate::base::BaseUris::embed) parses it.
    #[error("the reference is not valid: {0}")]
    InvalidReference(ParseError),
    /// The reference is relative, where [`embed`](crate::base::BaseUris::embed) has no base URI for it.
    #[error("there is no base URI that the relative reference could be resolved against")]
    NoBase,
}
