//! Answers that may be wrong because an executor was lost, and are not given.
//!
//! Ballista 55 repeats a stage that was reading from a lost executor, but keeps what the finished tasks of its first
//! attempt have written: the next stage reads those rows twice. So an answer is given only if no such stage was
//! repeated; otherwise the job fails, and the client sends the statement again.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::{JobStatus, job_status::Status};
use ballista_core::{JobId, JobStatusSubscriber};
use ballista_scheduler::cluster::{JobState, JobStateEventStream};
use ballista_scheduler::state::execution_graph::{ExecutionGraph, ExecutionGraphBox};
use ballista_scheduler::state::execution_stage::ExecutionStage;
use datafusion::prelude::{SessionConfig, SessionContext};

/// What a job fails with whose answer may be wrong.
pub(crate) const LOST: &str =
    "an executor was lost while others read from it; the statement has to be repeated";

/// The state of jobs, in which a success may become a failure.
pub(crate) struct Trusted(pub(crate) Arc<dyn JobState>);

/// Whether every row is in the answer once.
fn trusted(graph: &dyn ExecutionGraph) -> bool {
    let repeated = |stage: &ExecutionStage| match stage {
        // A stage without inputs reads files, and is repeated task by task.
        ExecutionStage::Successful(stage) => stage.stage_attempt_num > 0 && !stage.inputs.is_empty(),
        _ => true,
    };
    let mut parts = HashSet::new();
    let twice = |part| !parts.insert(part);
    !graph.stages().values().any(repeated)
        && !graph.output_locations().iter().map(|location| location.partition_id.partition_id).any(twice)
}

#[async_trait]
impl JobState for Trusted {
    async fn save_job(&self, job_id: &JobId, graph: &ExecutionGraphBox) -> Result<()> {
        if matches!(graph.status().status, Some(Status::Successful(_))) && !trusted(graph.as_ref()) {
            let mut failed = graph.cloned();
            failed.fail_job(LOST.to_owned());
            return self.0.save_job(job_id, &failed).await;
        }
        self.0.save_job(job_id, graph).await
    }

    fn accept_job(&self, job_id: &JobId, job_name: &str, queued_at: u64) -> Result<()> {
        self.0.accept_job(job_id, job_name, queued_at)
    }

    fn pending_job_number(&self) -> usize {
        self.0.pending_job_number()
    }

    async fn submit_job(
        &self,
        job_id: JobId,
        graph: &ExecutionGraphBox,
        subscriber: Option<JobStatusSubscriber>,
    ) -> Result<()> {
        self.0.submit_job(job_id, graph, subscriber).await
    }

    async fn get_jobs(&self) -> Result<HashSet<JobId>> {
        self.0.get_jobs().await
    }

    async fn get_all_jobs(&self) -> Result<HashSet<JobId>> {
        self.0.get_all_jobs().await
    }

    async fn get_job_status(&self, job_id: &JobId) -> Result<Option<JobStatus>> {
        self.0.get_job_status(job_id).await
    }

    async fn get_execution_graph(&self, job_id: &JobId) -> Result<Option<ExecutionGraphBox>> {
        self.0.get_execution_graph(job_id).await
    }

    async fn fail_unscheduled_job(&self, job_id: &JobId, reason: String) -> Result<()> {
        self.0.fail_unscheduled_job(job_id, reason).await
    }

    async fn remove_job(&self, job_id: &JobId) -> Result<()> {
        self.0.remove_job(job_id).await
    }

    async fn try_acquire_job(&self, job_id: &JobId) -> Result<Option<ExecutionGraphBox>> {
        self.0.try_acquire_job(job_id).await
    }

    async fn job_state_events(&self) -> Result<JobStateEventStream> {
        self.0.job_state_events().await
    }

    async fn create_or_update_session(
        &self,
        id: &str,
        config: &SessionConfig,
    ) -> Result<Arc<SessionContext>> {
        self.0.create_or_update_session(id, config).await
    }

    async fn remove_session(&self, session_id: &str) -> Result<()> {
        self.0.remove_session(session_id).await
    }

    fn produce_config(&self) -> SessionConfig {
        self.0.produce_config()
    }
}
