//! `uri check`: finds the invalid lines of files.
//!
//! Blocks are checked on all cores, and reported in order: each invalid line, or in JSON every line.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io, iter};

use anstream::adapter::strip_str;
use urigram::grammar::Rfc3986;
use urigram::validate::{Audience, Finding, Severity};

use crate::answer::in_parallel;
use crate::args::{Check, Csv, ReportFormat, audience};
use crate::commands::fix::{Changes, Unapplied};
use crate::commands::rewrite::{self, Failure, Text};
use crate::fault::{Fault, Suggestion, column};
use crate::input::blocks::{Block, Defect, Line};
use crate::input::{Blocks, Fields, Name, Unreadable, is_stdin};
use crate::outcome::{Error, Status};
use crate::output::{
    self, diagnostic,
    diagnostic::Advice,
    json,
    progress::Bar,
    sarif,
    sarif::{Part, Results},
    visible,
};
use crate::parser::start::Start;
use crate::policy::{NamedPolicy, Validator};

pub(crate) fn run(arguments: Check, start: Start, status: &mut Status) -> Result<(), Error> {
    let policy = NamedPolicy::of::<Rfc3986>(&arguments.ask, None)?;
    let Check { format, findings, quiet, skip_blank, comments, csv, max_line, summary, .. } = arguments;
    let mut files = arguments.files;
    if files.is_empty() {
        files.push(PathBuf::from("-"));
    }
    let of_fields = csv.column.is_some();
    let (fixes, diffs, unsafe_fixes) = (arguments.fix, arguments.diff, arguments.unsafe_fixes);
    let checker = Arc::new(Checker {
        validator: Validator::new(start, policy)?,
        max_line,
        skip_blank,
        comments,
        findings,
        format,
        quiet,
        explain: arguments.explain || output::is_terminal(),
        audience: audience(arguments.reader, &arguments.ask),
        styles: output::has_styles(),
        many: files.len() > 1,
        of_fields,
    });
    if fixes {
        return fix(&checker, &files, How { diffs, unsafe_fixes, summary }, status);
    }
    let bar = Bar::of(total_size(&files));
    let mut out = sarif::Log::new(output::beside(&bar), start.loaded());
    let is_sarif = format == ReportFormat::Sarif;
    if is_sarif {
        out.begin()?;
    }
    let mut total = Tally::default();

    let (read, worker) = (bar.clone(), checker.clone());
    let blocks = files.into_iter().flat_map(move |file| blocks(&file, &read, &csv, max_line));
    in_parallel(
        blocks,
        move |block| worker.report(block),
        |report| {
            let mut tally = Tally::default();
            let written = match report {
                Ok(BlockReport::Kept(part, counted)) => {
                    tally = counted;
                    out.take(&part)
                }
                Ok(BlockReport::Long(block)) => checker.write(&block, &mut tally, &mut out),
                Err(unreadable) => {
                    *status = Status::Failed;
                    let flushed = out.flush();
                    bar.suspend(|| unreadable.report());
                    flushed
                }
            };
            *status |= tally.status();
            total.add(tally);
            written?;
            // Flush now, because reading the next block may block.
            Ok(out.flush()?)
        },
    )?;

    if is_sarif {
        out.end(*status != Status::Failed)?;
    }
    bar.clear();
    if summary || !quiet && io::stderr().is_terminal() {
        let texts = if of_fields { "records" } else { "lines" };
        let found = if findings { format!(", {} findings", total.findings) } else { String::new() };
        output::remark(format_args!("{} {texts}, {} invalid{found}", total.lines, total.invalid));
    }
    Ok(())
}

/// How files are corrected.
struct How {
    /// Whether the corrections are shown as a diff.
    diffs: bool,
    /// Whether corrections are applied that lose something that was typed.
    unsafe_fixes: bool,
    summary: bool,
}

/// Corrects the lines of files, or shows the corrections as a diff, and reports the lines that have none, or none that
/// is applied.
fn fix(
    checker: &Checker,
    files: &[PathBuf],
    How { diffs, unsafe_fixes, summary }: How,
    status: &mut Status,
) -> Result<(), Error> {
    let mut out = output::plain();
    // A diff is not interrupted by reports.
    let mut reports = sarif::Log::new(if diffs { output::errors() } else { output::plain() }, None);
    let (mut tally, mut corrected, mut unapplied) = (Tally::default(), 0_u64, 0_u64);
    // Before any file is changed.
    if files.iter().any(is_stdin) {
        return Err(Error::Refused(
            "uri: --fix corrects files; for standard input, use `uri fix`".to_owned(),
        ));
    }
    for file in files {
        let name = Name::of_file(file);
        let correct = |Text { number, bytes }: Text<'_>| {
            let line = Line { number, bytes, defect: None };
            if checker.skips(&line) {
                return Ok(None);
            }
            let answer = checker.answer(line, None);
            tally.lines += 1;
            tally.findings += answer.findings.len() as u64;
            let found = checker.correction(&answer);
            let is_applied = |own: &Suggestion| {
                unsafe_fixes || str::from_utf8(bytes).is_ok_and(|typed| own.keeps_all(typed))
            };
            let (applied, left) = match found {
                Some(correction) if is_applied(&correction) => (Some(correction), None),
                left => (None, left),
            };
            let Some(correction) = applied else {
                tally.invalid += u64::from(!answer.accepted);
                checker.write_answer(&mut reports, &name, &answer)?;
                if let Some(left) = left {
                    unapplied += 1;
                    if !checker.quiet {
                        // If both streams go to the same terminal or file, flushing keeps their order.
                        reports.flush()?;
                        output::remark(format_args!("{}:{number}: {}", name.shown, Unapplied(&left)));
                    }
                }
                return Ok(None);
            };
            corrected += 1;
            if !checker.quiet && !diffs {
                output::remark(format_args!("{}:{number}: {}", name.shown, Changes(&correction)));
            }
            Ok(Some(correction.uri))
        };
        let fixed = match diffs {
            true => rewrite::diff(file, &mut out, correct),
            false => rewrite::in_place(file, correct),
        };
        // Before an error of the output, which may end the command.
        if tally.invalid > 0 || unapplied > 0 || diffs && corrected > 0 {
            *status |= Status::Invalid;
        }
        reports.flush()?;
        match fixed {
            Ok(()) => out.flush()?,
            Err(Failure::Output(error)) => return Err(error.into()),
            Err(Failure::File(error)) => {
                *status = Status::Failed;
                Unreadable { name: name.into(), why: error.into() }.report();
            }
        }
    }
    if summary || !checker.quiet && io::stderr().is_terminal() {
        let left =
            if unapplied > 0 { format!(", {unapplied} left for --unsafe-fixes") } else { String::new() };
        let Tally { lines, invalid, .. } = tally;
        output::remark(format_args!("{lines} lines, {corrected} corrected, {invalid} invalid{left}"));
    }
    Ok(())
}

type BlocksOrError = Box<dyn Iterator<Item = Result<Block, Unreadable>> + Send>;

fn blocks(file: &Path, bar: &Bar, csv: &Csv, max_line: u32) -> BlocksOrError {
    let blocks = if is_stdin(file) {
        Ok(Blocks::of_stdin())
    } else {
        Blocks::of_file(file, |file| bar.wrap_read(file))
    };
    match (blocks, &csv.column) {
        (Ok(blocks), None) => Box::new(blocks.cut_behind(max_line.into())),
        (Ok(blocks), Some(column)) => {
            Box::new(Fields::new(blocks, column.clone(), csv.delimiter, max_line.into()))
        }
        (Err(unreadable), _) => Box::new(iter::once(Err(unreadable))),
    }
}

/// The fault or the findings of a line.
struct Answer<'a> {
    line: Line<'a>,
    /// `None` if the line has no text or is too long.
    input: Option<&'a [u8]>,
    fault: Option<Fault>,
    findings: Vec<Finding<'a>>,
    /// Whether the line is valid, and the policy, if there is one, does not refuse it.
    accepted: bool,
    /// Corrections, if the line is drawn.
    suggestions: Vec<Suggestion>,
}

/// The maximum size of a block whose report is kept until the earlier reports are written. A report can be
/// longer than its block. If the report becomes too long, the block is checked again when its turn comes.
const KEPT: usize = 1 << 20;

#[derive(Clone, Copy, Default)]
struct Tally {
    lines: u64,
    invalid: u64,
    findings: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.invalid += other.invalid;
        self.findings += other.findings;
    }

    fn status(&self) -> Status {
        if self.invalid > 0 { Status::Invalid } else { Status::Fine }
    }
}

/// The report on a block.
enum BlockReport {
    Kept(Part, Tally),
    /// A block whose report is too long to be kept. [`Checker::write`] checks it when its turn comes.
    Long(Block),
}

struct Checker {
    validator: Validator,
    /// The maximum length of a line in bytes.
    max_line: u32,
    skip_blank: bool,
    /// The prefixes of lines that are skipped.
    comments: Vec<String>,
    /// Whether to search for findings without a policy, and to report notes.
    findings: bool,
    format: ReportFormat,
    quiet: bool,
    /// Whether text output shows drawings.
    explain: bool,
    /// Whom the help in drawings is for.
    audience: Audience,
    /// Whether drawings have styles.
    styles: bool,
    /// Whether there are several files, so that a report has to name the file of each line.
    many: bool,
    /// Whether columns are relative to a CSV field, because the position of the field in its line is not
    /// known.
    of_fields: bool,
}

impl Checker {
    fn report(&self, block: Result<Block, Unreadable>) -> Result<BlockReport, Unreadable> {
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

    /// Checks each line and writes its report.
    fn write(&self, block: &Block, tally: &mut Tally, out: &mut impl Results) -> io::Result<()> {
        let Some(text) = block.text().filter(|_| self.counts_only()) else {
            return block.lines().try_for_each(|line| self.write_line(block, line, None, tally, out));
        };
        let mut number = block.before;
        self.validator.start.each_line(text, |line, fault| {
            number += 1;
            if fault.is_none() && line.len() <= self.max_line as usize {
                tally.lines += 1;
                return Ok(());
            }
            let line = Line { number, bytes: line.as_bytes(), defect: None };
            self.write_line(block, line, fault, tally, out)
        })
    }

    /// Counts a line and writes its report. `found` is its fault, if the line has been checked before.
    fn write_line(
        &self,
        block: &Block,
        line: Line<'_>,
        found: Option<Fault>,
        tally: &mut Tally,
        out: &mut impl Results,
    ) -> io::Result<()> {
        if self.skips(&line) {
            return Ok(());
        }
        let answer = self.answer(line, found);
        tally.lines += 1;
        tally.invalid += u64::from(!answer.accepted);
        tally.findings += answer.findings.len() as u64;
        self.write_answer(out, &block.name, &answer)
    }

    /// Returns whether valid lines are only counted.
    fn counts_only(&self) -> bool {
        let Self { validator, skip_blank, comments, findings, .. } = self;
        !skip_blank
            && comments.is_empty()
            && !findings
            && validator.policy.is_none()
            && !self.writes_valid_lines()
    }

    /// Returns whether the line is skipped, and counts neither as valid nor as invalid.
    fn skips(&self, line: &Line<'_>) -> bool {
        // A line that is too long may be truncated, so whether it is blank is not known.
        self.skip_blank && !self.is_long(line) && line.defect.is_none() && line.bytes.trim_ascii().is_empty()
            || self.comments.iter().any(|prefix| line.bytes.trim_ascii_start().starts_with(prefix.as_bytes()))
    }

    fn is_long(&self, line: &Line<'_>) -> bool {
        line.bytes.len() > self.max_line as usize
    }

    /// Returns the answer for a line. `found` is its fault, if the line has been checked before.
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
        let text = input.filter(|_| self.draws() && (fault.is_some() || !findings.is_empty()));
        let suggestions =
            text.and_then(|text| str::from_utf8(text).ok()).map(|text| self.validator.suggestions(text));
        Answer { line, input, fault, findings, accepted, suggestions: suggestions.unwrap_or_default() }
    }

    /// Returns the likeliest correction of a line that is not accepted or, on request, has findings. A correction that leads to
    /// another host than the line is left to the author.
    fn correction(&self, answer: &Answer<'_>) -> Option<Suggestion> {
        if answer.accepted && (!self.findings || answer.findings.is_empty()) {
            return None;
        }
        let text = str::from_utf8(answer.input?).ok()?;
        self.validator.suggestions(text).into_iter().find(|suggestion| suggestion.typed_host.is_none())
    }

    /// Returns the findings of the text, or its fault.
    fn findings<'a>(&'a self, bytes: &'a [u8]) -> Result<Vec<Finding<'a>>, Fault> {
        let Validator { start, policy } = &self.validator;
        let text = start.decode(bytes)?;
        if self.findings || policy.is_some() {
            match start.parse(text) {
                Ok(components) => return Ok(self.validator.findings(text, &components)),
                Err(fault) if policy.is_some() => return Err(fault),
                // A loaded grammar may accept a text that has no components, and so no findings.
                Err(_) => {}
            }
        }
        start.check(text)?;
        Ok(Vec::new())
    }

    /// Returns the fault of a line that contains no text to check.
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
        Fault::at(offset, "", component, message, help)
    }

    /// Returns whether faults are drawn under their lines, with corrections.
    fn draws(&self) -> bool {
        self.explain && self.format == ReportFormat::Text && !self.quiet
    }

    /// Returns whether valid lines without findings are written.
    fn writes_valid_lines(&self) -> bool {
        self.format == ReportFormat::Json && !self.quiet
    }

    fn write_answer(&self, out: &mut impl Results, name: &Name, answer: &Answer<'_>) -> io::Result<()> {
        match self.format {
            _ if self.quiet => Ok(()),
            ReportFormat::Text => {
                answer.fault.iter().try_for_each(|fault| self.write_fault(out, name, answer, fault))?;
                let findings = answer.findings.iter().filter(|finding| self.reports(finding));
                if !self.explain {
                    return findings
                        .into_iter()
                        .try_for_each(|finding| write_finding(out, name, answer, finding));
                }
                let mut findings = diagnostic::by_cause(findings).into_iter().peekable();
                while let Some((finding, also)) = findings.next() {
                    let suggestions = if findings.peek().is_none() { &*answer.suggestions } else { &[] };
                    let advice = Advice { also: &also, suggestions, audience: self.audience };
                    let line = &answer.line;
                    write_place(out, name, answer, finding)?;
                    self.draw(out, &diagnostic::of_finding(line.bytes, Some(line.number), finding, &advice))?;
                }
                Ok(())
            }
            ReportFormat::Json => {
                let file = self.many.then_some(name.text.as_str());
                let findings =
                    (self.findings || self.validator.policy.is_some()).then_some(answer.findings.as_slice());
                let (line, fault) = (answer.line.number, answer.fault.as_ref());
                let accepted = self.validator.policy.is_some().then_some(answer.accepted);
                let checked = json::Checked::new(file, line, answer.input, fault, findings, accepted);
                json::write_line(out, &checked)
            }
            ReportFormat::Sarif => {
                let place = sarif::Place {
                    artifact: &name.artifact,
                    line: answer.line.number,
                    text: answer.input,
                    has_columns: !self.of_fields,
                };
                answer.fault.iter().try_for_each(|fault| sarif::write_fault(out, &place, fault))?;
                let mut findings = answer.findings.iter().filter(|finding| self.reports(finding));
                findings.try_for_each(|finding| sarif::write_finding(out, &place, finding))
            }
        }
    }

    /// Returns whether the finding is reported in text and in SARIF. With a policy, notes are not reported.
    fn reports(&self, finding: &Finding<'_>) -> bool {
        self.findings || finding.severity() > Severity::Note
    }

    fn write_fault(
        &self,
        out: &mut impl Results,
        name: &Name,
        answer: &Answer<'_>,
        fault: &Fault,
    ) -> io::Result<()> {
        let (name, line) = (&name.shown, answer.line.number);
        match answer.input {
            None => writeln!(out, "{name}:{line}: {fault}"),
            Some(input) => {
                let column = fault.column(input);
                write!(out, "{name}:{line}:{column}: ")?;
                match self.explain {
                    true => {
                        self.draw(out, &diagnostic::of_fault(input, Some(line), fault, &answer.suggestions))
                    }
                    false => writeln!(out, "{fault}"),
                }
            }
        }
    }

    fn draw(&self, out: &mut impl Results, drawing: &str) -> io::Result<()> {
        let stripped = strip_str(drawing);
        let shown: &dyn Display = if self.styles { &drawing } else { &stripped };
        writeln!(out, "{shown}")
    }
}

/// Writes a finding in a line of its own.
fn write_finding(
    out: &mut impl Results,
    name: &Name,
    answer: &Answer<'_>,
    finding: &Finding<'_>,
) -> io::Result<()> {
    write_place(out, name, answer, finding)?;
    // Under another grammar, the text may contain control characters.
    let message = visible::name(finding.message().to_string().as_bytes());
    writeln!(out, "{}: {message} [{}]", finding.severity(), finding.code())
}

fn write_place(
    out: &mut impl Results,
    name: &Name,
    answer: &Answer<'_>,
    finding: &Finding<'_>,
) -> io::Result<()> {
    let column = column(answer.line.bytes, finding.range().start);
    write!(out, "{}:{}:{column}: ", name.shown, answer.line.number)
}

/// Returns the size of all files together, in bytes, without standard input.
fn total_size(files: &[PathBuf]) -> u64 {
    let sizes = files.iter().filter(|file| !is_stdin(file)).filter_map(|file| fs::metadata(file).ok());
    sizes.fold(0, |total, file| total.saturating_add(file.len()))
}
