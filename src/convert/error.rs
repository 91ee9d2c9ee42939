//! The error of conversions to types of other crates.

use core::error::Error;
use core::fmt;

use crate::grammar::{Rule, Spoken};

/// The reason why a reference cannot be converted to a type of another crate.
///
/// ```
/// # #[cfg(feature = "url")] {
/// use urigram::convert::ConversionError;
/// use urigram::{Rule, Uri};
///
/// let uri = Uri::parse("http://example.com").unwrap();
/// let error = url::Url::try_from(&uri).unwrap_err();
/// assert_eq!(error, ConversionError::Changed { component: Rule::path });
/// assert_eq!(error.to_string(), "the other type would change the path");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConversionError<E> {
    /// The other crate rejects the reference.
    Refused(E),
    /// The other type would drop or change a component.
    Changed {
        /// The first component that would be dropped or changed.
        component: Rule,
    },
    /// A part of the text is longer than the other type can hold.
    TooLong,
}

impl<E: fmt::Display> fmt::Display for ConversionError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Changed { component } => {
                write!(f, "the other type would change {}", Spoken(component.as_str()))
            }
            Self::TooLong => f.write_str("longer than the other type can hold"),
        }
    }
}

impl<E: Error> Error for ConversionError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Refused(error) => error.source(),
            Self::Changed { .. } | Self::TooLong => None,
        }
    }
}
