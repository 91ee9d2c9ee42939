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

use super::sorted::{Fault, Kind};
use super::uri;
use crate::connections::Connections;
use crate::sink;

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
        let writes = sink::is_in(plan.as_ref());
        let stage =
            self.0.create_query_stage_exec(job_id, stage_id, task_id, partitions, plan, work_dir, config)?;
        Ok(Arc::new(Stage { stage, writes }))
    }
}

#[derive(Debug)]
struct Stage {
    stage: Arc<dyn QueryStageExecutor>,
    /// Whether its tasks must not be repeated.
    writes: bool,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stage.fmt(f)
    }
}

#[async_trait]
impl QueryStageExecutor for Stage {
    async fn execute_query_stage(
        &self,
        task_id: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        self.stage.execute_query_stage(task_id, context).await.map_err(|error| sendable(error, self.writes))
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        self.stage.collect_plan_metrics()
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.stage.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.stage.collect_window_state_reports().map_err(|error| sendable(error, self.writes))
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.stage.collect_column_stats()
    }
}

/// Returns the error with a URI inside. Those that Ballista acts upon stay what they are, and tasks are repeated after
/// the same errors, unless the task `writes`: Ballista repeats neither a task nor a stage after its error.
pub(super) fn sendable(error: DataFusionError, writes: bool) -> DataFusionError {
    let fault = match Fault::of(&error) {
        Some(fault) => Sendable(fault),
        None if writes => {
            Sendable(Fault { kind: Kind::Unable, said: error.find_root().message().into_owned() })
        }
        None => return error,
    };
    match !writes && FailedTask::from(BallistaError::from(error)).retryable {
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
