//! The lines of what can be read once, and only from its beginning.

use std::io::{BufRead, ErrorKind};

use datafusion::arrow::array::RecordBatch;
use datafusion::error::Result;

use super::lines::Lines;
use super::rows::{LONGEST, Rows};
use crate::format::schema;

/// The lines of a stream, such as standard input, in batches with the columns of [`schema`].
///
/// They are those of a file with the same bytes. A batch ends before reading on would wait for more, so that lines are
/// there as soon as they have come. Use it no further after an error.
///
/// ```
/// use urigram_text::LineReader;
///
/// let stream: &[u8] = b"http://example.com/\r\nmailto:a@example.com";
/// let batches = LineReader::new(stream, 8192).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(batches.iter().map(|batch| batch.num_rows()).sum::<usize>(), 2);
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
pub struct LineReader<R> {
    reader: R,
    lines: Lines,
}

impl<R: BufRead> LineReader<R> {
    /// Returns the lines in `reader`, in batches of at most `batch_size` rows.
    pub fn new(reader: R, batch_size: usize) -> Self {
        Self { reader, lines: Lines::new(Rows::new(schema(), batch_size), 0, u64::MAX, LONGEST) }
    }

    fn read(&mut self) -> Result<Option<RecordBatch>> {
        loop {
            if let Some(batch) = self.lines.next_full() {
                return Ok(Some(batch));
            }
            if let Some(batch) = self.lines.take().map_err(|why| why.of("the stream"))? {
                return Ok(Some(batch));
            }
            if self.lines.is_done() {
                return Ok(None);
            }
            let chunk = match self.reader.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                return self.lines.finish().map_err(|why| why.of("the stream"));
            }
            let length = chunk.len();
            self.lines.feed(chunk).map_err(|why| why.of("the stream"))?;
            self.reader.consume(length);
        }
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
