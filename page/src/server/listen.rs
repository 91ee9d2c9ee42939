//! Binds the port of the server. Also errors of the start, the signals that end the server, and the file that
//! redirects to its address.

use std::io::{self, ErrorKind, Write};
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// The default port, which is the number of the RFC.
const PORT: u16 = 3986;
/// The number of attempts to find a port that is free on both addresses.
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

/// Listens on the IPv4 and the IPv6 address, because `localhost` may be either, and another server could
/// listen on the other one.
fn on(port: u16) -> io::Result<(Vec<TcpListener>, u16)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    let mut listeners = vec![listener];
    match TcpListener::bind((Ipv6Addr::LOCALHOST, port)) {
        Ok(listener) => listeners.push(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => return Err(error),
        // The system has no IPv6.
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

/// The reason why the page cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The server cannot listen on the port.
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
    /// Temporary files cannot be written.
    #[error("cannot write temporary files: {0}")]
    Temporary(io::Error),
    /// A resource that every server needs, such as random numbers or signals, is not available.
    #[error("cannot serve the page: {0}")]
    System(#[from] io::Error),
}

/// Writes a file that redirects to this address, and that only the user of this process can read. Dropping
/// the returned value removes the file.
pub(super) fn write(address: &str, temporary: &Path) -> io::Result<TempPath> {
    // `tempfile` creates the file with mode 0600.
    let mut file = tempfile::Builder::new().prefix("uri-serve-").suffix(".html").tempfile_in(temporary)?;
    file.write_all(page(address).as_bytes())?;
    Ok(file.into_temp_path())
}

/// Returns a page that redirects to this address, which must not contain characters that HTML escapes.
fn page(address: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>uri serve</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
         <p>This leads to <a href=\"{address}\">the page of <code>uri serve</code></a>.</p>\n"
    )
}

/// Waits for a signal that ends the process: Ctrl-C, Ctrl-\, a signal from another process, or a closed terminal.
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

/// Waits for Ctrl-C.
#[cfg(not(unix))]
pub(super) async fn ended() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
