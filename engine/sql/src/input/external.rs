//! Tables of CSV that a statement creates without columns.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::Result;
use datafusion::datasource::listing::{ListingTable, ListingTableConfig};
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::logical_expr::CreateExternalTable;

use super::columns::csv;

/// Creates tables with the types that CSV has without `CREATE EXTERNAL TABLE`.
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
        let options = table.options();
        let mut fields = csv::lossless(&table.schema()).fields().to_vec();
        // The columns of folders come last.
        fields.truncate(fields.len().saturating_sub(options.table_partition_cols.len()));
        let config = ListingTableConfig::new_with_multi_paths(table.table_paths().clone())
            .with_listing_options(options.clone())
            .with_schema(Arc::new(Schema::new(fields)));
        let table = ListingTable::try_new(config)?
            .with_cache(state.runtime_env().cache_manager.get_file_statistic_cache())
            .with_definition(statement.definition.clone())
            .with_constraints(statement.constraints.clone())
            .with_column_defaults(statement.column_defaults.clone());
        Ok(Arc::new(table))
    }
}
