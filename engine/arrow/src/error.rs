//! Why a kernel fails, and what it does with a string that is no URI reference.
//!
//! In: the errors of `urigram` and of Arrow.
//! Out: `KernelError`, with the row to blame if it is one, and the choice `Invalid`.
//! Next: none.

use std::fmt::{self, Write};

use arrow_schema::{ArrowError, DataType};
use urigram::{ParseError, Rule};

use crate::invariant::Invariant;

/// What a kernel does with a row that it cannot answer, such as a string that is no URI reference.
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
    /// Two arguments that are no scalars have different lengths.
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
        Self::Row(Box::new(InvalidRow { row, text: text.to_owned(), error }))
    }

    /// Returns the error for an array in which the rows of this one have these indices.
    pub(crate) fn in_row_of(self, rows: &[usize]) -> Self {
        match self {
            Self::Row(mut invalid) => {
                invalid.row = *rows.get(invalid.row).invariant("a row that is invalid is one of the array");
                Self::Row(invalid)
            }
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

/// A row that made a kernel fail.
///
/// `Display` shows the string, shortened around the fault, without the password of its userinfo.
#[derive(Debug)]
pub struct InvalidRow {
    row: usize,
    text: String,
    error: urigram::Error,
}

impl InvalidRow {
    /// Returns the index of the row in the array.
    pub const fn row(&self) -> usize {
        self.row
    }

    /// Returns the whole string, including any password.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns what is wrong with it.
    pub const fn error(&self) -> &urigram::Error {
        &self.error
    }

    /// Returns the component to blame, if the string does not match its rule.
    pub fn component(&self) -> Option<Rule> {
        self.parse_error().map(ParseError::component)
    }

    /// Returns the offset of the fault, in bytes from the start of the string, if it has a place.
    pub fn offset(&self) -> Option<usize> {
        match &self.error {
            urigram::Error::Parse(error) => Some(error.offset()),
            urigram::Error::Decode(error) => Some(error.offset()),
            _ => None,
        }
    }

    /// Returns what its author probably meant, or what would be valid there, as a sentence, if the string does not match
    /// its rule. Takes far longer than parsing.
    pub fn help(&self) -> Option<String> {
        self.parse_error().map(|error| error.help_in(&self.text).to_string())
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
        let Self { row, error, .. } = self;
        write!(f, "row {row}: `{}`: {error}", Visible(&self.excerpt()))
    }
}

impl std::error::Error for InvalidRow {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.error)
    }
}

/// The most bytes of a string that are shown before its fault, and from there on.
const BEFORE: usize = 80;
const AFTER: usize = 40;

impl InvalidRow {
    fn excerpt(&self) -> String {
        let offset = self.offset().unwrap_or(0).min(self.text.len());
        let start = self.text.floor_char_boundary(offset.saturating_sub(BEFORE));
        let end = self.text.ceil_char_boundary(offset.saturating_add(AFTER).min(self.text.len()));
        let (left, right) = (if start > 0 { "…" } else { "" }, if end < self.text.len() { "…" } else { "" });
        let part = |range| self.text.get(range).invariant("an excerpt ends at boundaries of characters");
        match password(&self.text) {
            Some((from, to)) if from < end && to > start => {
                format!("{left}{}***{}{right}", part(start..from.max(start)), part(to.min(end)..end))
            }
            _ => format!("{left}{}{right}", part(start..end)),
        }
    }
}

/// Displays a text with what controls a terminal escaped.
struct Visible<'a>(&'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '\\' | '\'' | '"' => f.write_char(character),
            other => other.escape_debug().fmt(f),
        })
    }
}

/// Returns where the password lies in a string that need not be valid.
fn password(text: &str) -> Option<(usize, usize)> {
    let (start, end) = userinfo(text)?;
    let userinfo = text.get(start..end)?;
    let colons =
        [":", "%3A", "%3a"].into_iter().filter_map(|colon| Some(userinfo.find(colon)? + colon.len()));
    let start = start + colons.min()?;
    (start < end).then_some((start, end))
}

/// Returns where the userinfo lies in a string that need not be valid: before the last `@` of the authority. A password
/// that contains a `/`, `?` or `#` makes the string invalid if what stands before that is no port.
fn userinfo(text: &str) -> Option<(usize, usize)> {
    let Some(slashes) = text.find("//") else { return userinfo_of_sip(text) };
    let start = slashes + "//".len();
    let rest = text.get(start..)?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let end = authority.rfind('@').or_else(|| {
        let (_, port) = authority.split_once(':')?;
        let may_be_port = authority.starts_with('[') || port.bytes().all(|byte| byte.is_ascii_digit());
        if may_be_port { None } else { rest.rfind('@') }
    });
    Some((start, start + end?))
}

/// RFC 3261, section 19.1.1: a `sip` URI has its userinfo in the path.
fn userinfo_of_sip(text: &str) -> Option<(usize, usize)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_sip = ["sip", "sips"].iter().any(|sip| scheme.trim_start().eq_ignore_ascii_case(sip));
    let start = scheme.len() + 1;
    is_sip.then_some((start, start + rest.rfind('@')?))
}
