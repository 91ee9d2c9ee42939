//! The check of the lines of a block, and its report.

use std::io::{self, Write};

use crate::args::Format;
use crate::fault::{Fault, decode};
use crate::input::block::{Block, Line};
use crate::input::unreadable::Unreadable;
use crate::outcome::Status;
use crate::output::json;
use crate::parser::start::Start;

/// The report on a block can be as long as the block. That of a longer block is not kept, but written when
/// its turn comes.
const KEPT: usize = 1 << 20;

#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) lines: u64,
    pub(crate) invalid: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.invalid += other.invalid;
    }

    pub(crate) fn status(&self) -> Status {
        if self.invalid > 0 { Status::Invalid } else { Status::Fine }
    }
}

/// The report on a block.
pub(crate) enum BlockReport {
    Kept(Vec<u8>, Tally),
    /// The block itself, which [`Checker::write`] checks when its turn comes.
    Long(Block),
}

#[derive(Clone, Copy)]
pub(crate) struct Checker {
    pub(crate) start: Start,
    pub(crate) format: Format,
    /// The maximum length of a line in bytes.
    pub(crate) max_line: u32,
    /// Whether there are several files, so that a report has to name the file of each line.
    pub(crate) many: bool,
}

impl Checker {
    pub(crate) fn report(self, block: Result<Block, Unreadable>) -> Result<BlockReport, Unreadable> {
        let block = block?;
        if block.bytes.len() > KEPT {
            return Ok(BlockReport::Long(block));
        }
        let mut text = Vec::new();
        let mut tally = Tally::default();
        Ok(match self.write(&block, &mut tally, &mut text) {
            Ok(()) => BlockReport::Kept(text, tally),
            Err(_) => BlockReport::Long(block),
        })
    }

    /// Checks each line, and counts it before writing its report.
    pub(crate) fn write(self, block: &Block, tally: &mut Tally, out: &mut impl Write) -> io::Result<()> {
        for line in block.lines() {
            let is_long = line.bytes.len() > self.max_line as usize;
            let fault = if is_long { Some(self.too_long()) } else { self.fault(&line) };
            tally.lines += 1;
            tally.invalid += u64::from(fault.is_some());
            match (self.format, &fault) {
                (Format::Text, None) => {}
                (Format::Text, Some(fault)) if is_long => {
                    writeln!(out, "{}:{}: {fault}", block.name.shown, line.number)?;
                }
                (Format::Text, Some(fault)) => {
                    let (name, column) = (&block.name.shown, fault.column(line.bytes));
                    writeln!(out, "{name}:{}:{column}: {fault}", line.number)?;
                }
                (Format::Json, fault) => {
                    let file = self.many.then_some(block.name.text.as_str());
                    let input = (!is_long).then_some(line.bytes);
                    json::write_line(out, &json::Checked::new(file, line.number, input, fault.as_ref()))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the fault of a line that is too long, whose end may not have been read.
    fn too_long(self) -> Fault {
        Fault::NoAnswer {
            component: self.start.name(),
            offset: self.max_line as usize,
            found: None,
            message: format!("longer than {} bytes; `--max-line` allows more", self.max_line),
            help: "a reference has at most 4294967295 bytes".into(),
        }
    }

    fn fault(self, line: &Line<'_>) -> Option<Fault> {
        decode(self.start.name(), line.bytes).and_then(|text| self.start.check(text)).err()
    }
}
