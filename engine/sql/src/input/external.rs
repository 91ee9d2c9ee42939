//! Tables that a statement creates without columns: they have those that files in quotes have.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::Result;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig};
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::logical_expr::CreateExternalTable;

use super::columns::{csv, objects};

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
        if !statement.schema.fields().is_empty() {
            return self.0.create(state, statement).await;
        }
        let mut empty = statement.clone();
        empty.options.insert("format.schema_infer_max_rec".to_owned(), "0".to_owned());
        // These name columns.
        let order = std::mem::take(&mut empty.order_exprs);
        let created = self.0.create(state, &empty).await?;
        let lines = created.downcast_ref::<ListingTable>().filter(|table| {
            let format = table.options().format.downcast_ref::<JsonFormat>();
            format.is_some_and(JsonFormat::is_newline_delimited)
        });
        // Arrays have the columns that the library infers.
        let Some(table) = lines else { return self.0.create(state, statement).await };
        let options = table.options().clone().with_file_sort_order(order);
        let schema = objects::of_json(state, &options, table.table_paths()).await?;
        with_columns(table, options, schema, state, statement)
    }
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
