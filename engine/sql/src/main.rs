//! `uri-sql`: SQL over files of URIs.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The allocator of the system keeps what each thread has freed, so that memory grows with the number of rows.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    uri_sql::main()
}
