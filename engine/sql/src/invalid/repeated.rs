//! Finds the calls that see the same values as one further up in the plan.
//!
//! A condition and a result of the same call are computed in two nodes, of which the lower sees all values, and the
//! upper those that remain. The same call on two tables, as in the parts of a union, sees different values.

use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::{Expr, LogicalPlan};

use super::scalar::Counted;
use super::site::{Site, highest};

/// Returns the sites of this call in the plans: the first on the way of its columns to each table.
pub(super) fn below(plans: &[LogicalPlan], call: &Expr) -> Result<Vec<Arc<Site>>> {
    let mut found = Vec::new();
    for plan in plans.iter().filter(|plan| has_columns(plan, call)) {
        search(plan, call.clone(), &mut found)?;
    }
    Ok(found)
}

/// Searches a plan, which has the columns of the call.
fn search(plan: &LogicalPlan, call: Expr, found: &mut Vec<Arc<Site>>) -> Result<()> {
    let call = match plan {
        LogicalPlan::Union(union) => {
            for input in &union.inputs {
                let column = |index: usize| Some(Expr::Column(input.schema().columns().get(index)?.clone()));
                if let Some(call) = replaced(&call, &union.schema, column)? {
                    search(input, call, found)?;
                }
            }
            return Ok(());
        }
        LogicalPlan::SubqueryAlias(alias) => {
            let columns = alias.input.schema().columns();
            replaced(&call, &alias.schema, |index| Some(Expr::Column(columns.get(index)?.clone())))?
        }
        LogicalPlan::Projection(projection) => {
            replaced(&call, &projection.schema, |index| Some(projection.expr.get(index)?.clone().unalias()))?
        }
        // The columns of the groups come first. A set of groupings is one expression for several columns.
        LogicalPlan::Aggregate(aggregate) => replaced(&call, &aggregate.schema, |index| {
            let group = aggregate.group_expr.get(index)?;
            (!matches!(group, Expr::GroupingSet(_))).then(|| group.clone().unalias())
        })?,
        _ => Some(call),
    };
    let Some(call) = call else { return Ok(()) };
    let sites = sites(plan, &call)?;
    if !sites.is_empty() {
        found.extend(highest(&sites).cloned());
        return Ok(());
    }
    for input in plan.inputs().into_iter().filter(|input| has_columns(input, &call)) {
        search(input, call.clone(), found)?;
    }
    Ok(())
}

/// Returns the call with what its columns are, by their index in the schema; `None` if that is not known of one.
fn replaced(call: &Expr, schema: &DFSchema, by: impl Fn(usize) -> Option<Expr>) -> Result<Option<Expr>> {
    let mut are_known = true;
    let replaced = call.clone().transform_up(|expression| {
        let Expr::Column(column) = &expression else { return Ok(Transformed::no(expression)) };
        Ok(match schema.maybe_index_of_column(column).and_then(&by) {
            Some(expression) => Transformed::yes(expression),
            None => {
                are_known = false;
                Transformed::no(expression)
            }
        })
    })?;
    Ok(are_known.then_some(replaced.data))
}

/// Returns the sites of this call in one node.
fn sites(node: &LogicalPlan, call: &Expr) -> Result<Vec<Arc<Site>>> {
    let mut sites = Vec::new();
    node.apply_expressions(|expression| {
        expression.apply(|expression| {
            if expression == call
                && let Expr::ScalarFunction(function) = expression
                && let Some(counted) = function.func.inner().downcast_ref::<Counted>()
            {
                sites.push(Arc::clone(counted.site()));
            }
            Ok(TreeNodeRecursion::Continue)
        })
    })?;
    Ok(sites)
}

fn has_columns(plan: &LogicalPlan, call: &Expr) -> bool {
    call.column_refs().into_iter().all(|column| plan.schema().has_column(column))
}
