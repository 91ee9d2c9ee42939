//! The answer to a statement, as text.

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use urigram_datafusion::register_all;

use crate::processes::Cluster;
use crate::rows;

/// Returns a session with the tables `links` and `hosts` that runs statements in this process.
pub(crate) async fn here() -> SessionContext {
    let mut session = SessionContext::new();
    register_all(&mut session).unwrap();
    with_tables(session).await
}

/// Returns a session with the same tables that runs statements on the cluster.
pub(crate) async fn on(cluster: &Cluster) -> SessionContext {
    with_tables(urigram_ballista::client(cluster.address()).await.unwrap()).await
}

async fn with_tables(session: SessionContext) -> SessionContext {
    let (links, hosts) = rows::tables();
    session.register_parquet("links", links, ParquetReadOptions::default()).await.unwrap();
    session.register_parquet("hosts", hosts, ParquetReadOptions::default()).await.unwrap();
    session
}

/// Runs the statement and returns its rows as a table.
pub(crate) async fn run(session: &SessionContext, statement: &str) -> Result<String> {
    let batches = session.sql(statement).await?.collect().await?;
    Ok(pretty_format_batches(&batches)?.to_string())
}
