//! The error of rules that cannot be applied.

use crate::grammar::{ParseError, Rule, Spoken};

/// Why the rules of a scheme cannot be applied to a URI, from
/// [`Normalizer::check_rules`](crate::normalize::Normalizer::check_rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SchemeRulesError {
    /// The URI with the results of the rules is not valid. The offset is in that URI.
    #[error("what the rules return does not make a URI")]
    Invalid(#[source] ParseError),
    /// A result of the rules is read as another component, for example a path that contains a `?`. This is
    /// the first component that differs.
    #[error("{} that the rules return is read as another", Spoken(.0.name()))]
    ReadAsAnother(Rule),
    /// The results of the rules have dot segments, so they are not normalized by the syntax.
    #[error("what the rules return has dot segments")]
    DotSegments,
}
