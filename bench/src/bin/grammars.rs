//! `grammars [--rounds N]`: measures parsers of two grammars, and prints `bench/GRAMMARS.md`.

use std::io;

use urigram_bench::{grammars, report};

fn main() -> io::Result<()> {
    report::print_report(
        "Compares the compiled parsers of CSV and of HTTP fields with others",
        grammars::report,
    )
}
