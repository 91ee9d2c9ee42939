//! `uri check`: finds the invalid lines of files.
//!
//! In: the names of files, and the rule that their lines have to match.
//! Out: a report on each invalid line, or in JSON on every line, and the number of both. `checker` checks
//! blocks on all cores, and `progress` shows the progress.
//! Next: none.

mod checker;
mod progress;

use std::io::{self, IsTerminal, Write};
use std::iter;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use self::checker::{BlockReport, Checker, Tally};
use crate::answer::parallel;
use crate::args::Files;
use crate::input::block::Block;
use crate::input::unreadable::Unreadable;
use crate::input::{Blocks, is_stdin};
use crate::outcome::{Error, Status};
use crate::output;
use crate::parser::start::Start;

pub(crate) fn run(files: Files, start: Start, status: &mut Status) -> Result<(), Error> {
    let Files { how, max_line, summary, mut files } = files;
    if files.is_empty() {
        files.push(PathBuf::from("-"));
    }
    let checker = Checker { start, format: how.format, max_line, many: files.len() > 1 };
    let bar = progress::bar(&files);
    let mut out = output::beside(&bar);
    let mut total = Tally::default();

    let read = bar.clone();
    let blocks = files.into_iter().flat_map(move |file| blocks(&file, &read, max_line));
    parallel::each(
        blocks,
        move |block| checker.report(block),
        |report| {
            let mut tally = Tally::default();
            let written = match report {
                Ok(BlockReport::Kept(text, counted)) => {
                    tally = counted;
                    out.write_all(&text)
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

    bar.finish_and_clear();
    if summary || io::stderr().is_terminal() {
        // If standard error is closed, nobody reads the summary.
        let _ = writeln!(io::stderr(), "{} lines, {} invalid", total.lines, total.invalid);
    }
    Ok(())
}

type BlocksOrError = Box<dyn Iterator<Item = Result<Block, Unreadable>> + Send>;

fn blocks(file: &Path, bar: &ProgressBar, max_line: u32) -> BlocksOrError {
    let blocks = if is_stdin(file) {
        Ok(Blocks::of_stdin())
    } else {
        Blocks::of_file(file, |file| bar.wrap_read(file))
    };
    match blocks {
        Ok(blocks) => Box::new(blocks.cut_behind(max_line.into())),
        Err(unreadable) => Box::new(iter::once(Err(unreadable))),
    }
}
