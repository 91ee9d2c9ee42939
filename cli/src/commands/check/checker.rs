//! The check of the lines of a block.

use std::cell::Cell;
use std::io;

use urigram::validate::Finding;

use super::answer::Answer;
use super::report::Report;
use crate::fault::Fault;
use crate::input::block::{Block, Defect, Line};
use crate::input::unreadable::Unreadable;
use crate::outcome::Status;
use crate::output::sarif::{Part, Results};
use crate::policy::Validator;

/// The report on a block can be longer than the block. That of a longer block is not kept, but written when
/// its turn comes; so is one that would become too long.
const KEPT: usize = 1 << 20;

#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) lines: u64,
    pub(crate) invalid: u64,
    pub(crate) findings: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.invalid += other.invalid;
        self.findings += other.findings;
    }

    pub(crate) fn status(&self) -> Status {
        if self.invalid > 0 { Status::Invalid } else { Status::Fine }
    }
}

/// The report on a block.
pub(crate) enum BlockReport {
    Kept(Part, Tally),
    /// The block itself, which [`Checker::write`] checks when its turn comes.
    Long(Block),
}

pub(crate) struct Checker {
    pub(crate) validator: Validator,
    /// The maximum length of a line in bytes.
    pub(crate) max_line: u32,
    pub(crate) skip_blank: bool,
    /// What lines begin with that are skipped.
    pub(crate) comments: Vec<String>,
    /// Whether to look for findings without a policy.
    pub(crate) findings: bool,
    pub(crate) report: Report,
}

impl Checker {
    pub(crate) fn report(&self, block: Result<Block, Unreadable>) -> Result<BlockReport, Unreadable> {
        let block = block?;
        if block.bytes.len() > KEPT {
            return Ok(BlockReport::Long(block));
        }
        let mut part = Part::default();
        let mut tally = Tally::default();
        Ok(match self.write(&block, &mut tally, &mut part) {
            Ok(()) => BlockReport::Kept(part, tally),
            Err(_) => BlockReport::Long(block),
        })
    }

    /// Checks each line. Valid lines of which nothing is written are counted at the end, each other line before its report
    /// is written.
    pub(crate) fn write(&self, block: &Block, tally: &mut Tally, out: &mut impl Results) -> io::Result<()> {
        let valid = Cell::new(0);
        let found = Cell::new(None);
        let is_valid = |text: &str| {
            let checked = (text.len() <= self.max_line as usize).then(|| self.validator.start.check(text));
            let is_valid = matches!(checked, Some(Ok(())));
            valid.update(|valid| valid + u64::from(is_valid));
            found.set(checked.and_then(Result::err));
            is_valid
        };
        let mut others = block.lines_unless(self.counts_only().then_some(is_valid));
        let written = others.try_for_each(|line| {
            if self.skips(&line) {
                return Ok(());
            }
            let answer = self.answer(line, found.take());
            tally.lines += 1;
            tally.invalid += u64::from(!answer.accepted);
            tally.findings += answer.findings.len() as u64;
            self.report.write(out, &block.name, &answer)
        });
        tally.lines += valid.get();
        written
    }

    /// Returns whether valid lines are only counted.
    fn counts_only(&self) -> bool {
        let Self { validator, skip_blank, comments, findings, report, .. } = self;
        !skip_blank
            && comments.is_empty()
            && !findings
            && validator.policy.is_none()
            && !report.writes_valid_lines()
    }

    /// Returns whether the line is neither valid nor invalid.
    fn skips(&self, line: &Line<'_>) -> bool {
        // The end of a line that is too long may not have been read.
        self.skip_blank && !self.is_long(line) && line.defect.is_none() && line.bytes.trim_ascii().is_empty()
            || self.comments.iter().any(|prefix| line.bytes.trim_ascii_start().starts_with(prefix.as_bytes()))
    }

    fn is_long(&self, line: &Line<'_>) -> bool {
        line.bytes.len() > self.max_line as usize
    }

    /// Returns the answer for a line. `found` is its fault, if it has been checked.
    fn answer<'a>(&'a self, line: Line<'a>, found: Option<Fault>) -> Answer<'a> {
        let defect = if self.is_long(&line) { Some(Defect::TooLong) } else { line.defect };
        let (input, answer) = match (defect, found) {
            (Some(defect), _) => (None, Err(self.defective(defect))),
            (None, Some(fault)) => (Some(line.bytes), Err(fault)),
            (None, None) => (Some(line.bytes), self.findings(line.bytes)),
        };
        let (fault, findings) = match answer {
            Ok(findings) => (None, findings),
            Err(fault) => (Some(fault), Vec::new()),
        };
        let accepted = fault.is_none() && self.validator.accepts(&findings);
        let text = input.filter(|_| self.report.draws() && (fault.is_some() || !findings.is_empty()));
        let mends = text.and_then(|text| str::from_utf8(text).ok()).map(|text| self.validator.mends(text));
        Answer { line, input, fault, findings, accepted, mends: mends.unwrap_or_default() }
    }

    /// Returns what is questionable about the text, or why it is invalid.
    fn findings<'a>(&'a self, bytes: &'a [u8]) -> Result<Vec<Finding<'a>>, Fault> {
        let Validator { start, policy } = &self.validator;
        let text = start.decode(bytes)?;
        if self.findings || policy.is_some() {
            match start.parse(text) {
                Ok(components) => return Ok(self.validator.findings(text, &components)),
                Err(fault) if policy.is_some() => return Err(fault),
                // A loaded grammar may accept what has no components.
                Err(_) => {}
            }
        }
        start.check(text)?;
        Ok(Vec::new())
    }

    /// Returns the fault of a line without a text that could be checked.
    fn defective(&self, defect: Defect) -> Fault {
        let (component, offset, message, help) = match defect {
            Defect::TooLong => (
                self.validator.start.name(),
                self.max_line as usize,
                format!("longer than {} bytes; `--max-line` allows more", self.max_line),
                "a text has at most 4294967295 bytes",
            ),
            Defect::Missing { column, fields } => (
                "record",
                0,
                format!("the record has no column {column}, but only {fields}"),
                "write all columns in each record, with nothing between two delimiters if one is empty",
            ),
            Defect::Unclosed => (
                "record",
                0,
                "a quoted field of the record has no end".to_owned(),
                "write `\"` at its end, and `\"\"` for each quote in it",
            ),
        };
        Fault::NoAnswer { component, offset, found: None, message, help: help.into() }
    }
}
