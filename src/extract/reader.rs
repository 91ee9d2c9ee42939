//! URIs in the output of a reader.

use alloc::vec::Vec;
use core::iter;
use std::io::{self, ErrorKind, Read};

use super::extractor::Extractor;
use super::found::Found;
use super::stream::Stream;
use crate::grammar::Grammar;

/// The minimum number of free bytes in the buffer before a read.
const MIN_FREE: usize = 1 << 16;

impl<G: Grammar> Extractor<G> {
    /// Returns the URIs in the output of a reader, in order. Each URI is returned as soon as its end has been read. Requires the
    /// feature `std`.
    ///
    /// About [`max_length`](Self::max_length) plus 65536 bytes are kept in memory, whatever the length of the input, in a buffer that
    /// takes at most three times as much while it grows. The reader need not be buffered. Bytes that are not UTF-8 are not part
    /// of a URI.
    ///
    /// # Errors
    ///
    /// If the reader returns an error, which ends the iteration. An interrupted read is retried. On 32-bit targets, also if a
    /// range is beyond 4 GiB.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use urigram::extract::Extractor;
    ///
    /// let mail = Cursor::new("See <URL:http://example.com/>\r\nand urn:example:a.\r\n");
    /// for found in Extractor::new().in_reader(mail) {
    ///     let found = found?;
    ///     println!("{:?}: {}", found.range(), found.uri());
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn in_reader<R: Read>(
        &self,
        reader: R,
    ) -> impl Iterator<Item = io::Result<Found<'static, G>>> + use<'_, R, G> {
        let mut search =
            Search { stream: self.stream(), reader: Some(reader), buffer: Vec::new(), filled: 0, offset: 0 };
        iter::from_fn(move || search.next().transpose())
    }
}

struct Search<'e, R, G> {
    stream: Stream<'e, G>,
    /// `None` after the end of the input or an error.
    reader: Option<R>,
    buffer: Vec<u8>,
    /// The number of bytes at the start of the buffer that came from the reader.
    filled: usize,
    /// The offset of the buffer in the output of the reader.
    offset: usize,
}

impl<R: Read, G: Grammar> Search<'_, R, G> {
    #[expect(clippy::arithmetic_side_effects, reason = "a found range does not end before its start")]
    fn next(&mut self) -> io::Result<Option<Found<'static, G>>> {
        loop {
            let bytes = self.buffer.get(..self.filled).unwrap_or_default();
            if let Some(found) = self.stream.find_in(bytes, self.reader.is_none()) {
                let beyond = || io::Error::from(ErrorKind::FileTooLarge);
                let end = self.offset.checked_add(found.range.end).ok_or_else(beyond)?;
                let start = end - found.range.len();
                return Ok(Some(Found { range: start..end, ..found.into_owned() }));
            }
            if self.reader.is_none() {
                return Ok(None);
            }
            self.read()?;
        }
    }

    /// Drops the bytes that are no longer needed, and reads more. After an error of the reader, the buffer is empty.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "no more has passed than was filled; the buffer has at most `isize::MAX` bytes"
    )]
    fn read(&mut self) -> io::Result<()> {
        let Some(reader) = &mut self.reader else { return Ok(()) };
        let passed = self.stream.take_passed();
        if passed > 0 {
            self.buffer.copy_within(passed..self.filled, 0);
        }
        self.filled -= passed;
        self.offset = self.offset.checked_add(passed).ok_or(ErrorKind::FileTooLarge)?;
        if self.buffer.len() < self.filled + MIN_FREE {
            self.buffer.resize(self.filled + MIN_FREE, 0);
        }
        let free = self.buffer.get_mut(self.filled..).unwrap_or_default();
        let read = loop {
            match reader.read(free) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        match read {
            Ok(0) => self.reader = None,
            Ok(count) if count <= free.len() => self.filled += count,
            wrong => {
                (self.reader, self.filled) = (None, 0);
                let more = || io::Error::new(ErrorKind::InvalidData, "a reader returned more bytes than fit");
                return Err(wrong.err().unwrap_or_else(more));
            }
        }
        Ok(())
    }
}
