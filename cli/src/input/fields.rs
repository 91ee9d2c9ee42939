//! The fields of one column of CSV (RFC 4180), in blocks.

use std::io::Read;
use std::sync::Arc;
use std::{io, mem};

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use crate::input::blocks::{BYTE_ORDER_MARK, Block, Blocks, Cut, Defect, Field, READ, read_some};
use crate::input::{Name, Unreadable, Why};
use crate::output::visible;

/// The column that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// Counted from 0.
    Number(usize),
    /// The name in the header, which is the first record.
    Name(String),
}

/// The fields of the column, in blocks. A block is returned as soon as it has a field.
pub(crate) struct Fields {
    name: Arc<Name>,
    /// `None` after the end of the input.
    source: Option<Box<dyn Read + Send>>,
    failed: Option<Why>,
    reader: Reader,
    column: Wanted,
    /// The longest record in bytes.
    longest: u64,
    buffer: Vec<u8>,
    /// The output buffer of the parser.
    parsed: Vec<u8>,
    at_start: bool,
    /// The number of line ends that were skipped without calling the parser.
    skipped: u64,
    /// The record that is being read.
    record: Option<Record>,
    /// The bytes of `fields`, followed by the start of the next field.
    bytes: Vec<u8>,
    fields: Vec<Field>,
}

/// The column to read, or the header until its columns are known.
enum Wanted {
    Number(usize),
    In(Header),
}

struct Record {
    line: u64,
    /// The number of bytes that have been read.
    length: u64,
    /// The number of fields that have been read.
    fields: usize,
    has_column: bool,
    is_long: bool,
}

impl Fields {
    /// Returns the fields of a column. A record of more than `longest` bytes is not kept in memory, and has a
    /// defect instead of a field.
    pub(crate) fn new(blocks: Blocks, column: Column, delimiter: u8, longest: u64) -> Self {
        let (name, source) = blocks.into_source();
        Self {
            name,
            source,
            failed: None,
            reader: ReaderBuilder::new().delimiter(delimiter).build(),
            column: match column {
                Column::Number(number) => Wanted::Number(number),
                Column::Name(name) => Wanted::In(Header::new(name)),
            },
            longest,
            buffer: vec![0; READ],
            parsed: vec![0; READ],
            at_start: true,
            skipped: 0,
            record: None,
            bytes: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Reads until there are fields, or until the input ends.
    fn read(&mut self) -> Result<(), Why> {
        while self.fields.is_empty() && self.source.is_some() {
            let filled = self.fill()?;
            let buffer = mem::take(&mut self.buffer);
            let mut input = &buffer[..filled];
            if mem::take(&mut self.at_start) {
                input = input.strip_prefix(BYTE_ORDER_MARK).unwrap_or(input);
            }
            self.parse(input)?;
            self.buffer = buffer;
            if self.source.is_none() {
                self.finish()?;
            }
        }
        Ok(())
    }

    /// Returns how many bytes were read.
    fn fill(&mut self) -> io::Result<usize> {
        let mut filled = 0;
        while let Some(source) = &mut self.source {
            let count = read_some(source, &mut self.buffer[filled..])?;
            filled += count;
            if count == 0 {
                self.source = None;
            }
            let may_be_mark =
                filled < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(&self.buffer[..filled]);
            if !(self.at_start && may_be_mark) {
                break;
            }
        }
        Ok(filled)
    }

    fn parse(&mut self, mut input: &[u8]) -> Result<(), Why> {
        loop {
            if self.record.is_none() {
                // Skip empty lines here, so that the next record begins after them.
                let start =
                    input.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(input.len());
                let (ends, rest) = input.split_at(start);
                self.skipped += memchr::memchr_iter(b'\n', ends).count() as u64;
                input = rest;
            }
            if input.is_empty() {
                return Ok(());
            }
            let line = self.reader.line() + self.skipped;
            let new = Record { line, length: 0, fields: 0, has_column: false, is_long: false };
            self.record.get_or_insert(new);
            let read = self.parse_some(input)?;
            input = &input[read..];
        }
    }

    /// Parses at most one field, and returns the number of bytes consumed.
    fn parse_some(&mut self, input: &[u8]) -> Result<usize, Why> {
        let (result, read, written) = self.reader.read_field(input, &mut self.parsed);
        let record = self.record.as_mut().expect("a record has begun");
        let (has_ended, ends_record) = match result {
            ReadFieldResult::Field { record_end } => (true, record_end),
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull | ReadFieldResult::End => {
                (false, false)
            }
        };
        record.length += read as u64;
        // The line end is not counted.
        record.is_long |= record.length - u64::from(ends_record) > self.longest;
        let parsed = &self.parsed[..written];
        let kept = match &mut self.column {
            Wanted::Number(number) if *number == record.fields => {
                record.has_column = true;
                Some(&mut self.bytes)
            }
            Wanted::Number(_) => None,
            Wanted::In(header) => Some(header.current()),
        };
        if let Some(kept) = kept.filter(|_| !record.is_long) {
            kept.try_reserve(written).map_err(|_| Why::Memory(format!("line {}", record.line)))?;
            kept.extend_from_slice(parsed);
        }
        if has_ended {
            record.fields += 1;
            if let Wanted::In(header) = &mut self.column {
                header.end();
            }
        }
        if ends_record {
            self.end_record(None)?;
        }
        Ok(read)
    }

    /// Ends the last record of the input.
    fn finish(&mut self) -> Result<(), Why> {
        if self.record.is_some() {
            // A line end terminates a record, unless it is quoted.
            self.parse(b"\n")?;
        }
        if self.record.is_some() {
            self.end_record(Some(Defect::Unclosed))?;
        }
        match self.column {
            Wanted::In(_) => Err(Why::Header("there is no header".to_owned())),
            Wanted::Number(_) => Ok(()),
        }
    }

    fn end_record(&mut self, defect: Option<Defect>) -> Result<(), Why> {
        let record = self.record.take().expect("a record has begun");
        let defect = if record.is_long { Some(Defect::TooLong) } else { defect };
        match &self.column {
            Wanted::In(header) => {
                let number = match defect {
                    None => header.number(),
                    Some(Defect::TooLong) => Err(format!("the header is longer than {} bytes", self.longest)),
                    Some(_) => Err("a quoted name in the header has no end".to_owned()),
                };
                self.column = Wanted::Number(number.map_err(Why::Header)?);
            }
            Wanted::Number(number) => {
                let missing = Defect::Missing { column: number + 1, fields: record.fields };
                let defect = defect.or((!record.has_column).then_some(missing));
                if defect.is_some() {
                    self.bytes.truncate(self.fields.last().map_or(0, |field| field.end));
                }
                self.fields.push(Field { line: record.line, end: self.bytes.len(), defect });
            }
        }
        Ok(())
    }
}

impl Iterator for Fields {
    type Item = Result<Block, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(why) = self.read() {
            self.source = None;
            self.failed = Some(why);
        }
        let Some(last) = self.fields.last() else {
            return self.failed.take().map(|why| Err(Unreadable { name: self.name.clone(), why }));
        };
        let rest = self.bytes.split_off(last.end);
        let bytes = mem::replace(&mut self.bytes, rest);
        let cut = Cut::Fields(mem::take(&mut self.fields));
        Some(Ok(Block { name: self.name.clone(), before: 0, bytes, cut }))
    }
}

/// The maximum number of names listed in a message.
const LISTED: usize = 30;

pub(super) struct Header {
    /// The name of the column to find.
    name: String,
    /// The name that is being read.
    current: Vec<u8>,
    /// The first names, in their displayed form.
    listed: Vec<String>,
    /// The number of names so far.
    count: usize,
    /// The first and second column with the name.
    found: (Option<usize>, Option<usize>),
}

impl Header {
    pub(super) fn new(name: String) -> Self {
        Self { name, current: Vec::new(), listed: Vec::new(), count: 0, found: (None, None) }
    }

    /// Returns the buffer for the bytes of the current name.
    pub(super) fn current(&mut self) -> &mut Vec<u8> {
        &mut self.current
    }

    /// Ends the current name.
    pub(super) fn end(&mut self) {
        if self.current == self.name.as_bytes() {
            match self.found {
                (None, _) => self.found.0 = Some(self.count),
                (_, second) => self.found.1 = second.or(Some(self.count)),
            }
        }
        if self.count < LISTED {
            self.listed.push(shown(&self.current));
        }
        self.count += 1;
        self.current.clear();
    }

    /// Returns the index of the column, from 0, or the reason why there is no such column.
    pub(super) fn number(&self) -> Result<usize, String> {
        let name = shown(self.name.as_bytes());
        match self.found {
            (Some(number), None) => Ok(number),
            (Some(first), Some(second)) => {
                let (first, second) = (first + 1, second + 1);
                Err(format!("{name} is the name of columns {first} and {second}; give the number of one"))
            }
            (None, _) => {
                let list = self.listed.join(", ");
                let more = match self.count - self.listed.len() {
                    0 => String::new(),
                    more => format!(", and {more} more"),
                };
                Err(format!("there is no column {name}; the header has {list}{more}"))
            }
        }
    }
}

fn shown(name: &[u8]) -> String {
    format!("`{}`", visible::beginning(&visible::name(name)))
}
