//! `urigram-bench [--json | --markdown] [FILE]`: measures and reports.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use urigram_bench::corpus::Corpus;
use urigram_bench::measure::{Row, measure};
use urigram_bench::{builtin, markdown, ops, processes, report};

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
    /// Measure only this operation
    #[arg(long, value_parser = ops::ALL.iter().map(|(op, _)| *op).collect::<Vec<_>>())]
    op: Option<String>,
    /// Number of rounds; the best time counts
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of processes, one after the other; the best time counts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    processes: u32,
    /// Print one JSON object per row, each on a line
    #[arg(long)]
    json: bool,
    /// Print the contents of RESULTS.md
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
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
    let rows = match args.processes {
        1 => in_this_process(args, &corpora),
        count => processes::best_of(count, &args.of_one_process())?,
    };
    if rows.is_empty() {
        return Err(io::Error::other("urigram accepts none of the strings"));
    }
    let mut out = io::stdout().lock();
    match args {
        Args { json: true, .. } => report::json(&mut out, &rows)?,
        Args { markdown: true, rounds, processes, .. } => {
            let effort = format!("Rounds: {rounds}; processes: {processes}");
            markdown::markdown(&mut out, &corpora, &rows, &effort)?;
        }
        _ => report::text(&mut out, &rows)?,
    }
    out.flush()
}

fn in_this_process(args: &Args, corpora: &[Corpus]) -> Vec<Row> {
    let asked = |op: &str| args.op.as_ref().is_none_or(|only| only == op);
    let ops: Vec<_> = ops::ALL.iter().filter(|(op, _)| asked(op)).copied().collect();
    measure(corpora, &ops, args.rounds as usize)
}

fn corpora(args: &Args) -> io::Result<Vec<Corpus>> {
    let mut corpora =
        if args.file.is_none() || args.builtin { builtin::corpora(builtin::COUNT) } else { Vec::new() };
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

impl Args {
    /// Returns the arguments with which one process measures the same and prints it as JSON.
    fn of_one_process(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["--json".into(), format!("--rounds={}", self.rounds).into()];
        args.extend(self.builtin.then(|| "--builtin".into()));
        args.extend(self.op.iter().map(|op| format!("--op={op}").into()));
        args.extend(self.name.iter().map(|name| format!("--name={name}").into()));
        if let Some(file) = &self.file {
            args.extend(["--".into(), file.into()]);
        }
        args
    }
}
