//! `uri`: see the library, which compiles while its dependencies are still being optimized. A program would wait for them.

use std::process::ExitCode;

fn main() -> ExitCode {
    urigram_cli::main()
}
