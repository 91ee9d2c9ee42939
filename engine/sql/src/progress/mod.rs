//! The progress of a query, on a terminal.
//!
//! In: the plan that runs, whose scans count what they read.
//! Out: one line on standard error, drawn again ten times a second, and gone when the query is over. `scans` reads the
//! counts, `line` makes the line.
//! Next: `run`, which shows it while rows are written.

mod line;
mod scans;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use console::Term;
use datafusion::physical_plan::ExecutionPlan;

use self::line::line;
use self::scans::Scans;
use crate::output::visible::cut;

pub(crate) use self::line::{elapsed, grouped};

/// A query that is faster than this needs no progress.
const PATIENCE: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(100);

/// To the start of the line, and clear it.
const CLEAR: &str = "\r\x1b[2K";

/// A line that is drawn until the value is dropped.
pub(crate) struct Progress {
    /// The thread ends when this is dropped.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Whether someone sees progress.
pub(crate) fn is_wanted(quiet: bool) -> bool {
    !quiet && io::stderr().is_terminal()
}

impl Progress {
    /// Draws the progress of the plan, if it is wanted. `streamed` counts the rows of streams.
    pub(crate) fn of(plan: Arc<dyn ExecutionPlan>, streamed: Arc<AtomicU64>, is_wanted: bool) -> Self {
        if !is_wanted {
            return Self { stop: None, thread: None };
        }
        let (stop, stopped) = mpsc::channel();
        let start = Instant::now();
        let drawn = thread::Builder::new().name("progress".to_owned()).spawn(move || {
            let mut wait = PATIENCE;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = INTERVAL;
                let columns = usize::from(Term::stderr().size().1).saturating_sub(1);
                let text = line(&Scans::of(plan.as_ref(), streamed.load(Ordering::Relaxed)), start.elapsed());
                // If it cannot be shown, the query goes on.
                let _ = write!(io::stderr(), "{CLEAR}{}", cut(&text, columns));
            }
            if wait == INTERVAL {
                let _ = write!(io::stderr(), "{CLEAR}");
            }
        });
        // Without a thread there is no progress to see.
        Self { stop: Some(stop), thread: drawn.ok() }
    }

    /// Takes the line away for good.
    pub(crate) fn clear(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A line that could not be drawn is no reason to stop.
            let _ = thread.join();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
