//! `urigram-bench [--json | --markdown] [FILE]`: measures and reports.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use urigram_bench::corpus::Corpus;
use urigram_bench::{builtin, markdown, measure, ops, report};

/// Compares urigram with other libraries, on a file's lines or on a built-in mix
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Measure on the lines of this file
    file: Option<PathBuf>,
    /// Call the file's corpus this instead of the file's stem
    #[arg(long, requires = "file")]
    name: Option<String>,
    /// How many rounds; the best counts
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure only this operation
    #[arg(long, value_parser = ops::ALL.iter().map(|(op, _)| *op).collect::<Vec<_>>())]
    op: Option<String>,
    /// Print an object a row, one a line
    #[arg(long)]
    json: bool,
    /// Print RESULTS.md: the built-in mix, and the file too if one is given
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
    let ops: Vec<_> =
        ops::ALL.iter().filter(|(op, _)| args.op.as_ref().is_none_or(|only| only == op)).copied().collect();
    let rounds = args.rounds as usize;
    let rows = measure::measure(&corpora, &ops, rounds);
    let mut out = io::stdout().lock();
    match args {
        Args { json: true, .. } => report::json(&mut out, &rows)?,
        Args { markdown: true, .. } => markdown::markdown(&mut out, &corpora, &rows, rounds)?,
        _ => report::text(&mut out, &rows)?,
    }
    out.flush()
}

fn corpora(args: &Args) -> io::Result<Vec<Corpus>> {
    let mut corpora = match &args.file {
        Some(_) if !args.markdown => Vec::new(),
        _ => builtin::corpora(),
    };
    if let Some(path) = &args.file {
        let mut corpus = Corpus::read(path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        corpus.name = args.name.clone().unwrap_or(corpus.name);
        corpora.push(corpus);
    }
    Ok(corpora)
}
