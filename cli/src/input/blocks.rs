//! A file or standard input, in blocks of whole lines.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use crate::input::block::{Block, Cut};
use crate::input::closed::Stdin;
use crate::input::name::Name;
use crate::input::texts::Texts;
use crate::input::unreadable::{Unreadable, Why};

/// The number of bytes read at once. A block is at most that long, plus its last line.
pub(super) const READ: usize = 512 << 10;
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// The number of bytes around a reference in its line.
const AROUND: u64 = (BYTE_ORDER_MARK.len() + b"\r".len()) as u64;

/// Returns whether a file name or a reference stands for standard input.
pub(crate) fn is_stdin(argument: impl AsRef<Path>) -> bool {
    argument.as_ref().as_os_str() == "-"
}

/// The blocks of one input. A block is returned as soon as it has one whole line.
pub(crate) struct Blocks {
    name: Arc<Name>,
    /// `None` after the end of the input.
    source: Option<Box<dyn Read + Send>>,
    /// The start of a line that was read with the previous block.
    rest: Vec<u8>,
    texts: Texts,
    lines: u64,
    longest: u64,
    /// Whether a line that is too long is cut off; otherwise it ends the input.
    cuts: bool,
    /// Whether the rest of a line that was cut off has to be skipped.
    is_cut: bool,
}

impl Blocks {
    /// Returns the lines of standard input.
    pub(crate) fn of_stdin() -> Self {
        Self::new(Name::of_stdin(), Box::new(Stdin))
    }

    /// Returns standard input as texts of this kind.
    pub(crate) fn of_stdin_in(texts: Texts) -> Self {
        Self { texts, ..Self::of_stdin() }
    }

    /// Returns the blocks of the file, read through `wrap`.
    pub(crate) fn of_file<R: Read + Send + 'static>(
        path: &Path,
        wrap: impl FnOnce(File) -> R,
    ) -> Result<Self, Unreadable> {
        let name = Name::of_file(path);
        match File::open(path) {
            Ok(file) => Ok(Self::new(name, Box::new(wrap(file)))),
            Err(source) => Err(Unreadable { name: name.into(), why: source.into() }),
        }
    }

    /// Cuts off each line that is longer than this number of bytes, at some byte after these.
    pub(crate) fn cut_behind(self, longest: u64) -> Self {
        Self { longest: longest + AROUND, cuts: true, ..self }
    }

    /// Returns the name of the input, and what it is read from.
    pub(super) fn into_source(self) -> (Arc<Name>, Option<Box<dyn Read + Send>>) {
        (self.name, self.source)
    }

    fn new(name: Name, source: Box<dyn Read + Send>) -> Self {
        let name = name.into();
        let (rest, texts, longest) = (Vec::new(), Texts::Lines, u32::MAX as u64 + AROUND);
        Self { name, source: Some(source), rest, texts, lines: 0, longest, cuts: false, is_cut: false }
    }

    /// Reads until at least one line is complete, or until the input ends.
    fn read(&mut self) -> Result<Vec<u8>, Why> {
        if self.is_cut {
            self.skip()?;
        }
        let mut buffer = mem::take(&mut self.rest);
        let mut searched = 0;
        loop {
            let last = self.texts.end().and_then(|last| memchr::memrchr(last, &buffer[searched..]));
            if let Some(at) = last {
                self.rest = buffer.split_off(searched + at + 1);
                return Ok(buffer);
            }
            searched = buffer.len();
            let Some(source) = &mut self.source else { return Ok(buffer) };
            if searched as u64 > self.longest {
                if !self.cuts {
                    return Err(Why::TooLong(self.texts.name(self.lines + 1)));
                }
                self.is_cut = true;
                buffer.extend(self.texts.end());
                return Ok(buffer);
            }
            buffer.try_reserve(READ).map_err(|_| Why::Memory(self.texts.name(self.lines + 1)))?;
            buffer.resize(searched + READ, 0);
            let count = read_some(source, &mut buffer[searched..])?;
            buffer.truncate(searched + count);
            if count == 0 {
                self.source = None;
            }
        }
    }

    /// Skips to the end of the line that was cut off.
    fn skip(&mut self) -> io::Result<()> {
        let mut buffer = vec![0; READ];
        while let Some(source) = &mut self.source {
            let count = read_some(source, &mut buffer)?;
            if count == 0 {
                self.source = None;
            }
            let end = self.texts.end().and_then(|end| memchr::memchr(end, &buffer[..count]));
            if let Some(at) = end {
                self.rest = buffer[at + 1..count].to_vec();
                self.is_cut = false;
                break;
            }
        }
        Ok(())
    }
}

pub(super) fn read_some(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

impl Iterator for Blocks {
    type Item = Result<Block, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        let before = self.lines;
        match self.read() {
            Ok(mut bytes) => {
                let texts = self.texts;
                if texts == Texts::Lines && before == 0 && bytes.starts_with(BYTE_ORDER_MARK) {
                    bytes.drain(..BYTE_ORDER_MARK.len());
                }
                self.lines += texts.end().map_or(0, |end| memchr::memchr_iter(end, &bytes).count() as u64);
                (!bytes.is_empty())
                    .then(|| Ok(Block { name: self.name.clone(), before, bytes, cut: Cut::At(texts) }))
            }
            Err(why) => {
                self.source = None;
                Some(Err(Unreadable { name: self.name.clone(), why }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn stops_at_a_line_that_no_reference_is_as_long_as() {
        let long = b"a\n".chain(io::repeat(b'b'));
        let mut blocks = Blocks { longest: 3 * READ as u64, ..Blocks::new(Name::of_stdin(), Box::new(long)) };
        assert!(matches!(blocks.next(), Some(Ok(block)) if block.bytes == b"a\n"));
        let Some(Err(error)) = blocks.next() else { panic!("the line does not end") };
        assert_eq!(error.to_string(), "uri: <stdin>: line 2 is longer than 4294967295 bytes");
        assert!(blocks.next().is_none());
    }

    /// For all line endings and block boundaries.
    #[rstest]
    fn cuts_lines_off(
        #[values(0, 1, READ as u64 - 5, READ as u64, 3 * READ as u64)] longest: u64,
        #[values("\n", "\r\n")] end: &str,
        #[values(0, 1, 4, 5, READ - 1, READ, 4 * READ, 5 * READ + 1)] more: usize,
    ) {
        let long = "b".repeat(longest as usize + more);
        let text = ["\u{feff}", &long, end, &long, end, "a", end, &long, end, "", end, &long].concat();
        let blocks = Blocks::new(Name::of_stdin(), Box::new(io::Cursor::new(text))).cut_behind(longest);
        let blocks: Vec<_> = blocks.map_while(Result::ok).collect();
        let lines: Vec<_> = blocks.iter().flat_map(Block::lines).collect();
        assert!(lines.iter().map(|line| line.number).eq(1..=6 - u64::from(long.is_empty())));
        for line in lines {
            match line.number {
                3 => assert_eq!(line.bytes, b"a"),
                5 => assert_eq!(line.bytes, b""),
                _ if more == 0 => assert_eq!(line.bytes, long.as_bytes()),
                _ => {
                    assert!(long.as_bytes().starts_with(line.bytes));
                    assert!(line.bytes.len() as u64 > longest);
                    assert!(line.bytes.len() as u64 <= longest + AROUND + READ as u64);
                }
            }
        }
    }

    #[test]
    fn numbers_lines_across_blocks() {
        let text = "abc\n".repeat(READ);
        let blocks = Blocks::new(Name::of_stdin(), Box::new(io::Cursor::new(text)));
        let blocks: Vec<_> = blocks.map_while(Result::ok).collect();
        let numbers = blocks.iter().flat_map(|block| block.lines().map(|line| line.number));
        assert!(numbers.eq(1..=READ as u64));
        assert!(blocks.len() > 1);
    }
}
