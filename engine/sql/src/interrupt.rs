//! The wish of the user, or of the system, that the command ends.

use std::future::{Future, pending};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use futures::channel::oneshot;
use tokio::runtime::Builder;

use crate::outcome::{Error, Status, exit_code};
use crate::output;

/// How long the command may take to end by itself. A statement that is planned, or waits to write, does not end.
const GRACE: Duration = Duration::from_secs(2);

/// Watches from now on, and returns what is ready after the first interrupt. The process ends a short time after it,
/// or at once after a second one.
pub(crate) fn watch() -> impl Future<Output = ()> {
    let (tell, told) = oneshot::channel();
    let (begun, begins) = mpsc::channel();
    // The threads of the query may all be busy.
    let watcher = thread::Builder::new().name("interrupts".to_owned());
    if watcher.spawn(move || watch_with(tell, &begun)).is_ok() {
        // An error means that it does not watch.
        let _ = begins.recv();
    }
    async move {
        if told.await.is_err() {
            // Nobody watches, so the system ends the process.
            pending::<()>().await;
        }
    }
}

fn watch_with(tell: oneshot::Sender<()>, begun: &mpsc::Sender<()>) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
    runtime.block_on(async {
        let Some(mut signals) = signals() else { return };
        // The command waits for this, and may end by itself later.
        let _ = begun.send(());
        signals.next().await;
        let _ = tell.send(());
        let late = thread::Builder::new().spawn(|| {
            thread::sleep(GRACE);
            end();
        });
        // Without a thread, a second interrupt ends it.
        drop(late);
        signals.next().await;
        end();
    });
}

/// Ends the process, whatever it does.
fn end() {
    output::abandon();
    exit_code(Err(Error::Interrupted));
    std::process::exit(Status::Interrupted as i32);
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// The end of the terminal.
    hang_up: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
fn signals() -> Option<Signals> {
    use tokio::signal::unix::{SignalKind, signal};
    Some(Signals {
        interrupt: signal(SignalKind::interrupt()).ok()?,
        terminate: signal(SignalKind::terminate()).ok()?,
        hang_up: if outlives_terminal() { None } else { signal(SignalKind::hangup()).ok() },
    })
}

/// Returns whether the process was started by `nohup` or so. Only Linux tells; elsewhere it is taken for so, because
/// a file that is left is the lesser harm.
#[cfg(unix)]
fn outlives_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The first signal is that of the terminal's end.
    ignored.is_none_or(|mask| mask & 1 == 1)
}

#[cfg(unix)]
impl Signals {
    async fn next(&mut self) {
        let hang_up = async {
            match &mut self.hang_up {
                Some(signal) => signal.recv().await,
                None => pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = hang_up => {}
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
