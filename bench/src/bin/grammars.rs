//! `grammars [--rounds N]`: measures parsers of three grammars, and prints `bench/GRAMMARS.md`.

use std::io;

use urigram_bench::{grammars, report};

fn main() -> io::Result<()> {
    report::print_report(
        "Compares the compiled parsers of CSV, of HTTP fields and of logs with others",
        grammars::report,
    )
}
