//! The signals that end the process.

use std::io;

/// Returns when a signal asks the process to end: Ctrl-C, Ctrl-\, another process, or a terminal that is closed.
#[cfg(unix)]
pub(super) async fn ended() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut quit = signal(SignalKind::quit())?;
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = quit.recv() => {}
        _ = hangup.recv() => {}
    }
    Ok(())
}

/// Returns when Ctrl-C is typed.
#[cfg(not(unix))]
pub(super) async fn ended() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
