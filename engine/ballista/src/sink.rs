//! Plans that write files.
//!
//! What a task has written stays where it is if the task is repeated: its rows are there twice.

use datafusion::datasource::sink::DataSinkExec;
use datafusion::physical_plan::ExecutionPlan;

/// Whether a stage of this plan writes files, as `COPY` and `INSERT` do.
pub(crate) fn is_in(plan: &dyn ExecutionPlan) -> bool {
    plan.is::<DataSinkExec>() || plan.children().into_iter().any(|child| is_in(child.as_ref()))
}
