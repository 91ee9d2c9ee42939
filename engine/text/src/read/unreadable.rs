//! Why lines cannot be read.

use datafusion::arrow::error::ArrowError;
use datafusion::common::exec_datafusion_err;
use datafusion::error::DataFusionError;

use super::rows::LONGEST;

/// Why lines cannot be read.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// The line that begins at this offset has more than `LONGEST` bytes.
    TooLong(u64),
    Arrow(ArrowError),
}

impl Unreadable {
    /// Returns the error for the user, with what has the lines, such as `the text file x.txt`.
    pub(super) fn of(self, text: &str) -> DataFusionError {
        match self {
            Self::TooLong(offset) => exec_datafusion_err!(
                "the line at byte {offset} of {text} is longer than {LONGEST} bytes, the most that a value can have"
            ),
            Self::Arrow(error) => {
                DataFusionError::from(error).context(format!("cannot make a batch of lines of {text}"))
            }
        }
    }
}

impl From<ArrowError> for Unreadable {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}
