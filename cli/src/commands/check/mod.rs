//! `uri check`: finds the invalid lines of files.
//!
//! In: the names of files, and the rule that their lines, or the fields of a column, have to match.
//! Out: a report on each invalid line, or in JSON on every line, and the number of both. `checker` checks
//! blocks on all cores and makes an `answer` for each line, `report` writes it, and `progress` shows the progress.
//! Next: none.

mod answer;
mod checker;
mod progress;
mod report;

use std::io::{self, IsTerminal, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::ProgressBar;

use self::checker::{BlockReport, Checker, Tally};
use self::report::Report;
use crate::answer::parallel;
use crate::args::{Check, Csv, ReportFormat};
use crate::input::block::Block;
use crate::input::unreadable::Unreadable;
use crate::input::{Blocks, Fields, is_stdin};
use crate::outcome::{Error, Status};
use crate::output::{self, sarif};
use crate::parser::start::Start;
use crate::policy::{NamedPolicy, Validator};

pub(crate) fn run(arguments: Check, start: Start, status: &mut Status) -> Result<(), Error> {
    let policy = NamedPolicy::of(&arguments.ask, None)?;
    let Check { format, findings, quiet, skip_blank, comments, csv, max_line, summary, .. } = arguments;
    let mut files = arguments.files;
    if files.is_empty() {
        files.push(PathBuf::from("-"));
    }
    let of_fields = csv.column.is_some();
    let report = Report {
        format,
        quiet,
        explain: arguments.explain || output::is_terminal(),
        styles: output::has_styles(),
        many: files.len() > 1,
        findings,
        by_policy: policy.is_some(),
        of_fields,
    };
    let validator = Validator::new(start, policy)?;
    let checker = Arc::new(Checker { validator, max_line, skip_blank, comments, findings, report });
    let bar = progress::bar(&files);
    let mut out = sarif::Log::new(output::beside(&bar), start.loaded());
    let is_sarif = format == ReportFormat::Sarif;
    if is_sarif {
        out.begin()?;
    }
    let mut total = Tally::default();

    let (read, worker) = (bar.clone(), checker.clone());
    let blocks = files.into_iter().flat_map(move |file| blocks(&file, &read, &csv, max_line));
    parallel::each(
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
            // It may take long until the next block is read.
            Ok(out.flush()?)
        },
    )?;

    if is_sarif {
        out.end(*status != Status::Failed)?;
    }
    bar.finish_and_clear();
    if summary || !quiet && io::stderr().is_terminal() {
        let texts = if of_fields { "records" } else { "lines" };
        let found = if findings { format!(", {} findings", total.findings) } else { String::new() };
        // If standard error is closed, nobody reads the summary.
        let _ = writeln!(io::stderr(), "{} {texts}, {} invalid{found}", total.lines, total.invalid);
    }
    Ok(())
}

type BlocksOrError = Box<dyn Iterator<Item = Result<Block, Unreadable>> + Send>;

fn blocks(file: &Path, bar: &ProgressBar, csv: &Csv, max_line: u32) -> BlocksOrError {
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
