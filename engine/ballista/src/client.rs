//! The client of a cluster.

use std::sync::Arc;
use std::time::Duration;

use ballista_core::extension::{SessionConfigExt, SessionStateExt};
use ballista_core::planner::BallistaQueryPlanner;
use ballista_core::serde::protobuf::GetJobStatusParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use datafusion::prelude::SessionContext;
use tokio::net::TcpStream;
use tokio::time::timeout;
use urigram_datafusion::{register_all, register_tables};

use crate::address::Address;
use crate::again::Planner;
use crate::error::ClusterError;
use crate::session;

/// How long the scheduler may take to accept a connection, and again to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Returns a session whose statements run on the cluster of the scheduler at `url`, which is `df://host:port`.
///
/// The functions on URIs are registered. Files are named as the executors see them, and the client needs to see them
/// too, because it reads their schema: a path on a shared file system, or `s3://bucket/key` with the credentials in
/// the environment of every process.
///
/// ```no_run
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use datafusion::prelude::ParquetReadOptions;
///
/// let session = urigram_ballista::client("df://localhost:50050").await?;
/// session.register_parquet("links", "s3://crawl/links/", ParquetReadOptions::default()).await?;
/// session.sql("select uri_host(line) as host, count(*) from links group by host").await?.show().await?;
/// # Ok(())
/// # }
/// ```
///
/// A statement is sent again, three times at most, if an executor is lost in such a way that the answer could be wrong.
/// If it is lost after it has given out a part of a large answer, the statement fails; so does one that writes, such as
/// `COPY`, whose files may be there in part.
///
/// # Errors
///
/// If `url` is not such an address, if no connection to it is possible, or if something else than a Ballista
/// scheduler answers. Each is known within seconds; no statement has to be run to find out.
pub async fn client(url: &str) -> Result<SessionContext, ClusterError> {
    let address = Address::parse(url)?;
    greet(&address).await?;
    let config = session::config();
    let (ballista, codec) = (config.ballista_config(), config.ballista_logical_extension_codec());
    let planner = BallistaQueryPlanner::with_extension(address.endpoint(), ballista, codec);
    let config = config.with_ballista_query_planner(Arc::new(Planner(planner)));
    let mut state = session::state(config)?.upgrade_for_ballista(address.endpoint())?;
    // The upgrade has replaced all functions with Ballista's.
    register_all(&mut state)?;
    let session = SessionContext::new_with_state(state);
    register_tables(&session);
    Ok(session)
}

/// Asks the scheduler for the status of a job that does not exist.
async fn greet(address: &Address) -> Result<(), ClusterError> {
    let silent = || format!("no answer within {} seconds", PATIENCE.as_secs());
    let unreachable = |why| ClusterError::Unreachable { address: address.to_string(), why };
    match timeout(PATIENCE, TcpStream::connect(address.socket())).await {
        Err(_) => return Err(unreachable(silent())),
        Ok(Err(error)) => return Err(unreachable(error.to_string())),
        Ok(Ok(_)) => {}
    }
    let no_scheduler = |why| ClusterError::NoScheduler { address: address.to_string(), why };
    let answer = timeout(PATIENCE, async {
        let mut scheduler =
            SchedulerGrpcClient::connect(address.endpoint()).await.map_err(|e| e.to_string())?;
        let job = GetJobStatusParams { job_id: String::new() };
        scheduler.get_job_status(job).await.map(drop).map_err(|status| status.to_string())
    });
    answer.await.unwrap_or_else(|_| Err(silent())).map_err(no_scheduler)
}
