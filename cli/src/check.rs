//! `uri check`: which lines of the files are valid.

use std::io::{self, IsTerminal, Write};
use std::iter;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use crate::args::Files;
use crate::block::Block;
use crate::in_order;
use crate::input::{Blocks, is_stdin};
use crate::outcome::{Error, Status};
use crate::output;
use crate::progress;
use crate::start::Start;
use crate::unreadable::Unreadable;
use crate::verdict::{Judge, Tally, Verdict};

pub(crate) fn run(files: Files, start: Start, status: &mut Status) -> Result<(), Error> {
    let Files { how, max_line, summary, mut files } = files;
    if files.is_empty() {
        files.push(PathBuf::from("-"));
    }
    let judge = Judge { start, format: how.format, max_line, many: files.len() > 1 };
    let bar = progress::bar(&files);
    let mut out = output::beside(&bar);
    let mut total = Tally::default();

    let read = bar.clone();
    let blocks = files.into_iter().flat_map(move |file| blocks(&file, &read, max_line));
    in_order::each(
        blocks,
        move |block| judge.verdict(block),
        |verdict| {
            let mut tally = Tally::default();
            let written = match verdict {
                Ok(Verdict::Kept(text, counted)) => {
                    tally = counted;
                    out.write_all(&text)
                }
                Ok(Verdict::Long(block)) => judge.write(&block, &mut tally, &mut out),
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
            // The next block may be long in coming.
            Ok(out.flush()?)
        },
    )?;

    bar.finish_and_clear();
    if summary || io::stderr().is_terminal() {
        // If standard error is closed, nobody wants the summary.
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
