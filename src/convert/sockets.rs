//! Where a host and a port can be reached.

use alloc::vec;
use alloc::vec::Vec;
use std::io;
use std::net::{SocketAddr, SocketAddrV6, ToSocketAddrs};

use crate::component::{Host, PortError};
use crate::grammar::Grammar;
use crate::percent::DecodeError;
use crate::reference::Reference;
use crate::scheme::{SchemeRules, Schemes};

/// Why there are no socket addresses of a reference. The message says what the cause says.
///
/// ```
/// use urigram::{SocketAddrsError, UriReference};
///
/// let error = UriReference::parse("/path")?.socket_addrs().unwrap_err();
/// assert!(matches!(error, SocketAddrsError::NoHost));
/// assert_eq!(error.to_string(), "there is no host");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SocketAddrsError {
    /// The host is undefined or empty.
    #[error("there is no host")]
    NoHost,
    /// The host is an address that no socket address can have: of a future version of IP (section 3.2.2), or
    /// with a zone that is not a number (RFC 6874).
    #[error("no socket address can have the address of the host")]
    Address,
    /// The host is a name that is not UTF-8.
    #[error("the host is not text: {0}")]
    Name(DecodeError),
    /// The port is undefined or empty, and no default port is known of the scheme, if there is one.
    #[error("there is no port")]
    NoPort,
    /// The port is no port number.
    #[error(transparent)]
    Port(PortError),
    /// The system could not look up the name.
    #[error("the host was not found: {0}")]
    Lookup(io::Error),
}

impl<T: AsRef<str>, G: Grammar> Reference<T, G> {
    /// The socket addresses that the host and the port may stand for, as
    /// [`ToSocketAddrs`](std::net::ToSocketAddrs) gives them; at the default port of the scheme, by those that
    /// are [built in](Schemes), if the port is undefined or empty (section 3.2.3).
    ///
    /// An address is taken as it is; a name is decoded and looked up by the system, which may take long, and
    /// which may take a name such as `0x7f.1` for an address (section 7.4). A name beyond ASCII is given to it
    /// as UTF-8, in which the DNS does not know it: an IRI is mapped by `to_uri_idna` first, with the feature
    /// `idna`.
    ///
    /// # Errors
    ///
    /// If there is no host or no port, if they are none for a socket, or if the name is not found.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let uri = Uri::parse("http://[::1]/")?;
    /// assert_eq!(uri.socket_addrs()?, ["[::1]:80".parse()?]);
    /// let uri = Uri::parse("http://127.0.0.1:8042/")?;
    /// assert_eq!(uri.socket_addrs()?, ["127.0.0.1:8042".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn socket_addrs(&self) -> Result<Vec<SocketAddr>, SocketAddrsError> {
        self.socket_addrs_by(&Schemes::new())
    }

    /// The same, at the default port of the scheme by these schemes.
    ///
    /// # Errors
    ///
    /// As [`socket_addrs`](Self::socket_addrs).
    ///
    /// ```
    /// use urigram::{SchemeRules, Schemes, Uri};
    ///
    /// struct Example;
    ///
    /// impl SchemeRules for Example {
    ///     fn default_port(&self) -> Option<u16> {
    ///         Some(4321)
    ///     }
    /// }
    ///
    /// let schemes = Schemes::new().with("example", Example);
    /// let uri = Uri::parse("example://127.0.0.1")?;
    /// assert_eq!(uri.socket_addrs_by(&schemes)?, ["127.0.0.1:4321".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn socket_addrs_by(&self, schemes: &Schemes) -> Result<Vec<SocketAddr>, SocketAddrsError> {
        let reference = self.borrowed();
        let rules = reference.scheme().and_then(|scheme| schemes.get(scheme.as_str()));
        self.socket_addrs_at(rules.and_then(SchemeRules::default_port))
    }

    /// The same, at this port if none is given, whatever the scheme, and also without one.
    ///
    /// # Errors
    ///
    /// As [`socket_addrs`](Self::socket_addrs), but that there is no port.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// assert_eq!(UriReference::parse("//[::1]")?.socket_addrs_or(8042)?, ["[::1]:8042".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn socket_addrs_or(&self, default_port: u16) -> Result<Vec<SocketAddr>, SocketAddrsError> {
        self.socket_addrs_at(Some(default_port))
    }

    fn socket_addrs_at(&self, default_port: Option<u16>) -> Result<Vec<SocketAddr>, SocketAddrsError> {
        let reference = self.borrowed();
        let host =
            reference.host().filter(|_| reference.host_str() != Some("")).ok_or(SocketAddrsError::NoHost)?;
        let port = match reference.port().map(|port| port.to_u16()) {
            None | Some(Err(PortError::Empty)) => default_port.ok_or(SocketAddrsError::NoPort)?,
            Some(port) => port.map_err(SocketAddrsError::Port)?,
        };
        match host {
            Host::Ipv4(address) => Ok(vec![(address, port).into()]),
            Host::Ipv6(address) => Ok(vec![(address, port).into()]),
            Host::Ipv6Zone { address, zone } => {
                let zone = zone.parse().map_err(|_| SocketAddrsError::Address)?;
                Ok(vec![SocketAddrV6::new(address, port, 0, zone).into()])
            }
            Host::RegName(name) => {
                let name = name.decode().to_str().map_err(SocketAddrsError::Name)?;
                let found = (&*name, port).to_socket_addrs().map_err(SocketAddrsError::Lookup)?;
                Ok(found.collect())
            }
            Host::IpvFuture { .. } | Host::Other(..) => Err(SocketAddrsError::Address),
        }
    }
}
