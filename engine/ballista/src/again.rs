//! Statements that are sent again if an executor was lost.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use ballista_core::execution_plans::{DistributedExplainAnalyzeExec, DistributedQueryExec};
use ballista_core::extension::SessionConfigExt;
use ballista_core::planner::BallistaQueryPlanner;
use datafusion::arrow::array::RecordBatch;
use datafusion::catalog::Session;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::context::QueryPlanner;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use datafusion_proto::protobuf::LogicalPlanNode;
use futures::stream::{self, BoxStream, StreamExt, TryStreamExt};

use crate::fault::{self, RemoteError};
use crate::plan::sendable;
use crate::trusted::LOST;

/// How often a statement that only reads is sent at most.
const ATTEMPTS: usize = 4;

/// What a statement fails with whose client would ask for the status of the job again and again: Ballista answers from
/// another state of the job than that in which `trusted` withholds an answer.
const PULL: &str = "ballista.client.pull must be false, or an answer that may be wrong is not recognized";

/// Plans as Ballista does; what it sends to the cluster is sent again if need be.
#[derive(Debug)]
pub(crate) struct Planner(pub(crate) BallistaQueryPlanner<LogicalPlanNode>);

#[async_trait]
impl QueryPlanner for Planner {
    async fn create_physical_plan(
        &self,
        plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let plan = sendable(plan)?;
        let attempts = if writes(&plan)? { 1 } else { ATTEMPTS };
        let plan = self.0.create_physical_plan(&plan, session).await?;
        let sent = plan.is::<DistributedQueryExec<LogicalPlanNode>>()
            || plan.is::<DistributedExplainAnalyzeExec<LogicalPlanNode>>();
        if sent && session.config().ballista_config().client_pull() {
            return Err(DataFusionError::External(Box::new(RemoteError::Unable { said: PULL.to_owned() })));
        }
        Ok(if sent { Arc::new(Again { plan, attempts }) } else { plan })
    }
}

/// Whether a statement leaves something behind even if it fails.
fn writes(plan: &LogicalPlan) -> Result<bool> {
    plan.exists(|node| Ok(matches!(node, LogicalPlan::Dml(_) | LogicalPlan::Copy(_))))
}

/// A statement on the cluster.
#[derive(Debug)]
struct Again {
    plan: Arc<dyn ExecutionPlan>,
    attempts: usize,
}

impl DisplayAs for Again {
    fn fmt_as(&self, t: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.plan.fmt_as(t, f)
    }
}

impl ExecutionPlan for Again {
    fn name(&self) -> &str {
        self.plan.name()
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.plan.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn with_new_children(self: Arc<Self>, _: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn metrics(&self) -> Option<MetricsSet> {
        self.plan.metrics()
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let answer = answer(Arc::clone(&self.plan), self.attempts, partition, context);
        let batches = stream::once(answer).try_flatten().map_err(fault::received);
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.plan.schema(), batches)))
    }
}

/// Returns the batches of the first attempt in which no executor is lost, or of the last.
///
/// The cluster has the whole answer before its first batch comes: until then, nothing has been given away.
async fn answer(
    plan: Arc<dyn ExecutionPlan>,
    attempts: usize,
    partition: usize,
    context: Arc<TaskContext>,
) -> Result<BoxStream<'static, Result<RecordBatch>>> {
    for _ in 1..attempts {
        let mut batches = plan.execute(partition, Arc::clone(&context))?;
        match batches.next().await {
            Some(Err(error)) if lost(&error) => {}
            first => return Ok(stream::iter(first).chain(batches).boxed()),
        }
    }
    Ok(plan.execute(partition, context)?.boxed())
}

/// Whether an executor was lost while the job ran, or after it with a part of the answer.
fn lost(error: &DataFusionError) -> bool {
    let said = error.to_string();
    // A fault of a task may quote a row with these words.
    !fault::is_of_a_task(&said) && (said.contains(LOST) || said.contains("GrpcConnectionError("))
}

#[cfg(test)]
mod tests {
    use datafusion::prelude::SessionContext;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::select("select 1", false)]
    #[case::explain("explain analyze select 1", false)]
    #[case::copy("copy (select 1) to 'x.csv'", true)]
    #[case::explained_copy("explain analyze copy (select 1) to 'x.csv'", true)]
    #[case::insert("insert into t select 1", true)]
    #[tokio::test]
    async fn statements_that_write(#[case] statement: &str, #[case] expected: bool) {
        let session = SessionContext::new();
        session.sql("create table t (a int)").await.unwrap();
        let plan = session.state().create_logical_plan(statement).await.unwrap();
        assert_eq!(writes(&plan).unwrap(), expected);
    }

    #[rstest]
    #[case::connection("Execution(\"… GrpcConnectionError(\\\"refused\\\") …\")", true)]
    #[case::row("uri-sql-fault:row?uri_host_strict=GrpcConnectionError(", false)]
    fn losses(#[case] said: &str, #[case] expected: bool) {
        assert_eq!(lost(&DataFusionError::Execution(said.to_owned())), expected);
    }
}
