//! Calls the library. Cargo compiles a library as soon as the metadata of its dependencies exist, but a program only once they
//! are finished.

use std::process::ExitCode;

fn main() -> ExitCode {
    urigram_cli::main()
}
