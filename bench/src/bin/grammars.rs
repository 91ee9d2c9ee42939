//! `grammars [--rounds N]`: measures parsers of two grammars, and prints `bench/GRAMMARS.md`.

use std::io;

use urigram_bench::{grammars, rounds};

fn main() -> io::Result<()> {
    rounds::print("Compares the compiled parsers of CSV and of HTTP fields with others", grammars::report)
}
