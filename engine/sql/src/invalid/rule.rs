//! The rule that puts functions that count in the place of those that do not.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::{Expr, LogicalPlan, ScalarUDF};
use datafusion::optimizer::{OptimizerConfig, OptimizerRule};
use datafusion::prelude::Column;

use super::Invalid;
use super::counted::Counted;

/// What the functions on URIs begin with.
const PREFIX: &str = "uri_";

/// Those whose argument is any text, or that answer whether it is a reference.
const OTHERS: [&str; 4] = ["uri_is_valid", "uri_error", "uri_encode", "uri_decode"];

/// Those with two references.
const OF_TWO: [&str; 4] = ["uri_compare", "uri_equivalent", "uri_resolve", "uri_relativize"];

/// It is the last rule, because functions are computed for constants, and called in other forms, before.
#[derive(Debug)]
pub(super) struct Count {
    invalid: Invalid,
}

impl Count {
    pub(super) fn new(invalid: Invalid) -> Self {
        Self { invalid }
    }

    fn counted(&self, function: ScalarFunction) -> Result<Transformed<Expr>> {
        let name = function.func.name();
        let is_one = name.starts_with(PREFIX) && !OTHERS.contains(&name);
        if !is_one || function.func.inner().is::<Counted>() {
            return Ok(Transformed::no(Expr::ScalarFunction(function)));
        }
        let references = if OF_TWO.contains(&name) { 2 } else { 1 };
        let call = call(Expr::ScalarFunction(function.clone()))?;
        let counted = Counted::new(Arc::clone(function.func.inner()), references, self.invalid.add(call));
        let func = Arc::new(ScalarUDF::new_from_impl(counted));
        Ok(Transformed::yes(Expr::ScalarFunction(ScalarFunction { func, ..function })))
    }
}

/// Returns the call as text, without the names of tables, which are paths of files, and without conversions, which the
/// planner adds.
fn call(function: Expr) -> Result<String> {
    let bare = function.transform_up(|expression| {
        Ok(match expression {
            Expr::Column(column) => Transformed::yes(Expr::Column(Column::new_unqualified(column.name))),
            Expr::Cast(cast) => Transformed::yes(*cast.expr),
            other => Transformed::no(other),
        })
    })?;
    Ok(bare.data.to_string())
}

impl OptimizerRule for Count {
    fn name(&self) -> &str {
        "count_invalid"
    }

    fn rewrite(&self, plan: LogicalPlan, _config: &dyn OptimizerConfig) -> Result<Transformed<LogicalPlan>> {
        plan.transform_up_with_subqueries(|node| {
            node.map_expressions(|expression| {
                expression.transform_up(|expression| match expression {
                    Expr::ScalarFunction(function) => self.counted(function),
                    other => Ok(Transformed::no(other)),
                })
            })
        })
    }
}
