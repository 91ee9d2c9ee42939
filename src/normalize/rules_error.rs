//! Why the rules of a scheme are not applied.

use crate::grammar::{ParseError, Rule, Spoken};

/// Why the rules of a scheme are not applied to a URI, from [`Normalizer::check_rules`](crate::Normalizer::check_rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SchemeRulesError {
    /// What they return does not make a URI. The place is that in the URI that it would make.
    #[error("what the rules return does not make a URI")]
    Invalid(#[source] ParseError),
    /// What they return is read as something else, such as a path that has a `?` in it: the first such component.
    #[error("{} that the rules return is read as another", Spoken(.0.name()))]
    ReadAsAnother(Rule),
    /// What they return is not normal by the syntax: it has dot segments.
    #[error("what the rules return has dot segments")]
    DotSegments,
}
