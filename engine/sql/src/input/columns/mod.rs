//! The columns of files, by what is in them.
//!
//! In: the files of a table, all of one kind.
//! Out: the names and types of their columns. `csv` infers them from the header and the first rows of each file, and `json`
//! from all rows, because the reader of JSON ignores keys that are not columns. `parquet` reads the schema in each file.
//! `objects` is for JSON that is read through an object store.
//! Next: `listing`, `folders` and `external`, which make tables with them; `stream` has the same for what can be read once.

pub(super) mod csv;
pub(super) mod json;
pub(super) mod objects;
mod parquet;

use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::SessionState;

use super::format::{self, Kind};
use crate::args::{InputFormat, Reading};
use crate::outcome::Failure;

/// How many bytes are asked of the system at once.
const CHUNK: usize = 256 << 10;

type Reader = BufReader<Box<dyn Read + Send>>;

/// A file that is not empty, and how it is compressed.
pub(super) type Filled = (PathBuf, Kind);

/// Returns the columns of the files, all of one kind but for their compression.
pub(super) async fn of(
    state: &SessionState,
    reading: &Reading,
    kind: Kind,
    files: Vec<Filled>,
) -> Result<SchemaRef> {
    let schema = match kind.format {
        InputFormat::Text => return Ok(urigram_text::schema()),
        InputFormat::Parquet => {
            parquet::of_files(state, &format::reader(kind, reading, state), files).await?
        }
        InputFormat::Csv | InputFormat::Tsv => {
            let reading = reading.clone();
            blocking(move || csv::of_files(&files, &reading)).await??
        }
        InputFormat::Json => blocking(move || json::of_files(&files)).await??,
    };
    Ok(Arc::new(schema))
}

/// Runs what reads files where nothing waits for it, so that an interrupt ends it.
async fn blocking<T: Send + 'static>(read: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(read).await.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))
}

/// Opens the file, behind its compression.
fn open(file: &Path, kind: Kind) -> Result<Reader, Failure> {
    let opened = File::open(file).map_err(DataFusionError::from);
    let opened = opened.and_then(|opened| kind.compression.convert_read(opened));
    opened
        .map(|reader| BufReader::with_capacity(CHUNK, reader))
        .map_err(|error| unreadable(&file.display().to_string(), error))
}

fn unreadable(name: &str, why: impl Display) -> Failure {
    Failure::data(format!("cannot read {name}: {why}"))
}
