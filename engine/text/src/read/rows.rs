//! Rows: lines, as batches of one column or of none.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions, StringViewBuilder};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;

/// The length in bytes that a line may have: lengths of views are signed 32-bit numbers.
pub(crate) const LONGEST: usize = i32::MAX as usize;

/// The bytes of lines from which on a batch is full, however few its rows.
///
/// It bounds the memory for files with long lines, and is never reached before the number of rows with
/// lines of ordinary length.
const FULL: usize = 8 << 20;

/// The size of the buffers of a batch. What is left of the last one is lost.
const BUFFER: u32 = 64 << 10;

/// The batch that lines are added to.
pub(crate) struct Rows {
    /// The column of lines, or no column if only the number of rows is asked for.
    schema: SchemaRef,
    limit: usize,
    lines: StringViewBuilder,
    count: usize,
    bytes: usize,
}

impl Rows {
    pub(crate) fn new(schema: SchemaRef, limit: usize) -> Self {
        let lines = StringViewBuilder::new().with_fixed_block_size(BUFFER);
        Self { schema, limit, lines, count: 0, bytes: 0 }
    }

    /// Adds a row, and returns the batch if it is full then.
    pub(crate) fn add(&mut self, line: &str) -> Result<Option<RecordBatch>, ArrowError> {
        if !self.is_counting() {
            self.lines.try_append_value(line)?;
        }
        self.count += 1;
        self.bytes += line.len();
        match self.count >= self.limit || self.bytes >= FULL {
            true => self.take(),
            false => Ok(None),
        }
    }

    /// Returns the rows added since the last batch, or `None` if there is none.
    pub(crate) fn take(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.count == 0 {
            return Ok(None);
        }
        let columns: Vec<ArrayRef> = match self.is_counting() {
            true => vec![],
            false => vec![Arc::new(self.lines.finish())],
        };
        let options = RecordBatchOptions::new().with_row_count(Some(self.count));
        self.count = 0;
        self.bytes = 0;
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options).map(Some)
    }

    fn is_counting(&self) -> bool {
        self.schema.fields().is_empty()
    }
}
