//! `urigram-bench [--json | --markdown] [--count] [FILE]`: measures and reports.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use urigram_bench::corpus::{self, Corpus};
use urigram_bench::count::{Counter, count};
use urigram_bench::markdown::{Effort, markdown};
use urigram_bench::measure::{Row, best_of, measure};
use urigram_bench::ops::{self, parse};
use urigram_bench::pass::Table;
use urigram_bench::report;

/// Compares urigram with other libraries, on a file's lines or on a built-in mix
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Measure on the lines of this file instead of the built-in mix
    file: Option<PathBuf>,
    /// Measure on the built-in mix too
    #[arg(long, requires = "file")]
    builtin: bool,
    /// Call the file's corpus this instead of the file's stem
    #[arg(long, requires = "file")]
    name: Option<String>,
    /// Measure only on this corpus of the built-in mix
    #[arg(long, conflicts_with = "file", value_parser = corpus::names().collect::<Vec<_>>())]
    corpus: Option<String>,
    /// Measure only this operation
    #[arg(long, value_parser = ops::ALL.iter().map(|(op, _)| *op).collect::<Vec<_>>())]
    op: Option<String>,
    /// Number of rounds; the best time counts
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of processes, one after the other; the best time counts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    processes: u32,
    /// Count instructions, branches and mispredictions instead of the time, by perf or by valgrind: of parsing, or
    /// of the operation that --op names. With --markdown, print both
    #[arg(long)]
    count: bool,
    /// Print one JSON object per row, each on a line
    #[arg(long)]
    json: bool,
    /// Print the contents of RESULTS.md
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Run each library this many times and measure nothing: for a profiler
    #[arg(long, conflicts_with_all = ["count", "json", "markdown"])]
    passes: Option<u64>,
    /// With --passes, run only this library
    #[arg(long, requires = "passes", value_parser = ops::libraries())]
    library: Option<String>,
}

impl Args {
    /// Returns the arguments with which another process does the same measurement and prints the
    /// rows as JSON.
    fn of_one_process(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["--json".into(), format!("--rounds={}", self.rounds).into()];
        args.extend(self.builtin.then(|| "--builtin".into()));
        args.extend(self.corpus.iter().map(|corpus| format!("--corpus={corpus}").into()));
        args.extend(self.op.iter().map(|op| format!("--op={op}").into()));
        args.extend(self.name.iter().map(|name| format!("--name={name}").into()));
        args.extend(self.file.iter().flat_map(|file| ["--".into(), file.into()]));
        args
    }

    /// Returns the arguments with which another process only runs one library on one corpus.
    fn of_passes(&self, corpus: &Corpus, op: &str, library: &str, passes: u64) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec![
            format!("--passes={passes}").into(),
            format!("--op={op}").into(),
            format!("--library={library}").into(),
        ];
        match &self.file {
            // If the built-in corpora are measured as well, a corpus with one of their names is built in.
            // Every other corpus is the file.
            Some(file) if !(self.builtin && corpus::names().any(|name| name == corpus.name)) => {
                args.extend(["--".into(), file.into()]);
            }
            _ => args.push(format!("--corpus={}", corpus.name).into()),
        }
        args
    }
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("urigram-bench: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> io::Result<()> {
    let corpora = corpora(args)?;
    if let Some(passes) = args.passes {
        pass(args, &corpora, passes);
        return Ok(());
    }
    let counter = args.count.then(Counter::find).transpose()?;
    let rows = if counter.is_some() && !args.markdown { Vec::new() } else { rows(args, &corpora)? };
    let counts = match counter {
        Some(counter) => count(counter, &corpora, &counted(args), |corpus, op, library, passes| {
            args.of_passes(corpus, op, library, passes)
        })?,
        None => Vec::new(),
    };
    if rows.is_empty() && counts.is_empty() {
        return Err(io::Error::other("urigram accepts none of the strings"));
    }
    let mut out = io::stdout().lock();
    if args.markdown {
        let effort = Effort { rounds: args.rounds, processes: args.processes, counter };
        markdown(&mut out, &corpora, &rows, &counts, &effort)?;
    } else if args.json {
        report::json(&mut out, &rows)?;
        report::json(&mut out, &counts)?;
    } else {
        report::text(&mut out, &rows)?;
        report::counts(&mut out, &counts)?;
    }
    out.flush()
}

/// Returns the times of the requested operations.
fn rows(args: &Args, corpora: &[Corpus]) -> io::Result<Vec<Row>> {
    match args.processes {
        1 => Ok(measure(corpora, &requested(args), args.rounds as usize)),
        count => best_of(count, &args.of_one_process()),
    }
}

/// Returns the requested operation, by default all.
fn requested(args: &Args) -> Vec<(&'static str, Table)> {
    ops::ALL.iter().filter(|(op, _)| args.op.as_ref().is_none_or(|only| only == op)).copied().collect()
}

/// Returns the requested operation, by default those that only parse.
fn counted(args: &Args) -> Vec<(&'static str, Table)> {
    let parses = |op: &str| args.op.is_some() || [parse::NAME, parse::IRI_NAME].contains(&op);
    requested(args).into_iter().filter(|(op, _)| parses(op)).collect()
}

/// Runs the requested libraries without measuring.
fn pass(args: &Args, corpora: &[Corpus], passes: u64) {
    for corpus in corpora {
        let lines = corpus.lines();
        for (library, prepare) in requested(args).into_iter().flat_map(|(_, table)| table) {
            if args.library.as_ref().is_none_or(|only| only == library) {
                let mut pass = prepare(&lines);
                (0..passes).for_each(|_| (pass.run)());
            }
        }
    }
}

fn corpora(args: &Args) -> io::Result<Vec<Corpus>> {
    let mut corpora = match &args.corpus {
        Some(only) => corpus::corpus(only, corpus::COUNT).into_iter().collect(),
        None if args.file.is_none() || args.builtin => corpus::corpora(corpus::COUNT),
        None => Vec::new(),
    };
    if let Some(path) = &args.file {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let mut corpus = Corpus::read(path).map_err(named)?;
        if corpus.lines().iter().all(|line| line.is_empty()) {
            return Err(io::Error::other(format!("no strings in {}", path.display())));
        }
        if let Some(name) = &args.name {
            corpus.name.clone_from(name);
        }
        if corpora.iter().any(|builtin| builtin.name == corpus.name) {
            let message = format!("a built-in corpus is called {} too: give another --name", corpus.name);
            return Err(io::Error::other(message));
        }
        corpora.push(corpus);
    }
    Ok(corpora)
}
