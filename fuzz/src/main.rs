//! `urigram-fuzz`: random inputs for each target, for a time or a number of inputs.
#![forbid(unsafe_code)]

mod args;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use urigram_fuzz::corpus::{file, minimal::minimal};
use urigram_fuzz::runner::plan::{Plan, run};
use urigram_fuzz::runner::report;

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
    let tallies = run(&plan, |tallies| report::progress(&plan, tallies));
    report::write(&plan, &tallies);
    if args.save {
        for ((target, corpus), tally) in plan.targets.iter().zip(&tallies) {
            file::write(target.name, &minimal(target, [&**corpus, &tally.kept].concat()))?;
        }
    }
    let has_findings = tallies.iter().any(|tally| !tally.findings.is_empty());
    Ok(if has_findings { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
