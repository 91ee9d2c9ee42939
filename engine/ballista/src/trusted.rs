//! Fails jobs that may have duplicated rows because they have lost an executor.
//!
//! Ballista 55 repeats a stage that was reading from a lost executor, but keeps the output of tasks that had
//! finished in the first attempt, so that the next stage reads their rows twice. Therefore a job fails if
//! such a stage, or a task that writes files, was repeated.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::{JobStatus, job_status::Status};
use ballista_core::{JobId, JobStatusSubscriber};
use ballista_scheduler::cluster::{JobState, JobStateEventStream};
use ballista_scheduler::state::execution_graph::{ExecutionGraph, ExecutionGraphBox};
use ballista_scheduler::state::execution_stage::{ExecutionStage, TaskInfo};
use datafusion::datasource::sink::DataSinkExec;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::{SessionConfig, SessionContext};

/// The error of a job that may have produced rows twice.
const DOUBT: &str = "an executor was lost while others read from it, or while it wrote, so that rows may have been counted or written twice; \
                     run the statement again, after a COPY without the files that it has written";

/// The state of jobs. It changes the success of a job that may have duplicated rows to a failure.
#[doc(hidden)]
pub struct Trusted(pub Arc<dyn JobState>);

/// Returns whether rows may be duplicated in the result or in written files.
fn is_doubtful(graph: &dyn ExecutionGraph) -> bool {
    let parts = graph.output_locations().into_iter().map(|location| location.partition_id.partition_id);
    graph.stages().values().any(is_repeated) || has_repetition(parts)
}

/// Returns whether rows of the stage may have been counted or written twice.
fn is_repeated(stage: &ExecutionStage) -> bool {
    let ExecutionStage::Successful(stage) = stage else { return true };
    let partitions = |task: &TaskInfo| task.global_input_partition_ids.clone();
    if writes(stage.plan.as_ref()) {
        return stage.stage_attempt_num > 0 || has_repetition(stage.task_infos.iter().flat_map(partitions));
    }
    // A stage without inputs reads files, and its tasks are repeated one by one.
    stage.stage_attempt_num > 0 && !stage.inputs.is_empty()
}

/// Returns whether a stage of this plan writes files, as for `COPY` and `INSERT`. If a task is repeated, the
/// files of its first attempt remain.
fn writes(plan: &dyn ExecutionPlan) -> bool {
    plan.is::<DataSinkExec>() || plan.children().into_iter().any(|child| writes(child.as_ref()))
}

fn has_repetition(numbers: impl IntoIterator<Item = usize>) -> bool {
    let mut seen = HashSet::new();
    numbers.into_iter().any(|number| !seen.insert(number))
}

#[async_trait]
impl JobState for Trusted {
    async fn save_job(&self, job_id: &JobId, graph: &ExecutionGraphBox) -> Result<()> {
        if matches!(graph.status().status, Some(Status::Successful(_))) && is_doubtful(graph.as_ref()) {
            let mut failed = graph.cloned();
            failed.fail_job(DOUBT.to_owned());
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

#[cfg(test)]
mod tests {
    use ballista_core::serde::protobuf::{SuccessfulTask, task_status};
    use ballista_scheduler::state::execution_stage::{StageOutput, SuccessfulStage};
    use rstest::rstest;

    use super::*;

    const READS: &str = "select 1 as a";
    const WRITES: &str = "copy (select 1 as a) to 'a/' stored as csv";

    fn task(task_id: usize, partition: usize) -> TaskInfo {
        TaskInfo {
            task_id,
            scheduled_time: 0,
            launch_time: 0,
            start_exec_time: 0,
            end_exec_time: 0,
            finish_time: 0,
            task_status: task_status::Status::Successful(SuccessfulTask::default()),
            global_input_partition_ids: vec![partition],
            vcores_consumed: 1,
        }
    }

    #[rstest]
    #[case::reads_files_once(READS, 0, 0, &[0, 1], false)]
    #[case::reads_files_again(READS, 1, 0, &[0, 1, 0], false)]
    #[case::reads_a_stage_once(READS, 0, 1, &[0], false)]
    #[case::repeats_a_task_of_its_own(READS, 0, 1, &[0, 0], false)]
    #[case::reads_a_stage_again(READS, 1, 1, &[0], true)]
    #[case::writes_once(WRITES, 0, 1, &[0, 1], false)]
    #[case::writes_files_again(WRITES, 1, 0, &[0], true)]
    #[case::writes_a_stage_again(WRITES, 1, 1, &[0], true)]
    #[case::repeats_a_task_that_writes(WRITES, 0, 1, &[0, 1, 1], true)]
    #[tokio::test]
    async fn stages_that_may_have_rows_twice(
        #[case] statement: &str,
        #[case] attempt: usize,
        #[case] inputs: usize,
        #[case] partitions: &[usize],
        #[case] expected: bool,
    ) {
        let session = SessionContext::new();
        let plan = session.state().create_logical_plan(statement).await.unwrap();
        let stage = ExecutionStage::Successful(SuccessfulStage {
            stage_id: 2,
            stage_attempt_num: attempt,
            partitions: 2,
            output_links: Vec::new(),
            inputs: (0..inputs).map(|input| (input, StageOutput::new())).collect(),
            plan: session.state().create_physical_plan(&plan).await.unwrap(),
            task_infos: partitions.iter().enumerate().map(|(id, &partition)| task(id, partition)).collect(),
            stage_metrics: Vec::new(),
            session_config: Arc::default(),
            output_column_stats: Vec::new(),
        });
        assert_eq!(is_repeated(&stage), expected);
    }
}
