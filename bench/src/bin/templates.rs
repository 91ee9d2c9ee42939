//! `templates [--rounds N]`: measures the expansion of URI Templates, and prints `bench/TEMPLATES.md`.

use std::io;

use urigram_bench::{report, templates};

fn main() -> io::Result<()> {
    report::print_report("Compares the expansion of URI Templates with other libraries", templates::report)
}
