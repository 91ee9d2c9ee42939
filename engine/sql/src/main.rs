//! `uri-sql`: SQL over files of URIs. This file only dispatches.

mod args;
mod chain;
mod error;
mod input;
mod interrupt;
mod invalid;
mod outcome;
mod output;
mod panics;
mod progress;
mod repeated;
mod run;
mod script;
mod secret;
mod session;
mod threads;

use std::process::ExitCode;
use std::thread::JoinHandle;

use mimalloc::MiMalloc;

use crate::args::{Args, usage};
use crate::outcome::{Error, exit_code};

/// The allocator of the system keeps what each thread has freed, so that memory grows with the number of rows.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let args = match usage::args() {
        Ok(args) => args,
        Err(said) => return usage::say(&said),
    };
    panics::keep();
    match threads::planner(|| answer(args)).map(JoinHandle::join) {
        Ok(Ok(ended)) => exit_code(ended),
        Ok(Err(_)) => exit_code(Err(panics::failure().into())),
        Err(failure) => exit_code(Err(failure.into())),
    }
}

fn answer(args: Args) -> Result<(), Error> {
    let interrupted = interrupt::watch();
    let runtime = threads::runtime(session::threads(&args.limits))?;
    let ended = runtime.block_on(async {
        tokio::select! {
            ended = run::run(args) => ended,
            () = interrupted => Err(Error::Interrupted),
        }
    });
    // A thread that waits for standard input is not waited for.
    runtime.shutdown_background();
    ended
}
