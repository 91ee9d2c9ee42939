//! The error of percent-decoding.

use core::error::Error;
use core::fmt;

/// Text that cannot be percent-decoded, or that does not decode to UTF-8.
///
/// ```
/// use urigram::percent::{self, DecodeError};
///
/// assert_eq!(percent::decode("100% sure").unwrap_err(), DecodeError::Digits { offset: 3 });
/// let error = percent::decode("caf%E9")?.to_str().unwrap_err();
/// assert_eq!(error, DecodeError::NotUtf8 { offset: 3 });
/// assert_eq!(error.to_string(), "the percent-encoded octets at byte 3 are not UTF-8");
/// # Ok::<(), DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeError {
    /// A `%` is not followed by two hexadecimal digits (section 2.1).
    Digits {
        /// The offset of the `%`, in bytes from the start of the text.
        offset: usize,
    },
    /// The decoded octets are not UTF-8 (section 2.5).
    NotUtf8 {
        /// The offset of the first octet that is not UTF-8, in bytes from the start of the encoded text.
        offset: usize,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digits { offset } => write!(
                f,
                "two hexadecimal digits do not follow the `%` at byte {offset}; write `%25` for a literal `%`"
            ),
            Self::NotUtf8 { offset } => {
                write!(f, "the percent-encoded octets at byte {offset} are not UTF-8")
            }
        }
    }
}

impl Error for DecodeError {}

impl DecodeError {
    /// Returns the offset of the fault, in bytes from the start of the encoded text.
    pub const fn offset(&self) -> usize {
        match *self {
            Self::Digits { offset } | Self::NotUtf8 { offset } => offset,
        }
    }
}
