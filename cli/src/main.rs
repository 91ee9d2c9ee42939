//! Calls the library. A separate library builds faster: cargo starts to compile a library as soon as the
//! metadata of its dependencies is available, but a binary only when they are compiled.

use std::process::ExitCode;

fn main() -> ExitCode {
    urigram_cli::main()
}
