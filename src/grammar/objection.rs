//! The error of operations whose result is not valid under an edited grammar.

use core::error::Error;
use core::fmt;

use super::error::ParseError;

/// The grammar does not accept what an operation has made of valid components, takes it apart in another way, or
/// lets it mean something else.
///
/// Operations follow Appendix A. Under `uri.pest` what they make is always valid, with one exception: what
/// [`Resolver::draft_1996`](crate::Resolver::draft_1996) makes of the query of an IRI may be no path. Otherwise this
/// error needs a library that was built with the environment variable `URI_GRAMMAR`.
///
/// The message says what was made; the [source](Error::source), where there is one, is the [`ParseError`] of it.
///
/// ```
/// use std::error::Error;
///
/// use urigram::{Iri, IriReference, ResolveError, Resolver};
///
/// let base = Iri::parse("http://a/b")?;
/// let reference = IriReference::parse("?/../\u{E000}")?;
/// let error = Resolver::new().draft_1996(true).resolve(&base, &reference).unwrap_err();
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
    /// What was made does not match, or its components lie at other places.
    pub(crate) const fn rejected(error: ParseError) -> Self {
        Self(Objection::Rejected(error))
    }

    /// A reference that was made for a target resolves to another one.
    pub(crate) const fn other_target() -> Self {
        Self(Objection::OtherTarget)
    }

    /// The advice, as a sentence.
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
