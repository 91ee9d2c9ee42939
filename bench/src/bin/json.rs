//! `json [--rounds N]`: measures two parsers of JSON, and prints `bench/JSON.md`.

use std::io;

use urigram_bench::{json, report};

fn main() -> io::Result<()> {
    report::print_report("Compares the compiled parser of JSON with that of pest_derive", json::report)
}
