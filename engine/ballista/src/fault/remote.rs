//! Errors of executors and schedulers.

use std::error::Error;
use std::fmt;

/// What failed on a cluster, in a [`DataFusionError::External`](datafusion::error::DataFusionError::External).
///
/// Faults of data that have an error of DataFusion or Arrow, such as that of a cast, have the same on a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RemoteError {
    /// A strict function that failed for a row.
    Row {
        /// The name of the function.
        function: String,
        /// The string, the component and the offset, as in the error of one process.
        said: String,
    },
    /// An executor that may not use as much memory or disk as a stage needs.
    Exhausted {
        /// Who used how much.
        said: String,
    },
    /// A statement that could not be run: a file that an executor does not see, a plan that cannot be sent, executors
    /// that were lost.
    Unable {
        /// What is wrong.
        said: String,
    },
}

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Row { said, .. } | Self::Exhausted { said } | Self::Unable { said }) = self;
        f.write_str(said)
    }
}

impl Error for RemoteError {}
