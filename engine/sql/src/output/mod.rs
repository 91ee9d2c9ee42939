//! Where rows go, and in what form.
//!
//! In: a stream of batches.
//! Out: rows on standard output or in a file, written as they come. `destination` decides by the arguments, `cells`
//! makes text of values, `separated`, `json`, `table` and `vertical` are the forms, `parquet` writes with DataFusion's
//! own writer, `partial` keeps a file aside until it is complete, and `visible` is for terminals.
//! Next: `run`, which writes the rows of each query.

mod cells;
mod destination;
mod json;
mod parquet;
mod partial;
mod plans;
mod separated;
mod table;
mod vertical;
pub(crate) mod visible;

pub(crate) use self::destination::{Destination, Stopped};
pub(crate) use self::partial::abandon;

use std::io;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;

/// Rows in one form.
///
/// What is written goes to the end of `out`, which the caller writes on and empties.
pub(crate) trait Form {
    /// Begins with the names of columns, if the form has any.
    fn begin(&mut self, schema: &SchemaRef, out: &mut Vec<u8>) -> io::Result<()>;
    fn rows(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> io::Result<()>;
    /// Writes what was held back.
    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()>;
}
