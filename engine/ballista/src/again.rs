//! Statements that are sent again if an executor was lost.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::planner::BallistaQueryPlanner;
use datafusion::arrow::array::RecordBatch;
use datafusion::catalog::Session;
use datafusion::common::tree_node::TreeNodeRecursion;
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

use crate::trusted::LOST;

/// How often a statement is sent at most.
const ATTEMPTS: usize = 4;

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
        let plan = self.0.create_physical_plan(plan, session).await?;
        let sent = plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>().is_some();
        Ok(if sent { Arc::new(Again(plan)) } else { plan })
    }
}

/// A statement on the cluster.
#[derive(Debug)]
struct Again(Arc<dyn ExecutionPlan>);

impl DisplayAs for Again {
    fn fmt_as(&self, t: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_as(t, f)
    }
}

impl ExecutionPlan for Again {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.0.properties()
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
        self.0.metrics()
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let answer = answer(Arc::clone(&self.0), partition, context);
        let batches = stream::once(answer).try_flatten();
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.0.schema(), batches)))
    }
}

/// Returns the batches of the first attempt in which no executor is lost, or of the last.
///
/// The cluster has the whole answer before its first batch comes: until then, nothing has been given away.
async fn answer(
    plan: Arc<dyn ExecutionPlan>,
    partition: usize,
    context: Arc<TaskContext>,
) -> Result<BoxStream<'static, Result<RecordBatch>>> {
    for _ in 1..ATTEMPTS {
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
    said.contains(LOST) || said.contains("GrpcConnectionError(")
}
