//! Why no session with a cluster begins.

use std::error::Error;
use std::fmt;

use datafusion::error::DataFusionError;

/// Why [`client`](crate::client()) returns no session.
#[derive(Debug)]
pub enum ClusterError {
    /// The address is not `df://host:port`.
    Address {
        /// The address.
        given: String,
        /// What is wrong with it.
        why: String,
    },
    /// No connection to this address is possible.
    Unreachable {
        /// The address.
        address: String,
        /// What the operating system says.
        why: String,
    },
    /// Something listens on this address, but it is not a Ballista scheduler.
    NoScheduler {
        /// The address.
        address: String,
        /// How it answered.
        why: String,
    },
    /// The session cannot be set up.
    Session(DataFusionError),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address { given, why } => {
                write!(f, "`{given}` is not the address of a scheduler: {why}; an address is df://host:port")
            }
            Self::Unreachable { address, why } => write!(f, "cannot reach a scheduler at {address}: {why}"),
            Self::NoScheduler { address, why } => {
                write!(f, "what listens on {address} is not a Ballista scheduler: {why}")
            }
            Self::Session(error) => write!(f, "cannot set up a session with the cluster: {error}"),
        }
    }
}

impl Error for ClusterError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Session(error) => Some(error),
            _ => None,
        }
    }
}

impl From<DataFusionError> for ClusterError {
    fn from(error: DataFusionError) -> Self {
        Self::Session(error)
    }
}
