//! The shell of DataFusion with the functions on URIs of `urigram_datafusion`, on one machine or a Ballista cluster.
//!
//! [`main`] is the command `uri-sql`. Other programs get its sessions from [`session`].

mod args;
mod cluster;
mod prompt;
mod run;
mod text;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use clap::Parser;
use datafusion::error::DataFusionError;
use tokio::runtime;
use tokio::signal::ctrl_c;
use tokio::sync::Notify;

pub use run::session;

/// The stack size. Planning and dropping an expression recurse for each operator.
const STACK: usize = 512 << 20;

/// Runs the command. The exit status is 0, or 1 if a statement fails, 2 for a wrong option, and 130 after
/// Ctrl-C.
pub fn main() -> ExitCode {
    let args = args::Args::parse();
    // Ends the process when the pipe of `uri-sql … | head` is closed.
    sigpipe::reset();
    let run = move || -> Result<ExitCode, DataFusionError> {
        let runtime = runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build()?;
        let ended = runtime.block_on(run::run(args, &*interrupts()?));
        // Do not wait for a thread that reads standard input.
        runtime.shutdown_background();
        ended
    };
    match Builder::new().stack_size(STACK).spawn(run).map(JoinHandle::join) {
        Ok(Ok(ended)) => ended.unwrap_or_else(|error| failure(&error)),
        // The panic has already printed its message.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => failure(&error.into()),
    }
}

/// Returns a `Notify` that signals each Ctrl-C. A separate thread notifies it, because all threads of the
/// runtime may be busy.
fn interrupts() -> io::Result<Arc<Notify>> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let interrupts = Arc::new(Notify::new());
    let notified = Arc::clone(&interrupts);
    let listen = async move {
        while ctrl_c().await.is_ok() {
            notified.notify_waiters();
        }
    };
    // The first poll registers the handler. It must be registered before the prompt's handler, because the
    // prompt later restores the previous one.
    let _ = runtime.block_on(async { futures::poll!(std::pin::pin!(ctrl_c())) });
    Builder::new().spawn(move || runtime.block_on(listen))?;
    Ok(interrupts)
}

fn failure(error: &DataFusionError) -> ExitCode {
    eprintln!("uri-sql: {}", error.find_root().strip_backtrace());
    ExitCode::FAILURE
}
