//! The error of rules that cannot be applied.

use core::error::Error;
use core::fmt;

use crate::grammar::{ParseError, Rule, Spoken};

/// Why the rules of a scheme cannot be applied to a URI, from
/// [`Normalizer::check_rules`](crate::normalize::Normalizer::check_rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemeRulesError {
    /// The URI with the results of the rules is not valid. The offset is in that URI.
    Invalid(ParseError),
    /// A result of the rules is read as another component, for example a path that contains a `?`. This is
    /// the first component that differs.
    ReadAsAnother(Rule),
    /// The results of the rules have dot segments, so they are not normalized by the syntax.
    DotSegments,
}

impl fmt::Display for SchemeRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(_) => f.write_str("what the rules return does not make a URI"),
            Self::ReadAsAnother(rule) => {
                write!(f, "{} that the rules return is read as another", Spoken(rule.name()))
            }
            Self::DotSegments => f.write_str("what the rules return has dot segments"),
        }
    }
}

impl Error for SchemeRulesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}
