//! A fetcher that is safe from server-side request forgery (SSRF): strangers cannot make it connect
//! to the server's own network.
//!
//! The policy `fetch` checks the URI, each address to which its name resolves, and the target of each
//! redirect. The name is resolved once, and the connection uses a checked address, because a second
//! resolution may return another address (DNS rebinding).
//!
//! `Resolve` is like the trait `reqwest::dns::Resolve`. With reqwest, pass `Guarded` as the `dns_resolver`,
//! and set the `redirect::Policy` to `none`, so that redirects are handled here. reqwest does not resolve a
//! host that is an address, but the policy has checked it in the URI.
//!
//! ```console
//! $ cargo run --example fetcher -- http://example.com/
//! $ cargo run --example fetcher -- http://169.254.169.254/   # refused
//! ```

use std::error::Error;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::process::ExitCode;
use std::time::Duration;

use urigram::policy::{Checked, Policy};
use urigram::{Uri, UriReference};

const MOST_REDIRECTS: usize = 5;
const MOST_BYTES: u64 = 1 << 20;
const TIMEOUT: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let Some(text) = std::env::args().nth(1) else {
        eprintln!("usage: fetcher URI");
        return ExitCode::from(2);
    };
    match fetch_text(&text) {
        Ok(body) => io::stdout().write_all(&body).map_or(ExitCode::from(2), |()| ExitCode::SUCCESS),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Fetches a URI from an untrusted source.
fn fetch_text(text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    // This example does not support TLS.
    let policy = Policy::fetch().schemes(["http"])?;
    let uri = policy.check(text.parse::<Uri<String>>()?)?;
    Fetcher { resolver: Guarded { inner: System, policy: policy.clone() }, policy }.fetch(uri)
}

trait Resolve {
    /// Returns the addresses to connect to.
    fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>>;
}

/// The resolver of the system.
struct System;

impl Resolve for System {
    fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok((host, port).to_socket_addrs()?.collect())
    }
}

/// A resolver that returns only the addresses that the policy permits.
struct Guarded<R> {
    inner: R,
    policy: Policy,
}

impl<R: Resolve> Resolve for Guarded<R> {
    fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let mut addresses = self.inner.resolve(host, port)?;
        addresses.retain(|address| self.policy.permits_address(address.ip()));
        if addresses.is_empty() {
            let message = format!("the policy permits no address of `{host}`");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Ok(addresses)
    }
}

struct Fetcher<R> {
    resolver: R,
    policy: Policy,
}

impl<R: Resolve> Fetcher<R> {
    /// Fetches a URI that the policy has accepted, and follows redirects.
    fn fetch(&self, mut uri: Checked<Uri<String>>) -> Result<Vec<u8>, Box<dyn Error>> {
        for _ in 0..=MOST_REDIRECTS {
            let response = self.get(&uri)?;
            let Some(location) = location(&response) else {
                return Ok(response);
            };
            // The target of a redirect is untrusted, too.
            let target = uri.resolve(&UriReference::parse(location)?)?;
            uri = self.policy.check(target)?;
        }
        Err("too many redirects".into())
    }

    /// Returns the response, including its header.
    fn get(&self, uri: &Checked<Uri<String>>) -> Result<Vec<u8>, Box<dyn Error>> {
        let host = uri.host_str().ok_or("the policy requires a host")?;
        let port = uri.port_or_default().ok_or("the scheme has no default port")?;
        // The name is resolved once, and the connection uses these addresses.
        let addresses = self.resolver.resolve(host.trim_matches(['[', ']']), port)?;
        let mut stream = connect(&addresses)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        let path = if uri.path().as_str().is_empty() { "/" } else { uri.path().as_str() };
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        // A URI contains no line breaks, so it cannot add header fields.
        let request =
            format!("GET {path}{query} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes())?;
        let mut response = Vec::new();
        stream.take(MOST_BYTES).read_to_end(&mut response)?;
        Ok(response)
    }
}

fn connect(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    let mut last = Err(io::ErrorKind::AddrNotAvailable.into());
    for address in addresses {
        last = TcpStream::connect_timeout(address, TIMEOUT);
        if last.is_ok() {
            break;
        }
    }
    last
}

/// Returns the `Location` field, if the response is a redirect.
fn location(response: &[u8]) -> Option<&str> {
    let end = response.windows(4).position(|four| four == b"\r\n\r\n")?;
    let mut lines = std::str::from_utf8(response.get(..end)?).ok()?.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?;
    let mut fields = lines.filter_map(|line| line.split_once(':'));
    let (_, location) = fields.find(|(name, _)| name.eq_ignore_ascii_case("location"))?;
    status.starts_with('3').then(|| location.trim())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// A resolver that returns the same addresses for every name.
    struct Always(Vec<SocketAddr>);

    impl Resolve for Always {
        fn resolve(&self, _: &str, _: u16) -> io::Result<Vec<SocketAddr>> {
            Ok(self.0.clone())
        }
    }

    /// Starts a server that answers each connection with the next of these responses. Returns the address of
    /// the server.
    fn server<const N: usize>(responses: [&str; N]) -> SocketAddr {
        let responses = responses.map(str::to_owned);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for response in responses {
                let mut stream = listener.accept().unwrap().0;
                let mut request = [0; 1000];
                let length = stream.read(&mut request).unwrap();
                assert!(request[..length].starts_with(b"GET /"));
                stream.write_all(response.as_bytes()).unwrap();
            }
        });
        address
    }

    /// Fetches with a resolver that returns `address` for every name. `guard` checks the addresses, so that a
    /// test can permit its own server.
    fn fetch(text: &str, address: SocketAddr, guard: Policy) -> Result<String, String> {
        let policy = Policy::fetch();
        let uri = policy.check(text.parse::<Uri<String>>().unwrap()).unwrap();
        let resolver = Guarded { inner: Always([address].into()), policy: guard };
        let response = Fetcher { resolver, policy }.fetch(uri).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(response).unwrap())
    }

    fn permits_this_machine() -> Policy {
        Policy::fetch().allow_network("127.0.0.1/32").unwrap()
    }

    #[test]
    fn what_is_accepted() {
        let address = server(["HTTP/1.1 200 OK\r\n\r\nHello"]);
        let response = fetch("http://example.com/a?b", address, permits_this_machine()).unwrap();
        assert!(response.ends_with("\r\n\r\nHello"));
    }

    #[test]
    fn a_name_of_this_machine() {
        let address = server(["HTTP/1.1 200 OK\r\n\r\nsecret"]);
        let error = fetch("http://example.com/", address, Policy::fetch()).unwrap_err();
        assert_eq!(error, "the policy permits no address of `example.com`");
    }

    #[test]
    fn the_addresses_that_are_not_permitted_are_left_out() {
        let addresses =
            ["10.0.0.1:80", "8.8.8.8:80", "[::ffff:127.0.0.1]:80"].map(|own| own.parse().unwrap());
        let resolver = Guarded { inner: Always(addresses.into()), policy: Policy::fetch() };
        assert_eq!(resolver.resolve("example.com", 80).unwrap(), [addresses[1]]);
    }

    #[test]
    fn a_redirect() {
        let moved = "HTTP/1.1 302 Found\r\nlocation: ../b\r\n\r\n";
        let address = server([moved, "HTTP/1.1 200 OK\r\n\r\nmoved"]);
        let response = fetch("http://example.com/a/", address, permits_this_machine()).unwrap();
        assert!(response.ends_with("moved"));
    }

    #[test]
    fn a_redirect_to_the_metadata_service() {
        for (location, expected) in [
            ("http://169.254.169.254/latest/meta-data/", "169.254.169.254"),
            ("//[::ffff:169.254.169.254]/", "169.254.169.254"),
            ("file:///etc/passwd", "the scheme `file` is not allowed"),
        ] {
            let moved = format!("HTTP/1.1 301 Moved Permanently\r\nLocation: {location}\r\n\r\n");
            let address = server([&moved]);
            let error = fetch("http://example.com/", address, permits_this_machine()).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn redirects_without_end() {
        let address = server(["HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n"; MOST_REDIRECTS + 1]);
        assert_eq!(
            fetch("http://example.com/", address, permits_this_machine()).unwrap_err(),
            "too many redirects"
        );
    }

    #[test]
    fn what_is_refused_before_it_is_resolved() {
        assert!(fetch_text("http://127.0.0.1/").is_err());
        assert!(fetch_text("http://localhost/").is_err());
        assert!(fetch_text("file:///etc/passwd").is_err());
    }
}
