//! Lines: where they begin and end in chunks of a file.

use std::collections::VecDeque;

use datafusion::arrow::array::RecordBatch;
use memchr::{memchr, memchr_iter, memrchr};

use super::rows::Rows;
use super::unreadable::Unreadable;

/// The byte order mark, which may stand at the beginning of a file and belongs to no line.
const MARK: char = '\u{feff}';

/// The lines of a file that begin in a range of its bytes.
///
/// A line begins at the beginning of the file and after each `\n`. So each line is in exactly one of ranges
/// that do not overlap and together are the file, wherever they divide it.
pub(crate) struct Lines {
    rows: Rows,
    full: VecDeque<RecordBatch>,
    longest: usize,
    /// The offset at which the range ends.
    end: u64,
    /// The offset of the first byte that has not been read.
    position: u64,
    /// The beginning of a line that is not complete in the chunks so far.
    begun: Vec<u8>,
    /// Whether the line being read began before the range.
    skips: bool,
    done: bool,
}

impl Lines {
    /// Returns the lines that begin at `start` or later and before `end`.
    ///
    /// The first chunk must begin at `first_byte(start)`.
    pub(crate) fn new(rows: Rows, start: u64, end: u64, longest: usize) -> Self {
        Self {
            rows,
            full: VecDeque::new(),
            longest,
            end,
            position: first_byte(start),
            begun: vec![],
            skips: start > 0,
            done: start >= end,
        }
    }

    /// Returns whether no further chunk is needed.
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Returns the next of the batches that are full, if there is one.
    pub(crate) fn next_full(&mut self) -> Option<RecordBatch> {
        self.full.pop_front()
    }

    /// Returns the complete lines since the last batch that was full, if there are any.
    pub(crate) fn take(&mut self) -> Result<Option<RecordBatch>, Unreadable> {
        Ok(self.rows.take()?)
    }

    /// Reads the next chunk.
    pub(crate) fn feed(&mut self, chunk: &[u8]) -> Result<(), Unreadable> {
        let mut rest = chunk;
        if self.skips || !self.begun.is_empty() {
            let Some(length) = memchr(b'\n', chunk) else {
                return self.begin(chunk);
            };
            self.end_begun(&chunk[..length])?;
            rest = &chunk[length + 1..];
        }
        let (mut whole, begun) = rest.split_at(memrchr(b'\n', rest).map_or(0, |last| last + 1));
        while !whole.is_empty() {
            let text = valid_lines(whole);
            self.add_lines(text)?;
            whole = &whole[text.len()..];
            if let Some(length) = memchr(b'\n', whole) {
                // The text ends where a line is not UTF-8.
                self.add_invalid(&whole[..length])?;
                whole = &whole[length + 1..];
            }
        }
        self.done |= self.position >= self.end;
        self.begin(begun)
    }

    /// Returns the last batch, which is not full, after the last chunk.
    pub(crate) fn finish(&mut self) -> Result<Option<RecordBatch>, Unreadable> {
        self.done = true;
        let begun = std::mem::take(&mut self.begun);
        let line = String::from_utf8_lossy(&begun);
        let start = self.position - begun.len() as u64;
        // An empty remainder is not a line.
        if !without_mark(&line, start).is_empty() {
            self.add(&line, start)?;
        }
        match self.full.pop_front() {
            Some(batch) => Ok(Some(batch)),
            None => Ok(self.rows.take()?),
        }
    }

    /// Reads the beginning of a line whose end is not in the chunk.
    fn begin(&mut self, bytes: &[u8]) -> Result<(), Unreadable> {
        if self.done {
            return Ok(());
        }
        self.position += bytes.len() as u64;
        if self.skips {
            // A line that goes on beyond the range leaves no place for one that begins in it.
            self.done = self.position >= self.end;
            return Ok(());
        }
        self.begun.extend_from_slice(bytes);
        // A mark and a `\r` do not count, but are known only when the line is complete.
        match self.begun.len() > self.longest + MARK.len_utf8() + 1 {
            true => Err(Unreadable::TooLong(self.position - self.begun.len() as u64)),
            false => Ok(()),
        }
    }

    /// Reads the end of the line that began in a chunk before, without its `\n`.
    fn end_begun(&mut self, bytes: &[u8]) -> Result<(), Unreadable> {
        let start = self.position - self.begun.len() as u64;
        self.position += bytes.len() as u64 + 1;
        if std::mem::take(&mut self.skips) {
            return Ok(());
        }
        let mut line = std::mem::take(&mut self.begun);
        line.extend_from_slice(bytes);
        self.add(without_return(&String::from_utf8_lossy(&line)), start)?;
        // One long line must not keep its memory until the end of the file.
        line.clear();
        line.shrink_to(super::chunks::SIZE);
        self.begun = line;
        Ok(())
    }

    /// Reads whole lines, up to the end of the range.
    fn add_lines(&mut self, text: &str) -> Result<(), Unreadable> {
        let mut from = 0;
        for end in memchr_iter(b'\n', text.as_bytes()) {
            if self.position >= self.end {
                return Ok(());
            }
            self.add(without_return(&text[from..end]), self.position)?;
            self.position += (end + 1 - from) as u64;
            from = end + 1;
        }
        Ok(())
    }

    /// Reads a line that is not UTF-8, without its `\n`, unless the range has ended.
    fn add_invalid(&mut self, line: &[u8]) -> Result<(), Unreadable> {
        if self.position >= self.end {
            return Ok(());
        }
        self.add(without_return(&String::from_utf8_lossy(line)), self.position)?;
        // The replaced text may be longer than the line in the file.
        self.position += line.len() as u64 + 1;
        Ok(())
    }

    /// Adds the line that begins at the offset `start`.
    fn add(&mut self, line: &str, start: u64) -> Result<(), Unreadable> {
        let line = without_mark(line, start);
        if line.len() > self.longest {
            return Err(Unreadable::TooLong(start));
        }
        self.full.extend(self.rows.add(line)?);
        Ok(())
    }
}

/// Returns the offset of the first byte that tells the lines that begin at `start` or later.
///
/// A line begins at `start` if the byte before it is a `\n`.
pub(crate) fn first_byte(start: u64) -> u64 {
    start.saturating_sub(1)
}

/// Returns the lines at the beginning of `whole`, which are whole lines, up to one that is not UTF-8.
fn valid_lines(whole: &[u8]) -> &str {
    std::str::from_utf8(whole).unwrap_or_else(|error| {
        let valid = &whole[..error.valid_up_to()];
        let end = memrchr(b'\n', valid).map_or(0, |last| last + 1);
        // INVARIANT: a beginning of what is valid is valid if it ends with a whole character, here `\n`.
        std::str::from_utf8(&valid[..end]).unwrap_or_default()
    })
}

fn without_return(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

fn without_mark(line: &str, start: u64) -> &str {
    match start {
        0 => line.strip_prefix(MARK).unwrap_or(line),
        _ => line,
    }
}
