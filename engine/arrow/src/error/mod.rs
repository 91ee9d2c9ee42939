//! Why a kernel fails, and what it does with a string that is not a URI reference.
//!
//! In: the errors of `urigram` and of Arrow.
//! Out: `KernelError`, with the row to blame if it is one (`row`), and the choice `Invalid`.
//! Next: none.

mod row;

use arrow_schema::{ArrowError, DataType};

pub use self::row::InvalidRow;

/// What a kernel does with a row that it cannot answer, such as a string that is not a URI reference.
///
/// ```
/// use arrow_array::{Array, StringArray};
/// use urigram_arrow::{Component, Invalid, component};
///
/// let links = StringArray::from(vec!["http://example.com/", "http://exa mple.com/"]);
/// let hosts = component(&links, Component::Host, Invalid::Null)?;
/// assert!(hosts.is_null(1));
///
/// let error = component(&links, Component::Host, Invalid::Fail).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "row 1: `http://exa mple.com/`: unexpected ' ' in the host at byte 10"
/// );
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Invalid {
    /// The result of the row is null.
    Null,
    /// The kernel fails, with the first such row in the error.
    Fail,
}

impl Invalid {
    /// Returns the value of a row, `None` if the result is null.
    #[inline(always)]
    pub(crate) fn or_null<T, E: Into<urigram::Error>>(
        self,
        row: usize,
        text: &str,
        result: Result<T, E>,
    ) -> Result<Option<T>, KernelError> {
        match (result, self) {
            (Ok(value), _) => Ok(Some(value)),
            (Err(_), Self::Null) => Ok(None),
            (Err(error), Self::Fail) => Err(KernelError::invalid(row, text, error.into())),
        }
    }
}

/// Why a kernel has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KernelError {
    /// A row is invalid, and the kernel was called with [`Invalid::Fail`].
    #[error(transparent)]
    Row(Box<InvalidRow>),
    /// An argument is not an array of strings.
    #[error("expected strings (Utf8, LargeUtf8 or Utf8View, or a dictionary of these), found {0}")]
    NotStrings(DataType),
    /// A data buffer of a `Utf8View` array has this many bytes.
    #[error(
        "a data buffer of a Utf8View array has {0} bytes, which is more than 4294967294, the most that views into it can \
         be made for; divide it"
    )]
    LongBuffer(usize),
    /// Two arguments that are not scalars have different lengths.
    #[error("expected arrays of the same length, found {0} and {1} rows")]
    Lengths(usize, usize),
    /// The result does not fit the type, whose offsets have 32 bits.
    #[error(
        "the result is longer than 2147483647 bytes or elements, the most that its type can hold; \
         pass fewer rows at once, or strings of the type LargeUtf8 or Utf8View"
    )]
    TooLong,
    /// Arrow cannot make the result.
    #[error(transparent)]
    Arrow(ArrowError),
}

impl KernelError {
    #[cold]
    pub(crate) fn invalid(row: usize, text: &str, error: urigram::Error) -> Self {
        Self::Row(Box::new(InvalidRow::new(row, text, error)))
    }

    /// Returns the error for an array in which the rows of this one have these indices.
    pub(crate) fn in_row_of(self, rows: &[usize]) -> Self {
        match self {
            Self::Row(invalid) => {
                let row = rows.get(invalid.row()).expect("a row that is invalid is one of the array");
                Self::Row(Box::new(invalid.numbered(*row)))
            }
            other => other,
        }
    }

    /// Returns this error of the values of a dictionary as an error of the dictionary, which has this type.
    pub(crate) fn in_values_of(self, dictionary: &DataType) -> Self {
        match self {
            Self::NotStrings(_) => Self::NotStrings(dictionary.clone()),
            other => other,
        }
    }

    /// Returns the row to blame, if it is one.
    pub fn row(&self) -> Option<&InvalidRow> {
        match self {
            Self::Row(row) => Some(row),
            _ => None,
        }
    }
}

impl From<ArrowError> for KernelError {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::OffsetOverflowError(_) => Self::TooLong,
            error => Self::Arrow(error),
        }
    }
}

impl From<KernelError> for ArrowError {
    fn from(error: KernelError) -> Self {
        match error {
            KernelError::Arrow(error) => error,
            error => Self::ExternalError(Box::new(error)),
        }
    }
}
