//! Functions beside those of datafusion-spark.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::DFSchema;
use datafusion::error::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::{Expr, col, lit};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::prelude::SessionContext;

use crate::pair::Pair;

pub(crate) fn pairs() -> Result<Vec<Pair>> {
    let mut context = SessionContext::new();
    urigram_datafusion::register_all(&mut context)?;
    urigram_datafusion::register_spark(&mut context)?;
    let uri_host = expression(&context, context.udf("uri_host")?.call(vec![col("line")]))?;
    let parse_url = expression(&context, context.udf("try_parse_url")?.call(vec![col("line"), lit("HOST")]))?;
    let of = |function: &Arc<dyn PhysicalExpr>| {
        let function = Arc::clone(function);
        move |batch: &crate::Batch| function.evaluate(&batch.record)?.into_array(batch.record.num_rows())
    };
    Ok(vec![Pair::new("uri_host / try_parse_url of datafusion-spark", of(&uri_host), of(&parse_url))])
}

fn expression(context: &SessionContext, expression: Expr) -> Result<Arc<dyn PhysicalExpr>> {
    let schema = Schema::new(vec![Field::new("line", DataType::Utf8View, true)]);
    context.create_physical_expr(expression, &DFSchema::try_from(schema)?)
}
