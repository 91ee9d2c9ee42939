//! `json [--rounds N]`: measures two parsers of JSON, and prints `bench/JSON.md`.

use std::io::{self, Write};

use clap::Parser;

/// Compares the compiled parser of JSON with that of pest_derive
#[derive(Parser)]
struct Args {
    /// Number of rounds; the best time counts
    #[arg(long, default_value_t = 301, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    urigram_bench::json::report(&mut out, Args::parse().rounds)?;
    out.flush()
}
