//! Reads a file or standard input in blocks of whole lines, without a copy or an allocation per line.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::{io, mem};

use wide::u8x16;

use crate::input::{Name, Stdin, Unreadable, Why};

/// The number of bytes read at once. A block is at most this long, plus its last line.
pub(super) const READ: usize = 512 << 10;
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// The maximum number of bytes that a line has besides the reference.
const AROUND: u64 = (BYTE_ORDER_MARK.len() + b"\r".len()) as u64;

/// Returns whether a file name or a reference means standard input.
pub(crate) fn is_stdin(argument: impl AsRef<Path>) -> bool {
    argument.as_ref().as_os_str() == "-"
}

/// The blocks of one input. A block is returned as soon as it has one whole line.
pub(crate) struct Blocks {
    name: Arc<Name>,
    /// `None` after the end of the input.
    source: Option<Box<dyn Read + Send>>,
    /// The incomplete last line of the previous block.
    rest: Vec<u8>,
    texts: Texts,
    lines: u64,
    longest: u64,
    /// Whether a line that is too long is truncated. Otherwise it ends the input.
    cuts: bool,
    /// Whether the rest of a truncated line has to be skipped.
    is_cut: bool,
}

impl Blocks {
    /// Returns the lines of standard input.
    pub(crate) fn of_stdin() -> Self {
        Self::new(Name::of_stdin(), Box::new(Stdin))
    }

    /// Returns standard input, split into texts of this kind.
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

    /// Truncates longer lines, at an unspecified position after the first `longest` bytes.
    pub(crate) fn cut_behind(self, longest: u64) -> Self {
        Self { longest: longest + AROUND, cuts: true, ..self }
    }

    /// Returns the name of the input and its source.
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

    /// Skips to the end of the truncated line.
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

/// How an input is split into texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Texts {
    Lines,
    /// Each text ends with a NUL.
    Null,
    /// The whole input is one text.
    Whole,
}

impl Texts {
    /// Returns the byte that ends a text, unless the whole input is one text.
    pub(crate) const fn end(self) -> Option<u8> {
        match self {
            Self::Lines => Some(b'\n'),
            Self::Null => Some(b'\0'),
            Self::Whole => None,
        }
    }

    /// Returns the name of the text with this number, counted from 1.
    pub(crate) fn name(self, number: u64) -> String {
        match self {
            Self::Lines => format!("line {number}"),
            Self::Null => format!("text {number}"),
            Self::Whole => "the text".to_owned(),
        }
    }
}

/// Whole texts of one input.
pub(crate) struct Block {
    pub(crate) name: Arc<Name>,
    /// The number of earlier texts in the input.
    pub(crate) before: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) cut: Cut,
}

/// How the bytes of a block are split into texts.
pub(crate) enum Cut {
    At(Texts),
    /// The adjacent fields of a column.
    Fields(Vec<Field>),
}

/// A field of a column of CSV.
pub(crate) struct Field {
    /// The line on which the record begins, counted from 1.
    pub(crate) line: u64,
    /// The end of the field in the bytes of the block.
    pub(crate) end: usize,
    pub(crate) defect: Option<Defect>,
}

/// The reason why a line or field has no text to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    TooLong,
    /// The record has only `fields` columns; `column` is counted from 1.
    Missing {
        column: usize,
        fields: usize,
    },
    /// The input ends inside quotes.
    Unclosed,
}

/// A text without its terminator. A line is terminated by LF or CRLF.
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
    pub(crate) defect: Option<Defect>,
}

impl Block {
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let (texts, fields) = match &self.cut {
            Cut::At(texts) => (Some(self.texts(*texts)), &[][..]),
            Cut::Fields(fields) => (None, fields.as_slice()),
        };
        texts.into_iter().flatten().chain(self.fields(fields))
    }

    /// Returns the block as a text whose lines, as those of [`str::lines`], are the lines of the block; `None` if it has other texts or
    /// is not UTF-8.
    pub(crate) fn text(&self) -> Option<&str> {
        // Validating the UTF-8 of the whole block takes a third of the time of validating each line.
        let text = matches!(self.cut, Cut::At(Texts::Lines)).then(|| str::from_utf8(&self.bytes).ok())??;
        // A CR at the end of the input is an incomplete CRLF.
        (!text.ends_with('\r')).then_some(text)
    }

    fn texts(&self, texts: Texts) -> impl Iterator<Item = Line<'_>> {
        let bytes = self.bytes.as_slice();
        let mut ends = texts.end().map(|end| Ends::new(end, bytes));
        let (mut start, mut number) = (0, self.before);
        std::iter::from_fn(move || {
            let (begin, end) = match ends.as_mut().and_then(Iterator::next) {
                Some(end) => (std::mem::replace(&mut start, end + 1), end),
                None if start == bytes.len() => return None,
                None => (std::mem::replace(&mut start, bytes.len()), bytes.len()),
            };
            number += 1;
            let line = &bytes[begin..end];
            let line = match (texts, line) {
                // A CR at the end of the input is an incomplete CRLF.
                (Texts::Lines, [line @ .., b'\r']) => line,
                _ => line,
            };
            Some(Line { number, bytes: line, defect: None })
        })
    }

    fn fields<'a>(&'a self, fields: &'a [Field]) -> impl Iterator<Item = Line<'a>> {
        let mut start = 0;
        fields.iter().map(move |field| {
            let bytes = &self.bytes[start..field.end];
            start = field.end;
            Line { number: field.line, bytes, defect: field.defect }
        })
    }
}

const LANES: usize = 16;
const WORD: usize = u64::BITS as usize;

/// The offsets of a byte, found 64 bytes at a time. `memchr` is optimized for longer distances than the length
/// of most lines: finding line ends with `memchr` takes half as long as checking the lines.
pub(super) struct Ends<'a> {
    bytes: &'a [u8],
    byte: u8,
    /// The end of the bytes covered by `word`.
    searched: usize,
    /// A bitmap of the 64 bytes before `searched`: the occurrences of the byte that have not been returned
    /// yet.
    word: u64,
}

impl<'a> Ends<'a> {
    pub(super) fn new(byte: u8, bytes: &'a [u8]) -> Self {
        Self { bytes, byte, searched: 0, word: 0 }
    }
}

impl Iterator for Ends<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            let rest = self.bytes.get(self.searched..).filter(|rest| !rest.is_empty())?;
            self.word = match rest.first_chunk() {
                Some(chunk) => word(self.byte, chunk),
                None => {
                    let mut last = [!self.byte; WORD];
                    last[..rest.len()].copy_from_slice(rest);
                    word(self.byte, &last)
                }
            };
            self.searched += WORD;
        }
        let at = self.searched - WORD + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(at)
    }
}

/// Returns a bit mask of the occurrences of the byte.
#[inline]
fn word(byte: u8, bytes: &[u8; WORD]) -> u64 {
    let byte = u8x16::splat(byte);
    bytes
        .as_chunks::<LANES>()
        .0
        .iter()
        .rev()
        .fold(0, |word, lanes| word << LANES | u8x16::new(*lanes).cmp_eq(byte).move_mask() as u64)
}

/// The minimum number of bytes that are read at once.
const PART: usize = 128 << 10;

pub(crate) struct Parts {
    pub(crate) name: Arc<Name>,
    /// `None` after the end of the input.
    source: Option<Box<dyn Read>>,
    buffer: Vec<u8>,
    /// The number of bytes in the buffer that have been read.
    filled: usize,
}

impl Parts {
    /// Returns the file of this path, or standard input for `-`.
    pub(crate) fn of(path: &Path) -> Result<Self, Unreadable> {
        let (name, source): (_, io::Result<Box<dyn Read>>) = if is_stdin(path) {
            (Name::of_stdin(), Ok(Box::new(Stdin)))
        } else {
            (Name::of_file(path), File::open(path).map(|file| Box::new(file) as Box<dyn Read>))
        };
        let name = Arc::new(name);
        match source {
            Ok(source) => Ok(Self { name, source: Some(source), buffer: Vec::new(), filled: 0 }),
            Err(source) => Err(Unreadable { name, why: source.into() }),
        }
    }

    /// Returns the bytes that have been read and not dropped.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Returns whether [`bytes`](Self::bytes) extends to the end of the input.
    pub(crate) fn is_last(&self) -> bool {
        self.source.is_none()
    }

    /// Drops this number of bytes from the start, and reads more.
    pub(crate) fn read(&mut self, dropped: usize) -> Result<(), Unreadable> {
        let Some(source) = &mut self.source else { return Ok(()) };
        self.buffer.copy_within(dropped..self.filled, 0);
        self.filled -= dropped;
        if self.buffer.len() < self.filled + PART {
            self.buffer.resize(self.filled + PART, 0);
        }
        match read_some(source, &mut self.buffer[self.filled..]) {
            Ok(0) => self.source = None,
            Ok(count) => self.filled += count,
            Err(source) => return Err(Unreadable { name: self.name.clone(), why: source.into() }),
        }
        Ok(())
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

    /// Truncates lines with each line ending, at each block boundary.
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

    #[rstest]
    #[case::lines("a\nbb\r\n\nccc\n", Texts::Lines, &["a", "bb", "", "ccc"], true)]
    #[case::no_end("a\nbb", Texts::Lines, &["a", "bb"], true)]
    #[case::an_incomplete_end("a\nbb\r", Texts::Lines, &["a", "bb"], false)]
    #[case::null("a\0b\r\0", Texts::Null, &["a", "b\r"], false)]
    #[case::whole("a\nb", Texts::Whole, &["a\nb"], false)]
    #[case::nothing("", Texts::Lines, &[], true)]
    fn lines_of_a_block(
        #[case] bytes: &str,
        #[case] texts: Texts,
        #[case] lines: &[&str],
        #[case] has_text: bool,
    ) {
        let name = Name::of_stdin().into();
        let block = Block { name, before: 7, bytes: bytes.into(), cut: Cut::At(texts) };
        let numbered: Vec<_> = block.lines().map(|line| (line.number, line.bytes)).collect();
        let expected: Vec<_> = (8..).zip(lines.iter().map(|line| line.as_bytes())).collect();
        assert_eq!(numbered, expected);
        assert_eq!(block.text().map(|text| text.lines().collect()), has_text.then(|| lines.to_vec()));
    }

    #[test]
    fn a_block_that_is_not_utf_8_has_no_text() {
        let name = Name::of_stdin().into();
        let block = Block { name, before: 0, bytes: b"a\n\xFF\nb\n".into(), cut: Cut::At(Texts::Lines) };
        assert_eq!((block.lines().count(), block.text()), (3, None));
    }

    #[rstest]
    fn are_those_of_each_byte(#[values(b'\n', b'\0', b'\xFF')] end: u8) {
        let mut text = Vec::new();
        for length in 0..300 {
            let ends: Vec<_> = (0..length).filter(|&at| text[at] == end).collect();
            assert!(Ends::new(end, &text).eq(ends), "{text:?}");
            // The ends are adjacent, far apart, and at each position of a word.
            text.push(if length % 5 == 0 || length % 67 > 60 { end } else { !end });
        }
        let far = [vec![b'a'; 1000], vec![end], vec![b'a'; 1000]].concat();
        assert!(Ends::new(end, &far).eq([1000]));
    }
}
