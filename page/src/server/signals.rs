//! The signals by which a process is told to end.

use std::io;

/// Returns what ends when the process is told to: by Ctrl-C, or by another process or a terminal that is closed.
#[cfg(unix)]
pub(super) fn ended() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    })
}

/// Returns what ends when the process is told to, by Ctrl-C.
#[cfg(not(unix))]
pub(super) fn ended() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler, Ctrl-C ends the process at once.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
