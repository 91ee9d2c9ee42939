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
    let mut ours = SessionContext::new();
    urigram_datafusion::register_all(&mut ours)?;
    let mut theirs = SessionContext::new();
    datafusion_spark::register_all(&mut theirs)?;

    let uri_host = expression(&ours, ours.udf("uri_host")?.call(vec![col("line")]))?;
    let call = |context: &SessionContext| -> Result<Arc<dyn PhysicalExpr>> {
        let function = context.udf("try_parse_url")?;
        expression(context, function.call(vec![col("line"), lit("HOST")]))
    };
    let (our_parse_url, parse_url) = (call(&ours)?, call(&theirs)?);
    let of = |function: &Arc<dyn PhysicalExpr>| {
        let function = Arc::clone(function);
        move |batch: &crate::Batch| function.evaluate(&batch.record)?.into_array(batch.record.num_rows())
    };
    Ok(vec![
        Pair::new("uri_host / try_parse_url of datafusion-spark", of(&uri_host), of(&parse_url)),
        Pair::new("try_parse_url / that of datafusion-spark", of(&our_parse_url), of(&parse_url)),
    ])
}

fn expression(context: &SessionContext, expression: Expr) -> Result<Arc<dyn PhysicalExpr>> {
    let schema = Schema::new(vec![Field::new("line", DataType::Utf8View, true)]);
    context.create_physical_expr(expression, &DFSchema::try_from(schema)?)
}
