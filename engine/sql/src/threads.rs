//! The threads that plan and compute, with stacks for long chains of operators.

use std::io;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};

use tokio::runtime::{Builder, Runtime};

use crate::outcome::Failure;

/// The stack of the thread that plans, which goes one call deeper for each operator in a chain, and of those that
/// compute. The system gives memory only to what is used of it.
const STACK: usize = 512 << 20;
const STACK_OF_WORKER: usize = 64 << 20;

/// Starts the thread that plans.
pub(crate) fn planner<T: Send + 'static>(
    plan: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, Failure> {
    let started = thread::Builder::new().stack_size(STACK).spawn(plan);
    started.map_err(|error| Failure::unable(format!("cannot start a thread: {error}")))
}

/// Returns a runtime with so many threads that compute.
pub(crate) fn runtime(threads: usize) -> Result<Runtime, Failure> {
    let built = try_threads(threads).and_then(|()| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(threads).thread_stack_size(STACK_OF_WORKER).enable_all().build()
    });
    built.map_err(|error| {
        let said = format!("cannot start {threads} threads: {error}");
        Failure::unable(said).help("ask for fewer of them: --threads 4")
    })
}

/// Starts as many threads and ends them. The runtime would panic in the midst of its threads, and wait for them.
fn try_threads(threads: usize) -> io::Result<()> {
    let (end, ended) = mpsc::channel::<()>();
    let ended = Arc::new(Mutex::new(ended));
    let mut started = Vec::with_capacity(threads);
    let mut tried = Ok(());
    for _ in 0..threads {
        let ended = Arc::clone(&ended);
        // All of them live until the channel is closed.
        let wait = move || {
            // An error is the end that is waited for.
            let _ = ended.lock().unwrap_or_else(PoisonError::into_inner).recv();
        };
        match thread::Builder::new().stack_size(STACK_OF_WORKER).spawn(wait) {
            Ok(thread) => started.push(thread),
            Err(error) => {
                tried = Err(error);
                break;
            }
        }
    }
    drop(end);
    for thread in started {
        // It does nothing that can panic.
        let _ = thread.join();
    }
    tried
}
