//! The errors of kernels, the invalid row, and how kernels treat strings that are not URI references.
//!
//! In: the errors of `urigram` and of Arrow.
//! Out: `KernelError`, which contains the `InvalidRow` if there is one, and the choice `Invalid`.
//! Next: none.

use std::fmt;

use arrow_schema::{ArrowError, DataType};
use urigram::{Excerpt, ParseError, Rule};

/// How a kernel treats an invalid row, such as a string that is not a URI reference.
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
    /// The kernel fails, and the error contains the first invalid row.
    Fail,
}

impl Invalid {
    /// Returns the value of a row; `None` if the result of the row is null.
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

/// The error of a kernel.
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
    /// Two arrays have different lengths.
    #[error("expected arrays of the same length, found {0} and {1} rows")]
    Lengths(usize, usize),
    /// The result does not fit its type, whose offsets have 32 bits.
    #[error(
        "the result is longer than 2147483647 bytes or elements, the most that its type can hold; \
         pass fewer rows at once, or strings of the type LargeUtf8 or Utf8View"
    )]
    TooLong,
    /// Arrow failed to build the result.
    #[error(transparent)]
    Arrow(ArrowError),
}

impl KernelError {
    #[cold]
    pub(crate) fn invalid(row: usize, text: &str, error: urigram::Error) -> Self {
        Self::Row(Box::new(InvalidRow::new(row, text, error)))
    }

    /// Maps the row of the error to its index in another array. `rows` maps each row to that index.
    pub(crate) fn in_row_of(self, rows: &[usize]) -> Self {
        match self {
            Self::Row(invalid) => {
                let row = rows.get(invalid.row()).expect("a row that is invalid is one of the array");
                Self::Row(Box::new(invalid.numbered(*row)))
            }
            other => other,
        }
    }

    /// Converts an error about the values of a dictionary of this type to an error about the dictionary.
    pub(crate) fn in_values_of(self, dictionary: &DataType) -> Self {
        match self {
            Self::NotStrings(_) => Self::NotStrings(dictionary.clone()),
            other => other,
        }
    }

    /// Returns the invalid row, if there is one.
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

// The row that made a kernel fail.

/// A row that made a kernel fail.
///
/// `Display` and `Debug` show the string, shortened around the fault, and hide the password of its userinfo.
pub struct InvalidRow {
    row: usize,
    text: String,
    error: urigram::Error,
}

impl InvalidRow {
    fn new(row: usize, text: &str, error: urigram::Error) -> Self {
        Self { row, text: text.to_owned(), error }
    }

    fn numbered(self, row: usize) -> Self {
        Self { row, ..self }
    }

    /// Returns the index of the row in the array.
    pub const fn row(&self) -> usize {
        self.row
    }

    /// Returns the whole string, including any password.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the error of this row.
    pub const fn error(&self) -> &urigram::Error {
        &self.error
    }

    /// Returns the component at fault, if the string does not match its rule.
    pub fn component(&self) -> Option<Rule> {
        self.parse_error().map(ParseError::component)
    }

    /// Returns the offset of the fault in bytes, if it has one.
    pub fn offset(&self) -> Option<usize> {
        match &self.error {
            urigram::Error::Parse(error) => Some(error.offset()),
            urigram::Error::Decode(error) => Some(error.offset()),
            _ => None,
        }
    }

    /// Returns a sentence with the probable correction, or with the valid alternatives, if the string does
    /// not match its rule. Computing it takes far longer than parsing.
    pub fn help(&self) -> Option<String> {
        self.parse_error().map(|error| error.explain(&self.text).help().to_string())
    }

    /// Displays the same as [`Display`](fmt::Display), but without the index of the row, for callers whose
    /// rows are not rows of an array.
    ///
    /// ```
    /// use arrow_array::StringArray;
    /// use urigram_arrow::{Component, Invalid, component};
    ///
    /// let links = StringArray::from(vec!["http://[::1/"]);
    /// let error = component(&links, Component::Host, Invalid::Fail).unwrap_err();
    /// let shown = error.row().map(|row| row.without_index().to_string());
    /// assert_eq!(shown.as_deref(), Some("`http://[::1/`: unexpected '/' in the host at byte 11"));
    /// ```
    pub fn without_index(&self) -> impl fmt::Display + '_ {
        struct Shown<'a>(&'a InvalidRow);
        impl fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let InvalidRow { text, error, .. } = self.0;
                write!(f, "`{}`: {error}", Excerpt::around(text, self.0.offset().unwrap_or(0)))
            }
        }
        Shown(self)
    }

    fn parse_error(&self) -> Option<&ParseError> {
        match &self.error {
            urigram::Error::Parse(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for InvalidRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.row, self.without_index())
    }
}

impl fmt::Debug for InvalidRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for InvalidRow {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.error)
    }
}
