//! Why text cannot be decoded.

/// Text that cannot be decoded, or not to text.
///
/// ```
/// use urigram::percent::{self, DecodeError};
///
/// assert_eq!(percent::decode("100% sure").unwrap_err(), DecodeError::Digits { offset: 3 });
/// let error = percent::decode("caf%E9")?.to_str().unwrap_err();
/// assert_eq!(error, DecodeError::NotUtf8 { offset: 3 });
/// assert_eq!(error.to_string(), "what is percent-encoded at byte 3 is not UTF-8");
/// # Ok::<(), DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A `%` that two hexadecimal digits do not follow (section 2.1).
    #[error("two hexadecimal digits do not follow the `%` at byte {offset}; as itself it is written `%25`")]
    Digits {
        /// Where the `%` is: bytes from the start of the text.
        offset: usize,
    },
    /// Octets that are not UTF-8 (section 2.5).
    #[error("what is percent-encoded at byte {offset} is not UTF-8")]
    NotUtf8 {
        /// Where they begin: bytes from the start of the text that is percent-encoded.
        offset: usize,
    },
}

impl DecodeError {
    /// Where the fault lies: bytes from the start of the text that is percent-encoded.
    pub const fn offset(&self) -> usize {
        match *self {
            Self::Digits { offset } | Self::NotUtf8 { offset } => offset,
        }
    }
}
