//! Plans on their way to a cluster.
//!
//! In: an optimized plan of the client.
//! Out: the same plan, in a form that means the same to a process that has only what was sent. `tables` says which
//! tables can be sent; `empty` gives relations without rows a form in which they keep their columns, and `target` makes
//! the targets of `COPY` absolute.
//! Next: `again`, which sends it.

mod empty;
mod tables;
mod target;

use datafusion::error::Result;
use datafusion::logical_expr::LogicalPlan;

/// Returns the plan as it can be sent, or an error if it cannot.
pub(crate) fn sendable(plan: &LogicalPlan) -> Result<LogicalPlan> {
    tables::check(plan)?;
    let sent = plan
        .clone()
        .transform_up_with_subqueries(|node| empty::with_columns(node)?.transform_data(target::absolute))?;
    Ok(sent.data)
}
