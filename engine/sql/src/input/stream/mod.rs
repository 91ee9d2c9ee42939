//! Tables of what can be read once: standard input, and pipes such as those of `<(…)` in a shell.
//!
//! In: the name of a stream, and its format.
//! Out: a `table` whose rows come as they are read. Its columns are those of what it begins with; `json` sends the rows of
//! JSON lines, and looks that nothing of them is lost.
//! Next: `input`, which keeps each stream by its name.

mod json;
mod table;

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{DataFusionError, Result};

pub(super) use self::table::StreamTable;
use super::STANDARD_INPUT;
use super::columns::{self, json::Columns};
use super::magic::{self, Magic};
use crate::args::{InputFormat, Reading};
use crate::outcome::Failure;

/// How many bytes are looked at to infer the columns of CSV and JSON, unless the first row is longer.
const HEAD: u64 = 1 << 20;

type Reader = Box<dyn Read + Send>;

/// What can be read once.
pub(super) struct Stream {
    name: String,
    format: InputFormat,
    reading: Reading,
    schema: SchemaRef,
    /// The columns of JSON, to which rows may add nothing; of other formats there are none.
    columns: Columns,
    /// It is taken by the query that reads it.
    reader: Mutex<Option<Reader>>,
    /// How many rows all streams have sent.
    rows: Arc<AtomicU64>,
}

impl Stream {
    /// Opens the stream, and reads as much as its columns need.
    pub(super) async fn open(name: &str, reading: Reading, rows: Arc<AtomicU64>) -> Result<Arc<Self>> {
        let name = name.to_owned();
        let opened = tokio::task::spawn_blocking(move || Self::open_blocking(name, reading, rows)).await;
        Ok(Arc::new(opened.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))??))
    }

    fn open_blocking(name: String, reading: Reading, rows: Arc<AtomicU64>) -> Result<Self, Failure> {
        let unreadable = |error: io::Error| Failure::unable(format!("cannot read {}: {error}", shown(&name)));
        let raw: Reader = if name == STANDARD_INPUT {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&name).map_err(unreadable)?)
        };
        let mut reader = decompressed(raw).map_err(unreadable)?;
        let format = reading.format.unwrap_or(InputFormat::Text);
        let mut columns = Columns::default();
        let schema = match format {
            InputFormat::Text => urigram_text::schema(),
            InputFormat::Parquet => {
                return Err(unreadable(io::Error::other("Parquet begins at its end; save it to a file")));
            }
            InputFormat::Csv | InputFormat::Tsv | InputFormat::Json => {
                let (head, end) = head(&mut reader).map_err(unreadable)?;
                let rows = &head[..end];
                let schema = if format == InputFormat::Json {
                    columns::json::add(&mut columns, rows, shown(&name), 0)?;
                    columns.close();
                    columns.schema()
                } else {
                    // A row that is short is refused when it is read.
                    columns::csv::of_start(rows, format, &reading, shown(&name))?
                };
                reader = Box::new(Cursor::new(head).chain(reader));
                Arc::new(schema)
            }
        };
        Ok(Self { name, format, reading, schema, columns, reader: Mutex::new(Some(reader)), rows })
    }

    /// Takes the reader, which only one query can have.
    fn take(&self) -> Option<Reader> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Returns the reader behind the compression that its first bytes tell.
fn decompressed(mut raw: Reader) -> io::Result<Reader> {
    let start = magic::start(&mut raw)?;
    let found = magic::of(&start);
    let whole = Cursor::new(start).chain(raw);
    match found {
        Some(Magic::Parquet) => {
            Err(io::Error::other("it is Parquet, which begins at its end; save it to a file"))
        }
        Some(Magic::Compressed(compression)) => compression.convert_read(whole).map_err(io::Error::other),
        None => Ok(Box::new(whole)),
    }
}

/// Returns the first bytes, and where their last whole row ends. They have at least one, or are all that there is.
fn head(reader: &mut Reader) -> io::Result<(Vec<u8>, usize)> {
    let mut head = Vec::new();
    let mut size = HEAD;
    loop {
        reader.by_ref().take(size - head.len() as u64).read_to_end(&mut head)?;
        if (head.len() as u64) < size {
            let end = head.len();
            return Ok((head, end));
        }
        match head.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => return Ok((head, end + 1)),
            None => size *= 2,
        }
    }
}

/// Returns what a stream is called in an error.
fn shown(name: &str) -> &str {
    if name == STANDARD_INPUT { "standard input" } else { name }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("name", &self.name)
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}
