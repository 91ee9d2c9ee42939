//! Opening a file: its chunks, as batches of lines.

use std::sync::Arc;

use bytes::Bytes;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileOpenFuture, FileOpener};
use datafusion::error::Result;
use datafusion::object_store::ObjectStore;
use datafusion::object_store::path::Path;
use datafusion::physical_plan::metrics::Count;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};

use super::chunks::File;
use super::lines::{Lines, first_byte};
use super::rows::{LONGEST, Rows};
use crate::compression::Compression;

/// Opens text files, or ranges of them.
pub(crate) struct TextOpener {
    pub(crate) store: Arc<dyn ObjectStore>,
    /// The column `line`, or no column if only the number of rows is asked for.
    pub(crate) schema: SchemaRef,
    pub(crate) batch_size: usize,
    pub(crate) compression: Compression,
    /// How many bytes of files have been read, as they are stored.
    pub(crate) scanned: Count,
}

impl FileOpener for TextOpener {
    fn open(&self, file: PartitionedFile) -> Result<FileOpenFuture> {
        let location = file.object_meta.location;
        let compression = self.compression.of(&location);
        let source = File {
            store: Arc::clone(&self.store),
            location: location.clone(),
            scanned: self.scanned.clone(),
        };
        let rows = Rows::new(Arc::clone(&self.schema), self.batch_size);
        let (chunks, lines) = match file.range {
            None => (source.all(compression), Lines::new(rows, 0, u64::MAX, LONGEST)),
            Some(_) if compression.is_compressed() => {
                return exec_err!(
                    "the text file {location} is compressed, so that no range of it can be read alone"
                );
            }
            Some(range) => {
                let start = offset(range.start, &location)?;
                let end = offset(range.end, &location)?;
                (
                    source.from(first_byte(start), end, file.object_meta.size),
                    Lines::new(rows, start, end, LONGEST),
                )
            }
        };
        Ok(Box::pin(async move { Ok(batches(chunks, lines, location)) }))
    }
}

/// Returns the batches of the lines in `chunks`, and reads no chunk before the batch that needs it.
fn batches(
    chunks: BoxStream<'static, Result<Bytes>>,
    lines: Lines,
    location: Path,
) -> BoxStream<'static, Result<RecordBatch>> {
    let state = (chunks, lines, format!("the text file {location}"));
    stream::try_unfold(state, |(mut chunks, mut lines, name)| async move {
        loop {
            if let Some(batch) = lines.next_full() {
                return Ok(Some((batch, (chunks, lines, name))));
            }
            if !lines.is_done()
                && let Some(chunk) = chunks.try_next().await?
            {
                lines.feed(&chunk).map_err(|why| why.of(&name))?;
                continue;
            }
            let last = lines.finish().map_err(|why| why.of(&name))?;
            return Ok(last.map(|batch| (batch, (chunks, lines, name))));
        }
    })
    .boxed()
}

fn offset(value: i64, location: &Path) -> Result<u64> {
    u64::try_from(value).map_err(|_| {
        exec_datafusion_err!(
            "a range of the text file {location} has the offset {value}, which is before its beginning"
        )
    })
}
