//! The command line of a program that prints one report: `[--rounds N]`.

use std::io::{self, StdoutLock, Write};

use clap::{CommandFactory, FromArgMatches, Parser};

#[derive(Parser)]
struct Args {
    /// Number of rounds; the best time counts
    #[arg(long, default_value_t = 301, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Prints a report with the number of rounds that the arguments of the program ask for. `about` is what its help says
/// first.
///
/// # Errors
///
/// Those of the output.
pub fn print(
    about: &'static str,
    report: impl FnOnce(&mut StdoutLock<'static>, u32) -> io::Result<()>,
) -> io::Result<()> {
    let matches = Args::command().about(about).get_matches();
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let mut out = io::stdout().lock();
    report(&mut out, args.rounds)?;
    out.flush()
}
