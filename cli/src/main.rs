//! Only calls the library: cargo starts to compile a library as soon as the metadata of its dependencies exist, but a
//! program only when they are complete.

use std::process::ExitCode;

fn main() -> ExitCode {
    urigram_cli::main()
}
