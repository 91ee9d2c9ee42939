//! The error of a function.

use std::error::Error;
use std::fmt;

use datafusion::error::DataFusionError;
use urigram_arrow::KernelError;

/// The error of a function, wrapped in a [`DataFusionError::External`].
///
/// ```
/// use datafusion::prelude::SessionContext;
/// use urigram_datafusion::{FunctionError, register_all};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> datafusion::error::Result<()> {
/// let mut context = SessionContext::new();
/// register_all(&mut context)?;
/// let query = context.sql("SELECT uri_host_strict(column1) FROM (VALUES ('http://a b/'))").await?;
/// let error = query.collect().await.unwrap_err();
/// let row = FunctionError::in_chain(&error).and_then(FunctionError::row).unwrap();
/// assert_eq!((row.text(), row.offset()), ("http://a b/", Some(8)));
/// # Ok(())
/// # }
/// ```
pub struct FunctionError {
    function: String,
    error: KernelError,
}

impl FunctionError {
    pub(crate) fn new(function: &str, error: KernelError) -> Self {
        Self { function: function.to_owned(), error }
    }

    /// Returns the name of the function that failed.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// Returns the invalid row, if there is one: its string, the component and the offset.
    pub fn row(&self) -> Option<&urigram_arrow::InvalidRow> {
        self.error.row()
    }

    /// Returns the error of the function that made a query fail, if it was one of these functions.
    pub fn in_chain(error: &DataFusionError) -> Option<&Self> {
        let mut next: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(error) = next {
            if let Some(found) = error.downcast_ref() {
                return Some(found);
            }
            next = error.source();
        }
        None
    }
}

impl From<FunctionError> for DataFusionError {
    fn from(error: FunctionError) -> Self {
        Self::External(Box::new(error))
    }
}

/// Shows the string, the component and the offset, but not
/// [`InvalidRow::row`](urigram_arrow::InvalidRow::row), because an index in a record batch has no meaning in
/// SQL.
impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, error } = self;
        let Some(row) = error.row() else { return write!(f, "{function}: {error}") };
        write!(f, "{function}: {}", row.without_index())?;
        match row.help() {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// Shows the same as `Display`: a cluster sends the debug form of errors, which is also written to logs and
/// so must not contain a password.
impl fmt::Debug for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for FunctionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
