//! The row that a kernel fails for.

use std::fmt;

use urigram::{Excerpt, ParseError, Rule};

/// A row that made a kernel fail.
///
/// `Display` and `Debug` show the string, shortened around the fault, without the password of its userinfo.
pub struct InvalidRow {
    row: usize,
    text: String,
    error: urigram::Error,
}

impl InvalidRow {
    pub(super) fn new(row: usize, text: &str, error: urigram::Error) -> Self {
        Self { row, text: text.to_owned(), error }
    }

    pub(super) fn numbered(self, row: usize) -> Self {
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
        self.parse_error().map(|error| error.explain(&self.text).help().to_string())
    }

    /// Displays what [`Display`](fmt::Display) does, without the index of the row: for those whose rows are not counted
    /// in arrays.
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
