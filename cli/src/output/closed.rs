//! Whether standard output can be written to.
//!
//! Before `main` begins, Rust opens `/dev/null` for a standard stream that is closed, and where a stream is not
//! open for writing, it drops what is written: answers would be lost, and the command would seem to succeed.
//! Nor does `main` see what was closed, because programs that want no output open `/dev/null` in the same way.

use std::io;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    use ctor::ctor;
    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::stdio::stdout;

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Runs before Rust opens anything, and only asks the system.
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

/// Fails if what is written would be lost, as far as a Unix tells.
pub(crate) fn check() -> io::Result<()> {
    #[cfg(unix)]
    if let Some(why) = unix::why_not() {
        return Err(why);
    }
    Ok(())
}
