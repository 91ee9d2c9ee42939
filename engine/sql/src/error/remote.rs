//! Errors of a cluster.

use urigram_ballista::RemoteError;

use super::exhausted::is_memory;
use super::sentence::{cleaned, lenient};
use crate::outcome::Failure;

/// Returns the error for the user.
pub(super) fn of_remote(error: &RemoteError) -> Failure {
    match error {
        RemoteError::Row { function, said } => {
            let failure = Failure::data(cleaned(said));
            // A cluster does not count such rows, so there is no more to say.
            match lenient(function) {
                Some(help) => failure.help(help),
                None => failure,
            }
        }
        RemoteError::Exhausted { said } if is_memory(said) => {
            Failure::unable("the query needs more memory than an executor may use")
                .help("start the executors with a larger --memory-pool-size, or with fewer --vcores: each has its own share")
                .help("or ask for less at once: fewer columns, fewer groups, or a filter before a join")
        }
        RemoteError::Exhausted { said } => {
            Failure::unable(cleaned(said)).help("--work-dir of the executors names a directory with more room")
        }
        other => Failure::unable(cleaned(&other.to_string())),
    }
}
