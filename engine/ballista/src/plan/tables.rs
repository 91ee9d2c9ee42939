//! The tables that a cluster can read.

use ballista_core::planner::scans_only_information_schema;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::datasource::cte_worktable::CteWorkTable;
use datafusion::datasource::empty::EmptyTable;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::{ViewTable, source_as_provider};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::LogicalPlan;
use urigram_text::TextTable;

use crate::fault::RemoteError;

/// Returns an error for a plan that cannot be sent because a table of it is only in this process.
pub(crate) fn check(plan: &LogicalPlan) -> Result<()> {
    if scans_only_information_schema(plan)? {
        return Ok(());
    }
    plan.apply_with_subqueries(|node| {
        let LogicalPlan::TableScan(scan) = node else { return Ok(TreeNodeRecursion::Continue) };
        let table = source_as_provider(&scan.source)?;
        let is_sent = table.is::<ListingTable>()
            || table.is::<TextTable>()
            || table.is::<ViewTable>()
            || table.is::<CteWorkTable>()
            || table.is::<EmptyTable>();
        if is_sent {
            return Ok(TreeNodeRecursion::Continue);
        }
        let said =
            format!("the table {} cannot be sent to a cluster, only tables of files can", scan.table_name);
        Err(DataFusionError::External(Box::new(RemoteError::Unable { said })))
    })
    .map(drop)
}
