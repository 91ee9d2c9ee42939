//! The result of a statement as text, in this process or on a cluster.

use std::sync::Arc;

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::processes::Cluster;
use crate::rows;

/// Returns a session in this process, with the tables of rows.
pub(crate) async fn here() -> SessionContext {
    with_tables(uri_sql::session(SessionConfig::new(), Arc::default(), None).unwrap()).await
}

/// Returns a session on a cluster, with the tables of rows.
pub(crate) async fn on(cluster: &Cluster) -> SessionContext {
    with_tables(session_on(cluster)).await
}

pub(crate) fn session_on(cluster: &Cluster) -> SessionContext {
    let config = SessionConfig::new().with_information_schema(true).with_target_partitions(8);
    uri_sql::session(config, Arc::default(), Some(cluster.address())).unwrap()
}

async fn with_tables(session: SessionContext) -> SessionContext {
    let (links, hosts) = rows::tables();
    for (name, directory) in [("links", links), ("hosts", hosts)] {
        session.register_parquet(name, directory, Default::default()).await.unwrap();
    }
    session
}

/// Returns the rows of a statement as a table.
pub(crate) async fn run(session: &SessionContext, statement: &str) -> Result<String> {
    let rows = session.sql(statement).await?.collect().await?;
    Ok(pretty_format_batches(&rows)?.to_string())
}
