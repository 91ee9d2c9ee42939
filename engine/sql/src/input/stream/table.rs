//! A stream as a table, of which no more columns are read than the query needs.

use std::io::BufReader;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use async_trait::async_trait;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use urigram_text::LineReader;

use super::{Reader, Stream, json, shown};
use crate::args::InputFormat;
use crate::input::format;
use crate::outcome::Failure;

/// How many bytes are asked of the system at once.
const CHUNK: usize = 256 << 10;
/// How many batches may wait for the query.
const WAITING: usize = 2;

/// A table of a stream, which one query can read.
#[derive(Debug)]
pub(in crate::input) struct StreamTable(pub(in crate::input) Arc<Stream>);

#[async_trait]
impl TableProvider for StreamTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.0.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::View
    }

    async fn scan(
        &self,
        _: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let all = || (0..self.0.schema.fields().len()).collect();
        let indices = projection.cloned().unwrap_or_else(all);
        let schema = Arc::new(self.0.schema.project(&indices)?);
        let scan = Scan { stream: Arc::clone(&self.0), indices, schema: Arc::clone(&schema) };
        let plan = StreamingTableExec::try_new(schema, vec![Arc::new(scan)], None, None, false, limit)?;
        Ok(Arc::new(plan))
    }
}

/// Some of the columns of a stream.
#[derive(Clone, Debug)]
struct Scan {
    stream: Arc<Stream>,
    indices: Vec<usize>,
    schema: SchemaRef,
}

impl Scan {
    /// Sends the rows, until they end or nobody wants more.
    fn send(&self, reader: Reader, batch_size: usize, send: impl Fn(RecordBatch) -> bool) -> Result<()> {
        let Stream { name, format, reading, schema, columns, rows, .. } = self.stream.as_ref();
        let send = |batch: RecordBatch| {
            rows.fetch_add(batch.num_rows() as u64, Ordering::Relaxed);
            send(batch)
        };
        let reader = BufReader::with_capacity(CHUNK, reader);
        match format {
            InputFormat::Json => {
                json::send(reader, columns.project(&self.indices), shown(name), batch_size, send)
            }
            InputFormat::Csv | InputFormat::Tsv => {
                let rows = csv::ReaderBuilder::new(Arc::clone(schema))
                    .with_header(!reading.no_header)
                    .with_delimiter(format::delimiter(*format, reading))
                    .with_projection(self.indices.clone())
                    .with_batch_size(batch_size);
                let mut rows = rows.build_buffered(reader)?;
                while let Some(batch) = rows.next().transpose()? {
                    if !send(batch) {
                        break;
                    }
                }
                Ok(())
            }
            InputFormat::Text | InputFormat::Parquet => {
                for batch in LineReader::new(reader, batch_size) {
                    if !send(batch?.project(&self.indices)?) {
                        break;
                    }
                }
                Ok(())
            }
        }
    }
}

impl PartitionStream for Scan {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut builder = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), WAITING);
        let batch_size = context.session_config().batch_size();
        let (scan, sender) = (self.clone(), builder.tx());
        builder.spawn_blocking(move || {
            let name = &scan.stream.name;
            let Some(reader) = scan.stream.take() else {
                return Err(Failure::unable(format!("'{name}' can be read only once"))
                    .named(name)
                    .help(format!("keep its rows: create table t as select * from '{name}';"))
                    .into());
            };
            scan.send(reader, batch_size, |batch| sender.blocking_send(Ok(batch)).is_ok())
                .map_err(|error| error.context(format!("cannot read {}", shown(name))))
        });
        builder.build()
    }
}
