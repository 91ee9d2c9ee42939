//! Time limits for work on a grammar.

use std::panic;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::outcome::Error;

/// The time for everything that a command does with a grammar, from reading the file to formatting the answer. It
/// takes linear time: an ordinary grammar takes less than a second, and the largest that is read some ten seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// For work that recurses as deep as a grammar nests, which the grammar crate bounds. The pages are only touched
/// when needed.
const STACK: usize = 256 << 20;

/// A limit on the time for all that one command does.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    limit: Duration,
    since: Instant,
}

impl Patience {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, since: Instant::now() }
    }

    /// Does some of the work on the grammar of that name, or gives up when the time is over. `why` says what took so
    /// long.
    pub(crate) fn wait_for<T: Send + 'static>(
        self,
        file_name: &str,
        why: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (done, result) = channel();
        let worker = move || drop(done.send(work()));
        let worker = Builder::new().stack_size(STACK).spawn(worker).map_err(Error::Thread)?;
        match result.recv_timeout(self.limit.saturating_sub(self.since.elapsed())) {
            Ok(done) => Ok(done),
            // The thread goes on until the command ends, which is soon.
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.limit.as_secs();
                Err(Error::Refused(format!("uri: {file_name}: given up after {seconds} seconds: {why}")))
            }
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => panic::resume_unwind(panic),
                Ok(()) => Err(Error::Refused(format!("uri: {file_name}: the work ended without a result"))),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn does_not_wait_forever() {
        let forever = || {
            loop {
                thread::park();
            }
        };
        let error =
            Patience::new(Duration::ZERO).wait_for::<()>("x.pest", "it does not end", forever).unwrap_err();
        assert_eq!(error.to_string(), "uri: x.pest: given up after 0 seconds: it does not end");
    }

    #[test]
    fn waits_for_what_ends() {
        assert_eq!(Patience::new(PATIENCE).wait_for("x.pest", "", || 7).unwrap(), 7);
    }

    #[test]
    #[should_panic = "in the worker"]
    fn passes_a_panic_on() {
        let _ = Patience::new(PATIENCE).wait_for("x.pest", "", || panic!("in the worker"));
    }
}
