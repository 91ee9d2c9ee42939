//! Rows as a Parquet file, by DataFusion's own writer, which encodes columns on several threads.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::{SchemaRef, UInt64Type};
use datafusion::catalog::streaming::StreamingTable;
use datafusion::common::{DataFusionError, Result};
use datafusion::datasource::file_format::format_as_file_type;
use datafusion::datasource::file_format::parquet::ParquetFormatFactory;
use datafusion::datasource::provider_as_source;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::LogicalPlanBuilder;
use datafusion::physical_plan::streaming::PartitionStream;
use datafusion::prelude::SessionContext;
use url::Url;

/// Writes the rows to a new file, and returns how many there were.
pub(super) async fn write(
    context: &SessionContext,
    rows: SendableRecordBatchStream,
    path: &Path,
) -> Result<u64> {
    let schema = rows.schema();
    let once = Arc::new(Once { schema: Arc::clone(&schema), rows: Mutex::new(Some(rows)) });
    let table = StreamingTable::try_new(schema, vec![once])?;
    let source = LogicalPlanBuilder::scan("rows", provider_as_source(Arc::new(table)), None)?.build()?;
    let absolute = std::path::absolute(path)?;
    let url = Url::from_file_path(&absolute).map_err(|()| {
        DataFusionError::Configuration(format!("{} cannot be a file's name", absolute.display()))
    })?;
    let options = HashMap::from([("single_file_output".to_owned(), "true".to_owned())]);
    let format = format_as_file_type(Arc::new(ParquetFormatFactory::new()));
    let plan = LogicalPlanBuilder::copy_to(source, url.to_string(), format, options, Vec::new())?.build()?;
    let counts = context.execute_logical_plan(plan).await?.collect().await?;
    Ok(counts.iter().map(count).sum())
}

/// Returns the number of rows that the writer says it has written.
fn count(batch: &RecordBatch) -> u64 {
    batch
        .columns()
        .first()
        .and_then(|column| column.as_primitive_opt::<UInt64Type>())
        .map_or(0, |column| column.iter().flatten().sum())
}

/// Rows of a query that runs already.
struct Once {
    schema: SchemaRef,
    rows: Mutex<Option<SendableRecordBatchStream>>,
}

impl PartitionStream for Once {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    #[expect(clippy::expect_used, reason = "the plan has one scan of these rows, and is executed once")]
    fn execute(&self, _context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner).take();
        rows.expect("a copy reads its rows once")
    }
}

impl fmt::Debug for Once {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Once").field("schema", &self.schema).finish_non_exhaustive()
    }
}
