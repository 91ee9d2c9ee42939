//! JSON lines that can be read once.

use std::io::BufRead;
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::json::ReaderBuilder;
use datafusion::common::Result;

use crate::input::columns::json;
use crate::outcome::Failure;

/// How many bytes are looked at together, before they are read.
const LOOKED_AT: usize = 256 << 10;

/// Sends the rows, until they end or nobody wants more. What the columns would lose of a row is an error.
pub(super) fn send(
    mut reader: impl BufRead,
    schema: &SchemaRef,
    name: &str,
    batch_size: usize,
    send: impl Fn(RecordBatch) -> bool,
) -> Result<()> {
    let mut decoder = ReaderBuilder::new(Arc::clone(schema)).with_batch_size(batch_size).build_decoder()?;
    let mut lines = Vec::new();
    loop {
        lines.clear();
        while lines.len() < LOOKED_AT && reader.read_until(b'\n', &mut lines)? > 0 {}
        check(&lines, schema, name)?;
        let mut rest = lines.as_slice();
        loop {
            let decoded = decoder.decode(rest)?;
            rest = &rest[decoded..];
            // It takes less than all once a batch is full, and a batch is due when nothing more comes.
            if rest.is_empty() && !lines.is_empty() {
                break;
            }
            let Some(batch) = decoder.flush()? else { return Ok(()) };
            if !send(batch) {
                return Ok(());
            }
        }
    }
}

fn check(lines: &[u8], schema: &SchemaRef, name: &str) -> Result<(), Failure> {
    let found = json::infer(lines, name)?;
    match json::lost(schema.fields(), found.fields()) {
        None => Ok(()),
        Some(lost) => {
            let said = format!("{name} has {lost}, which its first rows have not");
            Err(Failure::data(said)
                .help("save it to a file: the columns of a file are those of all its rows"))
        }
    }
}
