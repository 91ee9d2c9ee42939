//! What fails on a cluster, in the words of one process.
//!
//! In: the error of a stage on an executor, and what Ballista says of it to the client.
//! Out: an error for the client, of a type that tells what failed. Ballista sends only the `Debug` form of an error, in
//! sentences of its own. So `engine`, on the executor, puts an error in its place whose `Debug` form is a URI;
//! `sorted` says what of an error is in it, and `uri` writes and reads it. `remote` is an error that no type of
//! DataFusion stands for. Errors without such a URI, as those of the scheduler, `words` takes out of Ballista's
//! sentences.
//! Next: `again`, whose statements fail with these errors.

mod engine;
mod remote;
mod sorted;
#[cfg(test)]
mod tests;
mod uri;
mod words;

use datafusion::error::DataFusionError;

pub(crate) use engine::Engine;
pub use remote::RemoteError;

use sorted::{Fault, Kind};

/// Whether what Ballista's client says has the fault of a task in it.
pub(crate) fn is_of_a_task(said: &str) -> bool {
    uri::find(said).is_some()
}

/// Returns an error of Ballista's client as one that says what failed on the cluster.
pub(crate) fn received(error: DataFusionError) -> DataFusionError {
    let (DataFusionError::Execution(said) | DataFusionError::Internal(said)) = &error else { return error };
    let fault = uri::find(said).unwrap_or_else(|| Fault { kind: Kind::Unable, said: words::of(said) });
    fault.into_error()
}
