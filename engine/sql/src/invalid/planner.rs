//! Where plans are taken: after the last rule of the optimizer, so that no rule meets a function that counts, copies it
//! or computes it for constants.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::Session;
use datafusion::common::Result;
use datafusion::execution::context::QueryPlanner;
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::ExecutionPlan;

use super::{Invalid, plan};

/// The planner of a session, whose plans count.
#[derive(Debug)]
pub(super) struct Planner {
    invalid: Invalid,
    planner: Arc<dyn QueryPlanner + Send + Sync>,
}

impl Planner {
    pub(super) fn new(invalid: Invalid, planner: Arc<dyn QueryPlanner + Send + Sync>) -> Self {
        Self { invalid, planner }
    }
}

#[async_trait]
impl QueryPlanner for Planner {
    async fn create_physical_plan(
        &self,
        logical_plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let counting = plan::counting(logical_plan.clone(), &self.invalid)?;
        self.planner.create_physical_plan(&counting, session).await
    }
}
