//! A file or standard input, in blocks of whole lines.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use crate::input::block::Block;
use crate::input::name::Name;
use crate::input::texts::Texts;
use crate::input::unreadable::{Unreadable, Why};

/// How much is read at once, and so how long a block is, but for a last line that makes it longer.
const READ: usize = 128 << 10;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// The longest reference that the library takes, and what may stand around it in its line.
const LONGEST: u64 = u32::MAX as u64 + BYTE_ORDER_MARK.len() as u64 + b"\r".len() as u64;

/// Whether the name of a file or the text of a reference stands for standard input.
pub(crate) fn is_stdin(argument: impl AsRef<Path>) -> bool {
    argument.as_ref().as_os_str() == "-"
}

/// The blocks of one input. None of them waits for more than one line.
pub(crate) struct Blocks {
    name: Arc<Name>,
    /// There is none behind the end of the input.
    source: Option<Box<dyn Read + Send>>,
    /// The start of a line, which was read with the block before.
    rest: Vec<u8>,
    texts: Texts,
    lines: u64,
    longest: u64,
}

impl Blocks {
    /// The lines of standard input.
    pub(crate) fn of_stdin() -> Self {
        Self::new(Name::of_stdin(), Box::new(io::stdin()))
    }

    /// Standard input, made of these.
    pub(crate) fn of_stdin_in(texts: Texts) -> Self {
        Self { texts, ..Self::of_stdin() }
    }

    /// The blocks of the file, read through `wrap`.
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

    fn new(name: Name, source: Box<dyn Read + Send>) -> Self {
        let name = name.into();
        let (rest, texts) = (Vec::new(), Texts::Lines);
        Self { name, source: Some(source), rest, texts, lines: 0, longest: LONGEST }
    }

    /// Reads until at least one line is whole, or the last one has ended without a line feed.
    fn read(&mut self) -> Result<Vec<u8>, Why> {
        let mut buffer = mem::take(&mut self.rest);
        while let Some(source) = &mut self.source {
            let end = buffer.len();
            if end as u64 > self.longest {
                return Err(Why::TooLong(self.texts.name(self.lines + 1)));
            }
            buffer.try_reserve(READ).map_err(|_| Why::Memory(self.texts.name(self.lines + 1)))?;
            buffer.resize(end + READ, 0);
            let count = read_some(source, &mut buffer[end..])?;
            buffer.truncate(end + count);
            if count == 0 {
                self.source = None;
            }
            let last = self.texts.end().and_then(|last| memchr::memrchr(last, &buffer[end..]));
            if let Some(at) = last {
                self.rest = buffer.split_off(end + at + 1);
                break;
            }
        }
        Ok(buffer)
    }
}

fn read_some(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
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
                (!bytes.is_empty()).then(|| Ok(Block { name: self.name.clone(), before, bytes, texts }))
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

    #[test]
    fn stops_at_a_line_that_no_reference_is_as_long_as() {
        let long = b"a\n".chain(io::repeat(b'b'));
        let mut blocks = Blocks { longest: 3 * READ as u64, ..Blocks::new(Name::of_stdin(), Box::new(long)) };
        assert!(matches!(blocks.next(), Some(Ok(block)) if block.bytes == b"a\n"));
        let Some(Err(error)) = blocks.next() else { panic!("the line does not end") };
        assert_eq!(error.to_string(), "uri: <stdin>: line 2 is longer than 4294967295 bytes");
        assert!(blocks.next().is_none());
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
