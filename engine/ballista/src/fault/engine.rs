//! The execution of stages, with errors that survive the way to the client.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::{
    FailedTask, RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_executor::execution_engine::{DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::prelude::SessionConfig;

use super::sorted::Fault;
use super::uri;
use crate::connections::Connections;

/// Ballista's own engine, with other errors.
pub(crate) struct Engine(DefaultExecutionEngine);

impl Engine {
    /// Returns the engine that Ballista would take, with connections that are kept for so many seconds.
    pub(crate) fn new(client_ttl: u64) -> Self {
        Self(match client_ttl {
            0 => DefaultExecutionEngine::new(),
            seconds => {
                let connections = Connections::kept(Duration::from_secs(seconds));
                DefaultExecutionEngine::with_client_pool(Arc::new(connections))
            }
        })
    }
}

impl ExecutionEngine for Engine {
    fn create_query_stage_exec(
        &self,
        job_id: JobId,
        stage_id: usize,
        task_id: usize,
        partitions: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        work_dir: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        let stage =
            self.0.create_query_stage_exec(job_id, stage_id, task_id, partitions, plan, work_dir, config);
        Ok(Arc::new(Stage(stage?)))
    }
}

#[derive(Debug)]
struct Stage(Arc<dyn QueryStageExecutor>);

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[async_trait]
impl QueryStageExecutor for Stage {
    async fn execute_query_stage(
        &self,
        task_id: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        self.0.execute_query_stage(task_id, context).await.map_err(sendable)
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        self.0.collect_plan_metrics()
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.0.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.0.collect_window_state_reports().map_err(sendable)
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.0.collect_column_stats()
    }
}

/// Returns the error with a URI inside. Those that Ballista acts upon stay what they are, and tasks are repeated after
/// the same errors.
pub(super) fn sendable(error: DataFusionError) -> DataFusionError {
    let Some(fault) = Fault::of(&error).map(Sendable) else { return error };
    match FailedTask::from(BallistaError::from(error)).retryable {
        true => DataFusionError::IoError(io::Error::other(fault)),
        false => DataFusionError::External(Box::new(fault)),
    }
}

/// An error whose `Debug` form, which is all that Ballista sends, is a URI.
struct Sendable(Fault);

impl fmt::Debug for Sendable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&uri::write(&self.0))
    }
}

impl fmt::Display for Sendable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.said)
    }
}

impl Error for Sendable {}
