//! The error of operations whose result is not valid under an edited grammar.

use core::error::Error;
use core::fmt;

use super::error::ParseError;

/// The result of an operation on valid components is not valid under the grammar: the grammar rejects it,
/// reads it as other components, or gives it another meaning.
///
/// Operations follow Appendix A. Under `uri.pest` their results are always valid, with one exception:
/// [`draft1996::resolve`](crate::draft1996::resolve) may move the query of an IRI to the path, where it is not valid. Any other
/// error of this type requires a library that was built with the environment variable `URI_GRAMMAR`.
///
/// The [source](Error::source), if there is one, is the [`ParseError`] of the result.
///
/// ```
/// use std::error::Error;
///
/// use urigram::resolve::{ResolveError, Resolver};
/// use urigram::{Iri, IriReference, draft1996};
///
/// let base = Iri::parse("http://a/b")?;
/// let reference = IriReference::parse("?/../\u{E000}")?;
/// let error = draft1996::resolve(Resolver::new(), &base, &reference).unwrap_err();
/// assert!(matches!(error, ResolveError::Grammar(_)));
/// assert_eq!(error.to_string(), "the result is not valid under the grammar");
/// assert_eq!(error.source().unwrap().to_string(), "unexpected '\\u{e000}' in the path at byte 9");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GrammarError(Objection);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Objection {
    Rejected(ParseError),
    OtherTarget,
}

impl GrammarError {
    /// Returns the error for a result that the grammar rejects or reads as other components.
    pub(crate) const fn rejected(error: ParseError) -> Self {
        Self(Objection::Rejected(error))
    }

    /// Returns the error for a reference that resolves to another target than the one it was made for.
    pub(crate) const fn other_target() -> Self {
        Self(Objection::OtherTarget)
    }

    /// The advice on any of these errors, as a sentence.
    pub(crate) const HELP: &str = "the grammar that the library was built from decides what is valid";
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Objection::Rejected(_) => "the result is not valid under the grammar",
            Objection::OtherTarget => "the reference would resolve to another target under the grammar",
        })
    }
}

impl Error for GrammarError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0 {
            Objection::Rejected(error) => Some(error),
            Objection::OtherTarget => None,
        }
    }
}
