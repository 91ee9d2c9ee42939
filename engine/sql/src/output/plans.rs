//! The answer to `EXPLAIN`, whose rows are texts of many lines.

use std::io;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;

use super::Form;
use super::cells::Cells;

pub(super) struct Plans;

impl Form for Plans {
    fn begin(&mut self, _schema: &SchemaRef, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    fn rows(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> io::Result<()> {
        let mut cells = Cells::of(batch).map_err(io::Error::other)?;
        for row in 0..batch.num_rows() {
            for column in 0..batch.num_columns() {
                let mut text = String::new();
                cells.write(column, row, &mut text);
                out.extend_from_slice(text.trim_end().as_bytes());
                out.push(b'\n');
            }
        }
        Ok(())
    }

    fn end(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}
