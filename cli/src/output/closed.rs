//! The check whether standard output can be written to.
//!
//! Before `main` begins, Rust opens `/dev/null` in the place of a standard stream that is closed; and if a
//! stream is not open for writing, it drops what is written. Answers would be lost, and the command would
//! seem to succeed. `main` cannot detect a closed stream either, because programs that need no output pass
//! `/dev/null` in the same way.

use std::io;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    use ctor::ctor;
    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::stdio::stdout;

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Runs before Rust opens anything, and only queries the system.
    #[ctor]
    fn look() {
        WAS_CLOSED.store(fcntl_getfl(stdout()).is_err(), Ordering::Relaxed);
    }

    pub(super) fn why_not() -> Option<io::Error> {
        if WAS_CLOSED.load(Ordering::Relaxed) {
            return Some(io::Error::other("it is closed"));
        }
        let flags = fcntl_getfl(stdout()).ok()?;
        let is_read_only = flags & OFlags::RWMODE == OFlags::RDONLY;
        is_read_only.then(|| io::Error::other("it is not open for writing"))
    }
}

/// Returns an error if output would be lost, as far as Unix can tell.
pub(crate) fn check() -> io::Result<()> {
    #[cfg(unix)]
    if let Some(why) = unix::why_not() {
        return Err(why);
    }
    Ok(())
}
