//! Rows as JSON objects, one a line.

use std::io;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::LineDelimited;

use super::Form;

/// Null is `null`, never a missing key.
pub(super) struct Json;

impl Form for Json {
    fn begin(&mut self, _schema: &SchemaRef, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    fn rows(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> io::Result<()> {
        let mut writer = WriterBuilder::new().with_explicit_nulls(true).build::<_, LineDelimited>(out);
        writer.write(batch).and_then(|()| writer.finish()).map_err(io::Error::other)
    }

    fn end(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}
