//! `uri-sql`: SQL over files of URIs. This file only dispatches.

mod args;
mod error;
mod input;
mod interrupt;
mod invalid;
mod outcome;
mod output;
mod progress;
mod run;
mod script;
mod session;

use std::process::ExitCode;

use tokio::runtime::Builder;

use crate::args::{Args, usage};
use crate::outcome::{Error, Failure, exit_code};

fn main() -> ExitCode {
    match usage::args() {
        Ok(args) => exit_code(answer(args)),
        Err(said) => usage::say(&said),
    }
}

fn answer(args: Args) -> Result<(), Error> {
    let runtime =
        Builder::new_multi_thread().worker_threads(session::threads(&args.limits)).enable_all().build();
    let runtime = runtime.map_err(|error| Failure::unable(format!("cannot start threads: {error}")))?;
    let ended = runtime.block_on(async {
        let interrupted = interrupt::watch();
        tokio::select! {
            ended = run::run(args) => ended,
            () = interrupted => Err(Error::Interrupted),
        }
    });
    // A thread that waits for standard input is not waited for.
    runtime.shutdown_background();
    ended
}
