//! `uri-sql-scheduler`: Ballista's scheduler with the SQL functions on URIs.

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    urigram_ballista::scheduler::main()
}
