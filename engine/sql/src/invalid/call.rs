//! What is shown of a call.

use std::fmt;

use datafusion::arrow::array::{Array, AsArray, StringViewArray};
use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::prelude::Column;
use urigram_datafusion::urigram_arrow::{Invalid, redact};

use crate::output::visible::{cut, escaped};

/// The columns that a constant is cut to.
const COLUMNS: usize = 60;

/// What the names of the columns begin with in which the optimizer computes an expression once for several others.
const COMMON: &str = "__common_expr";

/// A call without the names of tables, which are paths of files, and without conversions, which the planner adds.
#[derive(Clone, Debug)]
pub(super) struct Call {
    call: Expr,
    shown: String,
}

impl Call {
    /// Returns a call in a node with these inputs.
    pub(super) fn of(call: Expr, inputs: &[LogicalPlan]) -> Result<Self> {
        let call = call.transform_up(|expression| {
            Ok(match expression {
                Expr::Alias(alias) => Transformed::yes(*alias.expr),
                Expr::Column(column) => {
                    Transformed::yes(common(&column, inputs).unwrap_or(Expr::Column(column)))
                }
                other => Transformed::no(other),
            })
        })?;
        let call = call.data.transform_up(|expression| {
            Ok(match expression {
                Expr::Column(column) => Transformed::yes(unqualified(column.name)),
                Expr::Cast(cast) => Transformed::yes(*cast.expr),
                other => Transformed::no(other),
            })
        })?;
        let shown = call.data.clone().transform_up(|expression| {
            Ok(match &expression {
                Expr::Literal(value, _) => match value.try_as_str().flatten() {
                    // A name is shown as it is, without the type that stands before a constant.
                    Some(text) => Transformed::yes(unqualified(constant(text))),
                    None => Transformed::yes(unqualified(value.to_string())),
                },
                _ => Transformed::no(expression),
            })
        })?;
        Ok(Self { call: call.data, shown: escaped(&shown.data.to_string()) })
    }

    /// Returns whether the other is the same but for the tables of its columns. Two calls may be shown alike, because
    /// long constants are cut.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        self.call == other.call
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Returns the expression that the optimizer has taken out of others.
fn common(column: &Column, inputs: &[LogicalPlan]) -> Option<Expr> {
    column.name.starts_with(COMMON).then_some(())?;
    inputs.iter().find_map(|input| {
        let LogicalPlan::Projection(projection) = input else { return None };
        let index = projection.schema.maybe_index_of_column(column)?;
        Some(projection.expr.get(index)?.clone().unalias())
    })
}

fn unqualified(name: String) -> Expr {
    Expr::Column(Column::new_unqualified(name))
}

/// Returns a constant as it is shown: without the password of a reference, and of a text that is none and may have one
/// only that it is there.
fn constant(text: &str) -> String {
    let redacted = redact(&StringViewArray::from(vec![text]), &[], Invalid::Null);
    let redacted = redacted.ok().filter(|redacted| redacted.is_valid(0));
    match redacted.as_ref().and_then(|redacted| redacted.as_string_view_opt()) {
        Some(redacted) => format!("'{}'", cut(&escaped(redacted.value(0)), COLUMNS)),
        None if text.contains('@') => "'…'".to_owned(),
        None => format!("'{}'", cut(&escaped(text), COLUMNS)),
    }
}
