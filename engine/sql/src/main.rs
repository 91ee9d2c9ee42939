//! `uri-sql`: SQL over files of URIs.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// With the system's allocator, memory would grow with the number of rows, because that allocator keeps the
/// memory that each thread frees.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    uri_sql::main()
}
