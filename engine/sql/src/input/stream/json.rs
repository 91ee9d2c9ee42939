//! JSON lines that can be read once.

use std::io::BufRead;
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::json::ReaderBuilder;
use datafusion::common::Result;

use crate::input::columns::json::{self, Columns};

/// How many bytes are looked at together, before they are read.
const LOOKED_AT: usize = 256 << 10;
/// How many bytes of rows are in a batch at most, or little more. The decoder holds them.
const HELD: usize = 16 << 20;

/// Sends the rows, until they end or nobody wants more. A value that these columns would lose is an error.
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
    let (mut line, mut held) = (0, 0);
    loop {
        rows.clear();
        while rows.len() < LOOKED_AT && reader.read_until(b'\n', &mut rows)? > 0 {}
        line = json::add(&mut columns, rows.as_slice(), name, line)?;
        held += rows.len();
        let mut rest = rows.as_slice();
        loop {
            rest = &rest[decoder.decode(rest)?..];
            // It takes less than all once a batch is full, and a batch is due when nothing more comes.
            if rest.is_empty() && !rows.is_empty() && held < HELD {
                break;
            }
            held = rest.len();
            match decoder.flush()? {
                Some(batch) => {
                    if !send(batch) {
                        return Ok(());
                    }
                }
                None if rows.is_empty() => return Ok(()),
                None => break,
            }
        }
    }
}
