//! The check whether standard input is open.
//!
//! Before `main` begins, Rust opens `/dev/null` in the place of a standard stream that is closed, which would read as
//! an empty input.

use std::io::{self, Read};

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};

    use ctor::ctor;
    use rustix::fs::fcntl_getfl;
    use rustix::stdio::stdin;

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Runs before Rust opens anything, and only queries the system.
    #[ctor]
    fn look() {
        WAS_CLOSED.store(fcntl_getfl(stdin()).is_err(), Ordering::Relaxed);
    }

    pub(super) fn was_closed() -> bool {
        WAS_CLOSED.load(Ordering::Relaxed)
    }
}

/// Standard input, which cannot be read if it is closed.
pub(super) struct Stdin;

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        check()?;
        io::stdin().read(buffer)
    }
}

/// Returns an error if there is no standard input, as far as Unix can tell.
pub(crate) fn check() -> io::Result<()> {
    #[cfg(unix)]
    if unix::was_closed() {
        return Err(io::Error::other("it is closed"));
    }
    Ok(())
}
