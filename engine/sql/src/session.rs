//! The session: DataFusion's shell and Ballista's client with the functions on URIs.
//!
//! In: settings, the memory and the disk that there are, and the scheduler of a cluster.
//! Out: a session with the functions and the tables of files.
//! Next: the shell of `datafusion-cli`.

use std::sync::Arc;

use ballista_core::extension::{SessionConfigExt, SessionStateExt};
use datafusion::common::Result;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_cli::catalog::DynamicObjectStoreCatalog;
use datafusion_cli::functions::ParquetMetadataFunc;
use urigram_datafusion::{register_all, register_spark, register_tables};

use crate::cluster::{PrepareForCluster, address};
use crate::text;

/// Returns a session with the functions on URIs, whose statements run in this process, or on the Ballista cluster of a scheduler, such
/// as `df://localhost:50050`.
///
/// Tables of files have their names in quotes, such as `'links.txt'`. `max_spill_file_size_bytes` is 1, whatever `config` says.
///
/// ```
/// # async fn example() -> datafusion::error::Result<()> {
/// let session = uri_sql::session(Default::default(), Default::default(), None)?;
/// session.sql("select uri_host(line) from 'links.txt'").await?.show().await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// If the address of the scheduler is not of this form, or a function cannot be registered. No connection is made before the first statement.
pub fn session(
    config: SessionConfig,
    environment: Arc<RuntimeEnv>,
    cluster: Option<&str>,
) -> Result<SessionContext> {
    // `RepartitionExec` deadlocks when it reads a spill file that is still being written (apache/datafusion#24883): a file for each batch.
    let mut config = config.set_usize("datafusion.execution.max_spill_file_size_bytes", 1);
    if cluster.is_some() {
        // Under the adaptive planner of Ballista 55, a statement hangs if an executor is lost, and so do some ordered unions.
        config = config.upgrade_for_ballista().with_ballista_adaptive_query_planner(false);
    }
    let mut state = SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(environment)
        .with_default_features()
        .build();
    if let Some(scheduler) = cluster {
        let address = address(scheduler).map_err(DataFusionError::Configuration)?;
        // gRPC is HTTP/2 without TLS.
        state = state.upgrade_for_ballista(format!("http://{address}"))?;
        state.add_analyzer_rule(Arc::new(PrepareForCluster));
    }
    register_all(&mut state)?;
    register_spark(&mut state)?;
    let context = SessionContext::new_with_state(state);
    register_tables(&context);
    context.register_udtf("parquet_metadata", Arc::new(ParquetMetadataFunc {}));
    text::enable(&context);
    let stores =
        DynamicObjectStoreCatalog::new(Arc::clone(context.state().catalog_list()), context.state_weak_ref());
    context.register_catalog_list(Arc::new(stores));
    Ok(context)
}
