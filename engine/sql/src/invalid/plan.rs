//! Puts functions that count in the place of those that do not.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::logical_expr::expr::{AggregateFunction, ScalarFunction, WindowFunction};
use datafusion::logical_expr::{AggregateUDF, Expr, LogicalPlan, ScalarUDF, WindowFunctionDefinition};

use super::aggregate::CountedAggregate;
use super::call::Call;
use super::scalar::Counted;
use super::site::Site;
use super::{Invalid, repeated};

/// Returns the plan, in which each function that takes URI references counts.
pub(super) fn counting(plan: LogicalPlan, invalid: &Invalid) -> Result<LogicalPlan> {
    let counting = plan.transform_up_with_subqueries(|node| {
        let inputs: Vec<LogicalPlan> = node.inputs().into_iter().cloned().collect();
        let mut node_calls = Calls { invalid, inputs, counted: Vec::new() };
        node.map_expressions(|expression| {
            expression.transform_up(|expression| node_calls.counting(expression))
        })
    })?;
    Ok(counting.data)
}

/// The calls in one node of a plan.
struct Calls<'a> {
    invalid: &'a Invalid,
    /// The inputs of the node, whose functions count already.
    inputs: Vec<LogicalPlan>,
    /// What has been replaced in the node.
    counted: Vec<(Expr, Arc<Site>)>,
}

impl Calls<'_> {
    fn counting(&mut self, expression: Expr) -> Result<Transformed<Expr>> {
        Ok(match expression {
            Expr::ScalarFunction(function) => self.scalar(function)?,
            Expr::AggregateFunction(function) => self.aggregate(function)?,
            Expr::WindowFunction(function) => self.window(*function)?,
            other => Transformed::no(other),
        })
    }

    fn scalar(&mut self, function: ScalarFunction) -> Result<Transformed<Expr>> {
        let references = urigram_datafusion::references(function.func.name());
        if references.is_empty() {
            return Ok(Transformed::no(Expr::ScalarFunction(function)));
        }
        let call = Call::of(Expr::ScalarFunction(function.clone()), &self.inputs)?;
        let counted = |site| {
            let counted = Counted::new(Arc::clone(function.func.inner()), references.clone(), site);
            let func = Arc::new(ScalarUDF::new_from_impl(counted));
            Expr::ScalarFunction(ScalarFunction { func, args: function.args.clone() })
        };
        // Functions that count in different sites are equal, so that this one is found below whatever its site is.
        let sought = counted(Arc::new(Site::new(call.clone(), Vec::new())));
        let below = match self.counted.iter().rev().find(|(expression, _)| *expression == sought) {
            // A node may compute a call twice, as in two branches of a condition.
            Some((_, site)) => vec![Arc::clone(site)],
            None => repeated::below(&self.inputs, &sought)?,
        };
        let site = self.invalid.add(call, below);
        let counted = counted(Arc::clone(&site));
        self.counted.push((counted.clone(), site));
        Ok(Transformed::yes(counted))
    }

    fn aggregate(&self, function: AggregateFunction) -> Result<Transformed<Expr>> {
        let call = Call::of(Expr::AggregateFunction(function.clone()), &self.inputs)?;
        Ok(match self.counted_aggregate(&function.func, call) {
            None => Transformed::no(Expr::AggregateFunction(function)),
            Some(func) => Transformed::yes(Expr::AggregateFunction(AggregateFunction { func, ..function })),
        })
    }

    fn window(&self, function: WindowFunction) -> Result<Transformed<Expr>> {
        let counted = match &function.fun {
            WindowFunctionDefinition::AggregateUDF(aggregate) => {
                let call = Call::of(Expr::from(function.clone()), &self.inputs)?;
                self.counted_aggregate(aggregate, call)
            }
            WindowFunctionDefinition::WindowUDF(_) => None,
        };
        Ok(match counted {
            None => Transformed::no(Expr::from(function)),
            Some(aggregate) => {
                let fun = WindowFunctionDefinition::AggregateUDF(aggregate);
                Transformed::yes(Expr::from(WindowFunction { fun, ..function }))
            }
        })
    }

    fn counted_aggregate(&self, function: &AggregateUDF, call: Call) -> Option<Arc<AggregateUDF>> {
        let references = urigram_datafusion::references(function.name());
        if references.is_empty() {
            return None;
        }
        let site = self.invalid.add(call, Vec::new());
        let counted = CountedAggregate::new(Arc::clone(function.inner()), references, site);
        Some(Arc::new(AggregateUDF::new_from_impl(counted)))
    }
}
