//! `urigram-bench [--json | --markdown] [--count] [FILE]`: measures and reports.

mod args;

use std::io::{self, Write};
use std::process::ExitCode;

use args::Args;
use clap::Parser;
use urigram_bench::corpus::Corpus;
use urigram_bench::count::{Counter, count};
use urigram_bench::markdown::{Effort, markdown};
use urigram_bench::measure::{Row, measure};
use urigram_bench::ops::{self, parse};
use urigram_bench::pass::Table;
use urigram_bench::{builtin, processes, report};

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

/// Returns the times of the operations that were asked for.
fn rows(args: &Args, corpora: &[Corpus]) -> io::Result<Vec<Row>> {
    match args.processes {
        1 => Ok(measure(corpora, &asked(args), args.rounds as usize)),
        count => processes::best_of(count, &args.of_one_process()),
    }
}

/// Returns the operations that were asked for, or all.
fn asked(args: &Args) -> Vec<(&'static str, Table)> {
    ops::ALL.iter().filter(|(op, _)| args.op.as_ref().is_none_or(|only| only == op)).copied().collect()
}

/// Returns the operations that were asked for, or those that parse and do nothing else.
fn counted(args: &Args) -> Vec<(&'static str, Table)> {
    let parses = |op: &str| args.op.is_some() || [parse::NAME, parse::IRI_NAME].contains(&op);
    asked(args).into_iter().filter(|(op, _)| parses(op)).collect()
}

/// Runs the libraries that were asked for, and measures nothing.
fn pass(args: &Args, corpora: &[Corpus], passes: u64) {
    for corpus in corpora {
        let lines = corpus.lines();
        for (library, prepare) in asked(args).into_iter().flat_map(|(_, table)| table) {
            if args.library.as_ref().is_none_or(|only| only == library) {
                let mut pass = prepare(&lines);
                (0..passes).for_each(|_| (pass.run)());
            }
        }
    }
}

fn corpora(args: &Args) -> io::Result<Vec<Corpus>> {
    let mut corpora = match &args.corpus {
        Some(only) => builtin::corpus(only, builtin::COUNT).into_iter().collect(),
        None if args.file.is_none() || args.builtin => builtin::corpora(builtin::COUNT),
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
