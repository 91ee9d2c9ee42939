//! A port of this machine: errors when it is taken, the signals that end it, and the redirection of `localhost`.

use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// The port if none is asked for: the number of the RFC.
const PORT: u16 = 3986;
/// How often a free port is asked for that is free on the other address too.
const ATTEMPTS: usize = 16;

/// Returns a listener for each address, and their port.
pub(super) fn listen(port: Option<u16>) -> Result<(Vec<TcpListener>, u16), Error> {
    let listened = match port {
        None => on(PORT).or_else(|error| match error.kind() {
            ErrorKind::AddrInUse => on_any(),
            _ => Err(error),
        }),
        Some(0) => on_any(),
        Some(port) => on(port),
    };
    listened.map_err(|source| Error::Listen { port: port.unwrap_or(PORT), source })
}

fn on_any() -> io::Result<(Vec<TcpListener>, u16)> {
    let mut last = on(0);
    for _ in 1..ATTEMPTS {
        if last.is_ok() {
            break;
        }
        last = on(0);
    }
    last
}

/// Listens on both addresses. If it were only one, another server could listen on the other, and `localhost` may be
/// either.
fn on(port: u16) -> io::Result<(Vec<TcpListener>, u16)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    let mut listeners = vec![listener];
    match TcpListener::bind((Ipv6Addr::LOCALHOST, port)) {
        Ok(listener) => listeners.push(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => return Err(error),
        // There is no IPv6 here.
        Err(_) => {}
    }
    for listener in &listeners {
        listener.set_nonblocking(true)?;
    }
    Ok((listeners, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_port_a_second_server_has_another() {
        let (_first, first) = listen(None).unwrap();
        let (_second, second) = listen(None).unwrap();
        assert_ne!(first, second);
        assert!(matches!(listen(Some(first)), Err(Error::Listen { port, .. }) if port == first));
    }
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The port cannot be had.
    #[error("cannot listen on port {port}: {source}")]
    Listen {
        /// The port.
        port: u16,
        /// The cause.
        source: io::Error,
    },
    /// The grammar cannot be read.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause, in words.
        why: String,
    },
    /// No directory for temporary files can be written to.
    #[error("cannot write temporary files: {0}")]
    Temporary(io::Error),
    /// The system does not provide what every server needs, such as random numbers or signals.
    #[error("cannot serve the page: {0}")]
    System(#[from] io::Error),
}

/// Writes a file that redirects to this address, and that only the user of this process can read. It is removed when
/// the value is dropped.
pub(super) fn write(address: &str, temporary: &Path) -> io::Result<TempPath> {
    // The crate gives it the mode 0600.
    let mut file = tempfile::Builder::new().prefix("uri-serve-").suffix(".html").tempfile_in(temporary)?;
    file.write_all(page(address).as_bytes())?;
    Ok(file.into_temp_path())
}

/// Returns a page that redirects to this address, which contains no character that HTML has to escape.
fn page(address: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>uri serve</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
         <p>This leads to <a href=\"{address}\">the page of <code>uri serve</code></a>.</p>\n"
    )
}

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
