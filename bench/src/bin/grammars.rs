//! `grammars [--rounds N]`: measures parsers of two grammars, and prints `bench/GRAMMARS.md`.

use std::io::{self, Write};

use clap::Parser;

/// Compares the compiled parsers of CSV and of HTTP fields with others
#[derive(Parser)]
struct Args {
    /// Number of rounds; the best time counts
    #[arg(long, default_value_t = 301, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    urigram_bench::grammars::report(&mut out, Args::parse().rounds)?;
    out.flush()
}
