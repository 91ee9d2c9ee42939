//! The signals by which a process is told to end.

use std::io;

/// Ends when the process is told to: by Ctrl-C or Ctrl-\, or by another process or a terminal that is closed.
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

/// Ends when the process is told to, by Ctrl-C.
#[cfg(not(unix))]
pub(super) async fn ended() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
