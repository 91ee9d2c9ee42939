//! The wish of the user, or of the system, that the command ends.

use std::future::{Future, pending};

use futures::channel::oneshot;

use crate::outcome::Status;

/// Watches from now on, and returns what is ready after the first interrupt. A second one ends the process at once,
/// for it may wait to write.
pub(crate) fn watch() -> impl Future<Output = ()> {
    let (tell, told) = oneshot::channel();
    if let Some(mut signals) = signals() {
        tokio::spawn(async move {
            signals.next().await;
            // The command may have ended by itself.
            let _ = tell.send(());
            signals.next().await;
            std::process::exit(Status::Interrupted as i32);
        });
    }
    async move {
        if told.await.is_err() {
            // Nobody watches, so the system ends the process.
            pending::<()>().await;
        }
    }
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
fn signals() -> Option<Signals> {
    use tokio::signal::unix::{SignalKind, signal};
    Some(Signals {
        interrupt: signal(SignalKind::interrupt()).ok()?,
        terminate: signal(SignalKind::terminate()).ok()?,
    })
}

#[cfg(unix)]
impl Signals {
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
fn signals() -> Option<Signals> {
    Some(Signals)
}

#[cfg(not(unix))]
impl Signals {
    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            pending::<()>().await;
        }
    }
}
