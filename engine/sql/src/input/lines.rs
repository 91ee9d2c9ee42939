//! The lines of a stream of text, by the rules that `urigram-text` has for files: a line ends with LF or CRLF, a byte
//! order mark at the start is skipped, and what is not UTF-8 becomes U+FFFD.

use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

use datafusion::arrow::array::{RecordBatch, StringViewBuilder};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::Result;

const MARK: &[u8] = "\u{feff}".as_bytes();

/// How many bytes of lines make a batch full, however few lines they are.
const FULL: usize = 8 << 20;

pub(super) struct Lines<R> {
    schema: SchemaRef,
    reader: BufReader<R>,
    batch_size: usize,
    line: Vec<u8>,
    is_first: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(schema: SchemaRef, reader: BufReader<R>, batch_size: usize) -> Self {
        Self { schema, reader, batch_size, line: Vec::new(), is_first: true }
    }

    /// Returns the next lines, or nothing at the end. They end where reading on would wait for more.
    pub(super) fn next(&mut self) -> Result<Option<RecordBatch>> {
        let mut lines = StringViewBuilder::new();
        let (mut count, mut bytes) = (0, 0);
        while count < self.batch_size && bytes < FULL && !(count > 0 && self.reader.buffer().is_empty()) {
            self.line.clear();
            if self.reader.read_until(b'\n', &mut self.line)? == 0 {
                break;
            }
            let mut line = self.line.as_slice();
            if let Some(ended) = line.strip_suffix(b"\n") {
                line = ended.strip_suffix(b"\r").unwrap_or(ended);
            }
            if std::mem::take(&mut self.is_first) {
                line = line.strip_prefix(MARK).unwrap_or(line);
                // A file of nothing but the mark has no line.
                if line.is_empty() && !self.line.ends_with(b"\n") {
                    break;
                }
            }
            lines.try_append_value(String::from_utf8_lossy(line))?;
            count += 1;
            bytes += line.len();
        }
        if count == 0 {
            return Ok(None);
        }
        Ok(Some(RecordBatch::try_new(Arc::clone(&self.schema), vec![Arc::new(lines.finish())])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::AsArray;
    use rstest::rstest;

    #[rstest]
    #[case::endings(b"a\nb\r\nc", &["a", "b", "c"])]
    #[case::empty_lines(b"\n\na\n", &["", "", "a"])]
    #[case::mark(b"\xEF\xBB\xBFa\nb", &["a", "b"])]
    #[case::only_mark(b"\xEF\xBB\xBF", &[])]
    #[case::mark_and_end(b"\xEF\xBB\xBF\n", &[""])]
    #[case::returns_inside(b"a\rb\r\r\nc\r", &["a\rb\r", "c\r"])]
    #[case::not_utf8(b"a\xFFb\n", &["a\u{FFFD}b"])]
    #[case::nothing(b"", &[])]
    fn divides(#[case] bytes: &[u8], #[case] expected: &[&str], #[values(1, 2, 100)] batch_size: usize) {
        let mut lines = Lines::new(urigram_text::schema(), BufReader::with_capacity(3, bytes), batch_size);
        let mut found = Vec::new();
        while let Some(batch) = lines.next().unwrap_or_else(|error| panic!("{error}")) {
            assert!((1..=batch_size).contains(&batch.num_rows()));
            found.extend(batch.column(0).as_string_view().iter().flatten().map(str::to_owned));
        }
        assert_eq!(found, expected);
    }
}
