//! A session whose queries run on a Ballista cluster.

use datafusion::prelude::SessionContext;
use urigram_ballista::ClusterError;

use crate::outcome::Failure;

/// Connects to the scheduler at `uri`.
pub(crate) async fn connect(uri: &str) -> Result<SessionContext, Failure> {
    urigram_ballista::client(uri).await.map_err(|error| match error {
        ClusterError::Session(error) => crate::error::explain(&error, ""),
        other => Failure::unable(other.to_string()),
    })
}
