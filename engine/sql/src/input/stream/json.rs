//! JSON lines that can be read once.

use std::io::BufRead;
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::json::ReaderBuilder;
use datafusion::common::Result;

use crate::input::columns::json::{self, Columns};

/// How many bytes are looked at together, before they are read.
const LOOKED_AT: usize = 256 << 10;

/// Sends the rows, until they end or nobody wants more. What would be lost of these
/// columns is an error.
pub(super) fn send(
    mut reader: impl BufRead,
    mut columns: Columns,
    name: &str,
    batch_size: usize,
    send: impl Fn(RecordBatch) -> bool,
) -> Result<()> {
    let mut decoder =
        ReaderBuilder::new(Arc::new(columns.schema())).with_batch_size(batch_size).build_decoder()?;
    let mut rows = Vec::new();
    let mut line = 0;
    loop {
        rows.clear();
        while rows.len() < LOOKED_AT && reader.read_until(b'\n', &mut rows)? > 0 {}
        line = json::add(&mut columns, rows.as_slice(), name, line)?;
        let mut rest = rows.as_slice();
        loop {
            rest = &rest[decoder.decode(rest)?..];
            // It takes less than all once a batch is full, and a batch is due when nothing more comes.
            if rest.is_empty() && !rows.is_empty() {
                break;
            }
            let Some(batch) = decoder.flush()? else { return Ok(()) };
            if !send(batch) {
                return Ok(());
            }
        }
    }
}
