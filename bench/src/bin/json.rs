//! `json [--rounds N]`: measures two parsers of JSON, and prints `bench/JSON.md`.

use std::io;

use urigram_bench::{json, rounds};

fn main() -> io::Result<()> {
    rounds::print("Compares the compiled parser of JSON with that of pest_derive", json::report)
}
