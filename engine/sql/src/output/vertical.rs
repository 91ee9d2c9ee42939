//! Rows with a line for each value.

use std::io;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use unicode_width::UnicodeWidthStr;

use super::Form;
use super::cells::Cells;
use super::table::NULL;
use super::visible::{cut, escaped};

/// Rows one below the other, with the names of columns beside each value.
pub(super) struct Vertical {
    names: Vec<String>,
    screen: Option<usize>,
    styled: bool,
    count: u64,
}

impl Vertical {
    pub(super) fn new(names: Vec<String>, screen: Option<usize>, styled: bool) -> Self {
        Self { names, screen, styled, count: 0 }
    }

    pub(super) fn row(&mut self, row: &[Option<String>], out: &mut Vec<u8>) {
        self.count += 1;
        out.extend_from_slice(format!("─── row {} ───\n", self.count).as_bytes());
        let widest = self.names.iter().map(|name| name.width()).max().unwrap_or(0);
        for (name, value) in self.names.iter().zip(row) {
            let padding = " ".repeat(widest - name.width());
            let text = value.as_deref().unwrap_or(NULL);
            let room = self.screen.map_or(usize::MAX, |screen| screen.saturating_sub(widest + 2).max(1));
            let shown = cut(text, room);
            let shown = if value.is_none() && self.styled { format!("\x1b[2m{shown}\x1b[0m") } else { shown };
            out.extend_from_slice(format!("{name}{padding}  {shown}\n").as_bytes());
        }
    }
}

impl Form for Vertical {
    fn begin(&mut self, schema: &SchemaRef, _out: &mut Vec<u8>) -> io::Result<()> {
        self.names = schema.fields().iter().map(|field| escaped(field.name())).collect();
        Ok(())
    }

    fn rows(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> io::Result<()> {
        let mut cells = Cells::of(batch).map_err(io::Error::other)?;
        for row in 0..batch.num_rows() {
            let values = (0..batch.num_columns()).map(|column| {
                let mut text = String::new();
                cells.write(column, row, &mut text).then(|| escaped(&text))
            });
            let values: Vec<_> = values.collect();
            self.row(&values, out);
        }
        Ok(())
    }

    fn end(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}
