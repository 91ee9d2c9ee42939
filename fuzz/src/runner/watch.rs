//! Inputs that take too long.

use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long an input may take. The slowest take milliseconds.
const LIMIT: Duration = Duration::from_secs(30);

/// How often it is looked at.
const PERIOD: Duration = Duration::from_millis(5);

/// The inputs that a thread checks, and the name of their target.
type Batch = (&'static str, Arc<Vec<Vec<String>>>);

/// What a thread is working on.
#[derive(Default)]
pub(super) struct Watched {
    batch: Mutex<Option<Batch>>,
    at: AtomicUsize,
}

impl Watched {
    pub(super) fn begin(&self, target: &'static str, batch: &Arc<Vec<Vec<String>>>) {
        self.at.store(0, Ordering::Relaxed);
        *self.batch.lock().unwrap_or_else(PoisonError::into_inner) = Some((target, Arc::clone(batch)));
    }

    pub(super) fn next(&self) {
        self.at.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn end(&self) {
        *self.batch.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns the target, the batch's address and the index of the input.
    fn place(&self) -> Option<(usize, usize)> {
        let batch = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
        batch.as_ref().map(|(_, batch)| (Arc::as_ptr(batch) as usize, self.at.load(Ordering::Relaxed)))
    }

    fn report(&self) {
        let batch = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((target, inputs)) = &*batch {
            let input = inputs.get(self.at.load(Ordering::Relaxed));
            eprintln!("{target}: an input takes more than {} s: {input:?}", LIMIT.as_secs());
        }
    }
}

/// Waits until no thread is running; ends the process with a message if an input takes too long.
pub(super) fn watch(watched: &[Watched], running: &AtomicUsize) {
    let mut last: Vec<_> = watched.iter().map(|watched| (watched.place(), Instant::now())).collect();
    while running.load(Ordering::Acquire) > 0 {
        thread::sleep(PERIOD);
        for (watched, (place, since)) in watched.iter().zip(&mut last) {
            let now = watched.place();
            if now.is_none() || now != *place {
                (*place, *since) = (now, Instant::now());
            } else if since.elapsed() > LIMIT {
                watched.report();
                process::exit(1);
            }
        }
    }
}
