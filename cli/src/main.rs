//! Only calls the library, because that builds faster: cargo starts to compile a library once the metadata of its
//! dependencies exist, but a binary only once they are compiled.

use std::process::ExitCode;

fn main() -> ExitCode {
    urigram_cli::main()
}
