//! The shell of DataFusion with the functions on URIs of `urigram_datafusion`, on one machine or a Ballista cluster.
//!
//! The command `uri-sql` is [`main`]; [`session`] gives its sessions to other programs.

mod args;
mod cluster;
mod prompt;
mod run;
mod session;
mod text;

use std::process::ExitCode;
use std::thread::Builder;

use clap::Parser;
use datafusion::error::DataFusionError;
use tokio::runtime;

pub use cluster::Scheduler;
pub use session::session;

/// Enough to plan, and to free, an expression of as many operators as a statement of some megabytes has.
const STACK: usize = 512 << 20;

/// Runs the command with the arguments of the process. The exit status is 0, 1 if a statement fails, 2 for a wrong option, and 130
/// after Ctrl-C.
///
/// # Panics
///
/// If the system has no memory for a thread.
#[allow(clippy::expect_used, reason = "nothing can be said about memory in an error that needs some")]
pub fn main() -> ExitCode {
    let args = args::Args::parse();
    // `uri-sql … | head` ends with what it writes to.
    sigpipe::reset();
    let run = move || {
        let runtime = runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build();
        let runtime = runtime.expect("the system has threads");
        let status = runtime.block_on(run::run(args)).unwrap_or_else(|error| failure(&error));
        // A thread that reads standard input is not waited for.
        runtime.shutdown_background();
        status
    };
    let thread = Builder::new().stack_size(STACK).spawn(run).expect("the system has threads");
    thread.join().unwrap_or_else(|_| ExitCode::from(101))
}

fn failure(error: &DataFusionError) -> ExitCode {
    eprintln!("uri-sql: {}", error.find_root().strip_backtrace());
    ExitCode::FAILURE
}
