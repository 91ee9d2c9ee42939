//! Command-line arguments.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser};
use urigram_fuzz::target::Target;
use urigram_fuzz::targets::ALL;

/// Compares the answers of urigram for random inputs with those of oracles and other libraries.
///
/// Exits with 1 if there is a finding, which is an answer that is wrong or differs in a way that is not known.
#[derive(Parser)]
pub(crate) struct Args {
    /// How long to run, in minutes; the targets take turns
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,

    /// End a target after about this many inputs
    #[arg(long, value_name = "INPUTS")]
    pub(crate) most: Option<u64>,

    /// The number of threads
    #[arg(long, default_value_t = available_parallelism().unwrap_or(NonZero::<usize>::MIN))]
    pub(crate) jobs: NonZero<usize>,

    /// Run only this target; may be repeated
    #[arg(long, value_parser = PossibleValuesParser::new(ALL.iter().map(|target| possible(target))))]
    target: Vec<String>,

    /// The seed; a random one by default
    #[arg(long)]
    seed: Option<u64>,

    /// Add the counts to those in this file, which need not exist, as the run goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) totals: Option<PathBuf>,

    /// Add what showed something new to the corpus, and minimize it
    #[arg(long)]
    pub(crate) save: bool,
}

fn possible(target: &'static Target) -> PossibleValue {
    PossibleValue::new(target.name).help(target.about)
}

impl Args {
    pub(crate) fn targets(&self) -> Vec<&'static Target> {
        let is_chosen =
            |target: &&Target| self.target.is_empty() || self.target.iter().any(|name| name == target.name);
        ALL.iter().copied().filter(is_chosen).collect()
    }

    pub(crate) fn time(&self) -> Duration {
        Duration::from_secs_f64(self.minutes.max(0.0) * 60.0)
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }
}
