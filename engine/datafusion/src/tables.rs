//! The table function `uri_extract`.
//!
//! In: a kernel of `urigram_arrow`.
//! Out: `Extract`, which returns a table of the URIs in a text.
//! Next: `register_tables`.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, StringViewArray, StructArray};
use datafusion::arrow::datatypes::Fields;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{DFSchema, Result, ScalarValue, plan_err};
use datafusion::datasource::ViewTable;
use datafusion::logical_expr::{EmptyRelation, Expr, LogicalPlan, LogicalPlanBuilder, lit};

use crate::error::FunctionError;

const NAME: &str = "uri_extract";

/// The URIs in a constant text. Each is a row with the columns `start`, `end` and `uri`.
#[derive(Debug)]
pub(crate) struct Extract;

impl Extract {
    pub(crate) const NAME: &str = NAME;
}

impl TableFunctionImpl for Extract {
    fn call_with_args(&self, arguments: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let [Expr::Literal(text, _)] = arguments.exprs() else {
            return plan_err!(
                "{NAME}: write one text, such as {NAME}('See http://example.com/.'); of the texts of a \
                              column, write unnest({NAME}(column)) in the select list"
            );
        };
        let Some(text) = text.try_as_str().flatten() else {
            return plan_err!("{NAME}: the argument must be a text, not {text}");
        };
        let found = urigram_arrow::extract(&StringViewArray::from(vec![text]))
            .map_err(|error| FunctionError::new(NAME, error))?;
        let found = found.as_list::<i32>().value(0);
        let found = found.as_struct();
        let plan = if found.is_empty() { nothing(found.fields())? } else { rows(found)? };
        Ok(Arc::new(ViewTable::new(plan, None)))
    }
}

/// Returns a plan that produces no rows. A plan of literal values cannot do this, because it needs at least
/// one row.
fn nothing(fields: &Fields) -> Result<LogicalPlan> {
    let schema = Arc::new(DFSchema::from_unqualified_fields(fields.clone(), HashMap::new())?);
    Ok(LogicalPlan::EmptyRelation(EmptyRelation { produce_one_row: false, schema }))
}

/// Returns a plan of literal values, which every engine supports.
fn rows(found: &StructArray) -> Result<LogicalPlan> {
    let row =
        |row| found.columns().iter().map(move |column| Ok(lit(ScalarValue::try_from_array(column, row)?)));
    let rows = (0..found.len()).map(|index| row(index).collect::<Result<Vec<_>>>()).collect::<Result<_>>()?;
    let values = LogicalPlanBuilder::values(rows)?;
    let columns = values.schema().columns().into_iter().zip(found.column_names());
    let columns: Vec<_> = columns.map(|(column, name)| Expr::Column(column).alias(name)).collect();
    values.project(columns)?.build()
}
