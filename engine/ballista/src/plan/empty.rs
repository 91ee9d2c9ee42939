//! Relations without rows.
//!
//! A plan is sent without the columns of such a relation: what names one of them fails there, and the answer has no
//! header.

use datafusion::common::ScalarValue;
use datafusion::common::tree_node::Transformed;
use datafusion::error::Result;
use datafusion::logical_expr::{EmptyRelation, LogicalPlan, LogicalPlanBuilder, lit};

/// Returns a relation without rows as a row of nulls that no condition is true for. The scheduler makes the same
/// relation of it again, but does not send that on as a logical plan.
pub(super) fn with_columns(plan: LogicalPlan) -> Result<Transformed<LogicalPlan>> {
    let schema = match &plan {
        LogicalPlan::EmptyRelation(EmptyRelation { produce_one_row: false, schema }) => schema,
        _ => return Ok(Transformed::no(plan)),
    };
    if schema.fields().is_empty() {
        return Ok(Transformed::no(plan));
    }
    let columns = schema.iter().map(|(qualifier, field)| {
        let null = lit(ScalarValue::try_new_null(field.data_type())?);
        Ok(null.alias_qualified(qualifier.cloned(), field.name()))
    });
    let columns = columns.collect::<Result<Vec<_>>>()?;
    let plan = LogicalPlanBuilder::empty(true).project(columns)?.filter(lit(false))?.build()?;
    Ok(Transformed::yes(plan))
}

#[cfg(test)]
mod tests {
    use datafusion::prelude::SessionContext;
    use datafusion_proto::bytes::{logical_plan_from_bytes, logical_plan_to_bytes};
    use rstest::rstest;

    use super::super::sendable;

    #[rstest]
    #[case::columns("select a, b from t where false")]
    #[case::limit("select b as c from t limit 0")]
    #[case::aggregate("select max(a), count(b) from t where false")]
    #[case::qualified("select max(x.a), min(y.a) from t x join t y on false")]
    #[case::subquery("select (select max(a) from t where false) as a, 1 as b")]
    #[case::types("select l, s, d from t where false")]
    #[case::rows("select a from t")]
    #[case::one_row("select 1 as a")]
    #[tokio::test]
    async fn columns_survive_the_way(#[case] statement: &str) {
        let session = SessionContext::new();
        let table =
            "create view t as select 1 as a, 'b' as b, [1] as l, {x: 1} as s, 1.5::decimal(5, 2) as d";
        session.sql(table).await.unwrap();
        let plan = session.state().create_logical_plan(statement).await.unwrap();
        let plan = session.state().optimize(&plan).unwrap();
        let sent = logical_plan_to_bytes(&sendable(&plan).unwrap()).unwrap();
        let arrived = logical_plan_from_bytes(&sent, &session.task_ctx()).unwrap();
        let names = |plan: &datafusion::logical_expr::LogicalPlan| {
            let fields = plan.schema().fields().iter();
            fields.map(|field| (field.name().clone(), field.data_type().clone())).collect::<Vec<_>>()
        };
        assert_eq!(names(&arrived), names(&plan));
        let rows = |plan| session.execute_logical_plan(plan);
        let (here, there) = (rows(plan).await.unwrap(), rows(arrived).await.unwrap());
        assert_eq!(there.to_string().await.unwrap(), here.to_string().await.unwrap());
    }
}
