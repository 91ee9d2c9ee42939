//! Time limits for work on a grammar.

use std::panic;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use crate::outcome::Error;

/// The time for everything that a command does with a grammar, from reading the file to formatting the answer. The
/// largest grammar that is read takes seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// For work that recurses as deep as a grammar nests, which the grammar crate bounds. The pages are only touched
/// when needed.
const STACK: usize = 256 << 20;

/// Does the work on the grammar of that name, within [`PATIENCE`].
pub(crate) fn try_for<T: Send + 'static>(
    file_name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    wait_for(PATIENCE, file_name, work)
}

/// Does the work on the grammar of that name, or gives up after that time.
pub(crate) fn wait_for<T: Send + 'static>(
    patience: Duration,
    file_name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let (done, result) = channel();
    let worker = move || drop(done.send(work()));
    let worker = Builder::new().stack_size(STACK).spawn(worker).map_err(Error::Thread)?;
    match result.recv_timeout(patience) {
        Ok(done) => Ok(done),
        // The thread goes on until the command ends, which is soon.
        Err(RecvTimeoutError::Timeout) => Err(Error::Refused(format!(
            "uri: {file_name}: given up after {} seconds: the grammar does not end, or takes too long",
            patience.as_secs()
        ))),
        Err(RecvTimeoutError::Disconnected) => match worker.join() {
            Err(panic) => panic::resume_unwind(panic),
            Ok(()) => Err(Error::Refused(format!("uri: {file_name}: nothing came of it"))),
        },
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
        let error = wait_for::<()>(Duration::ZERO, "x.pest", forever).unwrap_err();
        assert!(error.to_string().starts_with("uri: x.pest: given up after 0 seconds: "), "{error}");
    }

    #[test]
    fn waits_for_what_ends() {
        assert_eq!(try_for("x.pest", || 7).unwrap(), 7);
    }

    #[test]
    #[should_panic = "in the worker"]
    fn passes_a_panic_on() {
        let _ = try_for("x.pest", || panic!("in the worker"));
    }
}
