//! Chunks: the bytes of a file in pieces of one size.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::error::{DataFusionError, Result};
use datafusion::object_store::path::Path;
use datafusion::object_store::{GetOptions, GetRange, GetResultPayload, ObjectStore};
use datafusion::physical_plan::metrics::Count;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};

/// The bytes of a chunk; the last chunk of a file or range may have fewer.
///
/// Larger ones do not stay in the cache of a processor, and for smaller ones there are more requests to the system.
pub(crate) const SIZE: usize = 256 << 10;

/// The number of bytes that are fetched at once after the end of a range, to complete its last line.
pub(super) const AFTER: u64 = 64 << 10;

/// A file of an object store.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) store: Arc<dyn ObjectStore>,
    pub(crate) location: Path,
    /// How many bytes have been read, before they are decompressed.
    pub(crate) scanned: Count,
}

impl File {
    /// Returns the chunks of the whole file, decompressed.
    pub(crate) fn all(self, compression: FileCompressionType) -> BoxStream<'static, Result<Bytes>> {
        stream::once(async move { self.get(None, compression).await }).try_flatten().boxed()
    }

    /// Returns the chunks from `start` to the end of the file, which has `size` bytes.
    ///
    /// What comes after `end` is fetched only when it is asked for: in pieces that double, for a last line that
    /// may be of any length.
    pub(crate) fn from(self, start: u64, end: u64, size: u64) -> BoxStream<'static, Result<Bytes>> {
        let first = start..end.saturating_add(AFTER).min(size);
        stream::iter(ranges(first, size))
            .then(move |range| {
                let file = self.clone();
                async move { file.get(Some(range), FileCompressionType::UNCOMPRESSED).await }
            })
            .try_flatten()
            .boxed()
    }

    /// Fetches a range of the file, or all of it.
    async fn get(
        &self,
        range: Option<Range<u64>>,
        compression: FileCompressionType,
    ) -> Result<BoxStream<'static, Result<Bytes>>> {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        let location = self.location.clone();
        let result = self.store.get_opts(&location, options).await?;
        let range = result.range.clone();
        let chunks = match result.payload {
            GetResultPayload::File(mut file, _) => {
                file.seek(SeekFrom::Start(range.start))?;
                let length = range.end - range.start;
                let counted = Counted { reader: file.take(length), count: self.scanned.clone() };
                of_reader(compression.convert_read(counted)?)
            }
            GetResultPayload::Stream(bytes) => {
                let count = self.scanned.clone();
                let counted = bytes.inspect_ok(move |piece| count.add(piece.len()));
                of_stream(compression.convert_stream(counted.map_err(DataFusionError::from).boxed())?)
            }
        };
        Ok(chunks
            .map_err(move |error| error.context(format!("cannot read the text file {location}")))
            .boxed())
    }
}

/// A reader that counts what is read.
struct Counted<R> {
    reader: R,
    count: Count,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.count.add(length);
        Ok(length)
    }
}

/// Returns `first`, and what is left up to `size` in ranges that double.
pub(super) fn ranges(first: Range<u64>, size: u64) -> impl Iterator<Item = Range<u64>> {
    let mut next = (!first.is_empty()).then_some((first, AFTER));
    std::iter::from_fn(move || {
        let (range, length) = next.take()?;
        if range.end < size {
            let end = range.end.saturating_add(length).min(size);
            next = Some((range.end..end, length.saturating_mul(2)));
        }
        Some(range)
    })
}

/// Returns the chunks of a local file. Reading blocks for the time of one chunk.
fn of_reader(reader: impl Read + Send + 'static) -> BoxStream<'static, Result<Bytes>> {
    stream::try_unfold(reader, |mut reader| async move {
        let mut chunk = Vec::with_capacity(SIZE);
        (&mut reader).take(SIZE as u64).read_to_end(&mut chunk)?;
        Ok((!chunk.is_empty()).then(|| (Bytes::from(chunk), reader)))
    })
    .boxed()
}

/// Returns the chunks of pieces of any size: larger ones are divided, smaller ones joined.
fn of_stream(pieces: BoxStream<'static, Result<Bytes>>) -> BoxStream<'static, Result<Bytes>> {
    stream::try_unfold((pieces.fuse(), Bytes::new()), |(mut pieces, mut rest)| async move {
        let mut joined = BytesMut::new();
        loop {
            if joined.is_empty() && rest.len() >= SIZE {
                let chunk = rest.split_to(SIZE);
                return Ok(Some((chunk, (pieces, rest))));
            }
            if !rest.is_empty() {
                joined.reserve(SIZE - joined.len());
                let fitting = rest.split_to(rest.len().min(SIZE - joined.len()));
                joined.extend_from_slice(&fitting);
            }
            if joined.len() == SIZE {
                return Ok(Some((joined.freeze(), (pieces, rest))));
            }
            match pieces.try_next().await? {
                Some(piece) => rest = piece,
                None if joined.is_empty() => return Ok(None),
                None => return Ok(Some((joined.freeze(), (pieces, rest)))),
            }
        }
    })
    .boxed()
}
