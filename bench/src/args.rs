//! The arguments, and those with which this program runs itself.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use urigram_bench::corpus::Corpus;
use urigram_bench::{builtin, ops};

/// Compares urigram with other libraries, on a file's lines or on a built-in mix
#[derive(Parser)]
#[command(version)]
pub(crate) struct Args {
    /// Measure on the lines of this file instead of the built-in mix
    pub(crate) file: Option<PathBuf>,
    /// Measure on the built-in mix too
    #[arg(long, requires = "file")]
    pub(crate) builtin: bool,
    /// Call the file's corpus this instead of the file's stem
    #[arg(long, requires = "file")]
    pub(crate) name: Option<String>,
    /// Measure only on this corpus of the built-in mix
    #[arg(long, conflicts_with = "file", value_parser = builtin::names().collect::<Vec<_>>())]
    pub(crate) corpus: Option<String>,
    /// Measure only this operation
    #[arg(long, value_parser = ops::ALL.iter().map(|(op, _)| *op).collect::<Vec<_>>())]
    pub(crate) op: Option<String>,
    /// Number of rounds; the best time counts
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Number of processes, one after the other; the best time counts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) processes: u32,
    /// Count instructions, branches and mispredictions instead of the time, by perf or by valgrind: of parsing, or
    /// of the operation that --op names. With --markdown, print both
    #[arg(long)]
    pub(crate) count: bool,
    /// Print one JSON object per row, each on a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the contents of RESULTS.md
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Run each library this many times and measure nothing: for a profiler
    #[arg(long, conflicts_with_all = ["count", "json", "markdown"])]
    pub(crate) passes: Option<u64>,
    /// With --passes, run only this library
    #[arg(long, requires = "passes", value_parser = ops::libraries())]
    pub(crate) library: Option<String>,
}

impl Args {
    /// Returns the arguments with which one process measures the same and prints it as JSON.
    pub(crate) fn of_one_process(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["--json".into(), format!("--rounds={}", self.rounds).into()];
        args.extend(self.builtin.then(|| "--builtin".into()));
        args.extend(self.corpus.iter().map(|corpus| format!("--corpus={corpus}").into()));
        args.extend(self.op.iter().map(|op| format!("--op={op}").into()));
        args.extend(self.name.iter().map(|name| format!("--name={name}").into()));
        args.extend(self.file.iter().flat_map(|file| ["--".into(), file.into()]));
        args
    }

    /// Returns the arguments with which a process runs one library on one corpus, and does nothing else.
    pub(crate) fn of_passes(&self, corpus: &Corpus, op: &str, library: &str, passes: u64) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec![
            format!("--passes={passes}").into(),
            format!("--op={op}").into(),
            format!("--library={library}").into(),
        ];
        match &self.file {
            // With the built-in mix, no file has the name of one of its corpora.
            Some(file) if !(self.builtin && builtin::names().any(|name| name == corpus.name)) => {
                args.extend(["--".into(), file.into()]);
            }
            _ => args.push(format!("--corpus={}", corpus.name).into()),
        }
        args
    }
}
