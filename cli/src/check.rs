//! `uri check`: which lines of the files are valid.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::{Files, Format, How};
use crate::fault::{Fault, decode};
use crate::input::{Line, Lines, is_stdin};
use crate::json;
use crate::outcome::{Error, Status};
use crate::output::Output;

/// What takes less long than a glance needs no progress bar.
const WORTH_A_BAR: u64 = 4 << 20;

pub(crate) fn run(files: &Files) -> Result<Status, Error> {
    let Files { how, summary, files } = files;
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin[..] } else { files };
    let bar = progress(files);
    let mut out = Output::beside(&bar);
    let mut tally = Tally::default();
    let mut status = Status::Fine;

    for file in files {
        let checked = open(file, &bar)
            .and_then(|mut lines| check(&mut lines, how, files.len() > 1, &mut tally, &mut out));
        match checked {
            Ok(()) => {}
            Err(error @ Error::Input { .. }) => {
                out.flush()?;
                bar.suspend(|| error.report());
                status = Status::Failed;
            }
            Err(error) => return Err(error),
        }
    }
    out.flush()?;
    bar.finish_and_clear();
    if *summary || io::stderr().is_terminal() {
        // If standard error is closed, nobody wants the summary.
        let _ = writeln!(io::stderr(), "{} lines, {} invalid", tally.lines, tally.invalid);
    }
    if tally.invalid > 0 {
        status |= Status::Invalid;
    }
    Ok(status)
}

#[derive(Default)]
struct Tally {
    lines: u64,
    invalid: u64,
}

/// Checks each line; `many` files are told apart in each answer.
fn check(lines: &mut Lines, how: &How, many: bool, tally: &mut Tally, out: &mut Output) -> Result<(), Error> {
    let name = lines.name().to_owned();
    while let Some(line) = lines.next(out)? {
        let fault = fault_of(how, &line);
        tally.lines += 1;
        tally.invalid += u64::from(fault.is_some());
        match (how.format, &fault) {
            (Format::Text, None) => continue,
            (Format::Text, Some(fault)) => {
                writeln!(out, "{name}:{}:{}: {fault}", line.number, fault.column(line.bytes))?;
            }
            (Format::Json, fault) => json::write_line(
                out,
                &json::Checked {
                    file: many.then_some(&name),
                    line: line.number,
                    input: String::from_utf8_lossy(line.bytes),
                    valid: fault.is_none(),
                    error: fault.as_ref().map(Into::into),
                },
            )?,
        }
        out.answered()?;
    }
    Ok(())
}

fn fault_of(how: &How, line: &Line<'_>) -> Option<Fault> {
    match decode(how.rule, line.bytes) {
        Ok(text) => how.rule.parse(text).err().map(Fault::Rejected),
        Err(fault) => Some(fault),
    }
}

fn open(file: &Path, bar: &ProgressBar) -> Result<Lines, Error> {
    if is_stdin(file) { Ok(Lines::of_stdin()) } else { Lines::of_file(file, |file| bar.wrap_read(file)) }
}

/// A bar over all the files together, which shows only where it is worth it.
fn progress(files: &[PathBuf]) -> ProgressBar {
    let total = files.iter().filter_map(|file| fs::metadata(file).ok()).map(|file| file.len()).sum();
    // indicatif itself shows nothing where standard error is no terminal.
    let target =
        if total > WORTH_A_BAR { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {binary_bytes_per_sec}  {eta} left");
    let bar = ProgressBar::with_draw_target(Some(total), target);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
