//! `urigram-fuzz`: random inputs for each target, for a time or a number of inputs.
#![forbid(unsafe_code)]

mod args;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use urigram_fuzz::corpus::{file, minimal::minimal};
use urigram_fuzz::runner::plan::{Plan, run};
use urigram_fuzz::runner::report;
use urigram_fuzz::runner::tally::Tally;
use urigram_fuzz::runner::totals::Totals;

use self::args::Args;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args = Args::parse();
    let targets = args.targets();
    let corpora = targets.iter().map(|target| file::read(target.name));
    let plan = Plan {
        targets: targets.iter().copied().zip(corpora.collect::<Result<Vec<_>, _>>()?).collect(),
        time: args.time(),
        most: args.most,
        jobs: args.jobs.get(),
        seed: args.seed(),
    };
    println!("seed {}", plan.seed);
    let earlier = args.totals.as_deref().map(Totals::read).transpose()?.unwrap_or_default();
    let total = |tallies: &[Tally]| {
        let mut totals = earlier.clone();
        for ((target, _), tally) in plan.targets.iter().zip(tallies) {
            totals.add(target, tally);
        }
        totals
    };
    let tallies = run(&plan, |tallies| {
        report::progress(&plan, tallies);
        args.totals.as_deref().map_or(Ok(()), |path| total(tallies).write(path))
    })?;
    report::write(&plan, &total(&tallies), &tallies);
    if args.save {
        for ((target, corpus), tally) in plan.targets.iter().zip(&tallies) {
            file::write(target.name, &minimal(target, [&**corpus, &tally.kept].concat()))?;
        }
    }
    let has_findings = tallies.iter().any(|tally| !tally.findings.is_empty());
    Ok(if has_findings { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
