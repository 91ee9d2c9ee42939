//! Tables that a statement creates without columns: those of CSV and JSON have the columns of files in quotes.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::Result;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig};
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::logical_expr::CreateExternalTable;

use super::columns::{csv, objects};
use crate::outcome::Failure;

/// Creates tables of CSV.
#[derive(Debug, Default)]
pub(crate) struct ExternalCsv(ListingTableFactory);

#[async_trait]
impl TableProviderFactory for ExternalCsv {
    async fn create(
        &self,
        state: &dyn Session,
        statement: &CreateExternalTable,
    ) -> Result<Arc<dyn TableProvider>> {
        let created = self.0.create(state, statement).await?;
        let inferred =
            created.downcast_ref::<ListingTable>().filter(|_| statement.schema.fields().is_empty());
        let Some(table) = inferred else { return Ok(created) };
        let mut fields = csv::lossless(&table.schema()).fields().to_vec();
        // The columns of folders come last.
        fields.truncate(fields.len().saturating_sub(table.options().table_partition_cols.len()));
        with_columns(table, table.options().clone(), Schema::new(fields), state, statement)
    }
}

/// Creates tables of JSON.
#[derive(Debug, Default)]
pub(crate) struct ExternalJson(ListingTableFactory);

#[async_trait]
impl TableProviderFactory for ExternalJson {
    async fn create(
        &self,
        state: &dyn Session,
        statement: &CreateExternalTable,
    ) -> Result<Arc<dyn TableProvider>> {
        check(statement)?;
        if !statement.schema.fields().is_empty() {
            return self.0.create(state, statement).await;
        }
        let mut empty = statement.clone();
        empty.options.insert("format.schema_infer_max_rec".to_owned(), "0".to_owned());
        // The factory would look for these columns in the empty schema.
        let order = std::mem::take(&mut empty.order_exprs);
        let created = self.0.create(state, &empty).await?;
        let Some(table) = created.downcast_ref::<ListingTable>() else { return Ok(created) };
        let options = table.options().clone().with_file_sort_order(order);
        let schema = objects::of_json(state, &options, table.table_paths()).await?;
        let known = |name: &str| {
            schema.field_with_name(name).is_ok()
                || options.table_partition_cols.iter().any(|(column, _)| column == name)
        };
        let sorted = statement.order_exprs.iter().flatten().flat_map(|sort| sort.expr.column_refs());
        if let Some(column) = sorted.into_iter().find(|column| !known(&column.name)) {
            return Err(Failure::unable(format!("there is no column {} to order by", column.name)).into());
        }
        with_columns(table, options, schema, state, statement)
    }
}

/// Returns an error for options that would lose rows or columns: DataFusion's reader takes an array that is cut for a whole
/// one, and what is none for an empty one.
fn check(statement: &CreateExternalTable) -> Result<(), Failure> {
    let option = |name: &str| statement.options.get(name);
    if option("format.newline_delimited").is_some_and(|value| !value.eq_ignore_ascii_case("true")) {
        let said = "JSON is read as lines, each an object, and not as an array";
        return Err(Failure::unable(said).help("make lines of the array: jq -c '.[]' a.json > a.jsonl"));
    }
    if option("format.schema_infer_max_rec").is_some() && statement.schema.fields().is_empty() {
        let said = "the columns of JSON are inferred from all rows, whatever `schema_infer_max_rec` is";
        return Err(Failure::unable(said).help("declare them: create external table t (column type, …) …"));
    }
    Ok(())
}

/// Returns the table of the statement with these columns.
fn with_columns(
    table: &ListingTable,
    options: ListingOptions,
    schema: Schema,
    state: &dyn Session,
    statement: &CreateExternalTable,
) -> Result<Arc<dyn TableProvider>> {
    let config = ListingTableConfig::new_with_multi_paths(table.table_paths().clone())
        .with_listing_options(options)
        .with_schema(Arc::new(schema));
    let table = ListingTable::try_new(config)?
        .with_cache(state.runtime_env().cache_manager.get_file_statistic_cache())
        .with_definition(statement.definition.clone())
        .with_constraints(statement.constraints.clone())
        .with_column_defaults(statement.column_defaults.clone());
    Ok(Arc::new(table))
}
