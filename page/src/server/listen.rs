//! Taking a port of this machine.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};

use super::error::Error;

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
