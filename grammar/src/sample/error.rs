//! Why there are no samples.

use std::fmt;

use crate::error::Error;

/// Why no sample can be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SampleError {
    /// No accepted string has such a length.
    Empty {
        /// The least requested length.
        shortest: usize,
        /// The greatest requested length.
        longest: usize,
    },
    /// No string of such a length was found, of a rule without an automaton. There may be some.
    NotFound {
        /// The least requested length.
        shortest: usize,
        /// The greatest requested length.
        longest: usize,
    },
    /// There are too many states or steps for strings of this length.
    TooLong {
        /// The greatest requested length.
        longest: usize,
        /// The greatest length that can be requested.
        most: usize,
    },
    /// The rule has more points to cover than are followed.
    TooMany {
        /// The greatest number.
        most: usize,
    },
    /// The grammar has no such rule, its comments set weights that cannot be read, or no thread can be started.
    Grammar(Error),
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleError::Empty { shortest, longest } => {
                write!(f, "no string of {} characters is accepted", Lengths(*shortest, *longest))
            }
            SampleError::NotFound { shortest, longest } => {
                write!(f, "no string of {} characters is found", Lengths(*shortest, *longest))
            }
            SampleError::TooLong { longest, most } => {
                write!(
                    f,
                    "strings of up to {longest} characters are too long to sample here; {most} is the most"
                )
            }
            SampleError::TooMany { most } => {
                write!(f, "more than {most} alternatives, bounds and edges of classes to cover")
            }
            SampleError::Grammar(error) => error.fmt(f),
        }
    }
}

struct Lengths(usize, usize);

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Lengths(0, longest) => write!(f, "at most {longest}"),
            Lengths(shortest, longest) if shortest == longest => write!(f, "{longest}"),
            Lengths(shortest, longest) => write!(f, "{shortest} to {longest}"),
        }
    }
}

impl std::error::Error for SampleError {}

impl From<Error> for SampleError {
    fn from(error: Error) -> SampleError {
        SampleError::Grammar(error)
    }
}
