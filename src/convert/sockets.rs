//! Socket addresses from the host and the port of an authority.

use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use std::io;
use std::net::{SocketAddr, SocketAddrV6, ToSocketAddrs};

use crate::component::{Authority, Host, PortError};
use crate::grammar::Grammar;
use crate::percent::DecodeError;
use crate::reference::generic::UriReference;

/// The reason why a reference has no socket addresses. If decoding or looking up the name failed,
/// [`source`](std::error::Error::source) returns the error.
///
/// ```
/// use urigram::UriReference;
/// use urigram::convert::SocketAddrsError;
///
/// let error = UriReference::parse("/path")?.socket_addrs().unwrap_err();
/// assert!(matches!(error, SocketAddrsError::NoHost));
/// assert_eq!(error.to_string(), "there is no host");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum SocketAddrsError {
    /// The host is undefined or empty.
    NoHost,
    /// The host is an address that a socket address cannot hold: it is of a future version of IP (section 3.2.2), or has a
    /// zone that is not a number (RFC 6874).
    Address,
    /// The host is a name that does not decode to UTF-8.
    Name(DecodeError),
    /// The host is a name by its syntax, but some systems would read it as an address (section 7.4): its last
    /// label is a number, or it contains a `:`.
    ReadsAsAddress,
    /// The port is undefined or empty, and no default port is known.
    NoPort,
    /// The port is not a port number.
    Port(PortError),
    /// The name could not be looked up.
    Lookup(io::Error),
}

impl fmt::Display for SocketAddrsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHost => f.write_str("there is no host"),
            Self::Address => f.write_str("no socket address can have the address of the host"),
            Self::Name(_) => f.write_str("the host is not text"),
            Self::ReadsAsAddress => f.write_str(
                "the host is a name that may be read as an address, which is written as in `127.0.0.1` or `[::1]`",
            ),
            Self::NoPort => f.write_str("there is no port"),
            Self::Port(error) => error.fmt(f),
            Self::Lookup(_) => f.write_str("the host could not be looked up"),
        }
    }
}

impl Error for SocketAddrsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Name(error) => Some(error),
            Self::Lookup(error) => Some(error),
            _ => None,
        }
    }
}

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns the socket addresses of the host and the port, as [`Authority::socket_addrs`] does. If the port is
    /// undefined or empty, the default port of a [built-in](crate::scheme::Schemes) scheme is used (section 3.2.3).
    ///
    /// # Errors
    ///
    /// If there is no authority, or if [`Authority::socket_addrs`] fails.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::convert::SocketAddrsError;
    ///
    /// let uri = Uri::parse("http://[::1]/")?;
    /// assert_eq!(uri.socket_addrs()?, ["[::1]:80".parse()?]);
    ///
    /// let uri = Uri::parse("http://0x7f.1/")?;
    /// assert!(matches!(uri.socket_addrs(), Err(SocketAddrsError::ReadsAsAddress)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("to_socket_addrs", "lookup_host"))]
    pub fn socket_addrs(&self) -> Result<Vec<SocketAddr>, SocketAddrsError> {
        let authority = self.borrowed().authority().ok_or(SocketAddrsError::NoHost)?;
        authority.socket_addrs(self.port_or_default())
    }
}

impl<G: Grammar> Authority<'_, G> {
    /// Returns the socket addresses of the authority. If its port is undefined or empty, `default_port` is used.
    /// For your own schemes, [`port_or_default_by`](UriReference::port_or_default_by) returns the default port.
    ///
    /// An address is used as it is. A name is decoded and looked up by the system through
    /// [`ToSocketAddrs`](std::net::ToSocketAddrs). This may block, and may return any address, including a loopback
    /// address. A name with characters beyond ASCII is looked up as UTF-8, under which the DNS usually has no entry: convert
    /// an IRI with `to_uri_idna` first (feature `idna`).
    ///
    /// The system would read some names as addresses (section 7.4): `0x7f.1`, `2130706433` and, decoded,
    /// `%31%32%37.0.0.1` as `127.0.0.1`, although the [`Host`] is a name. Systems disagree about these names,
    /// so every name that contains a `:` or ends with a numeric label is rejected. No valid host name does either (RFC
    /// 1123, section 2.1).
    ///
    /// # Errors
    ///
    /// If there is no host or no port, if a socket address cannot hold them, or if the name does not decode to UTF-8, may
    /// be read as an address, or cannot be looked up.
    ///
    /// ```
    /// use urigram::{Authority, UriReference};
    ///
    /// assert_eq!(Authority::parse("127.0.0.1:8042")?.socket_addrs(80)?, ["127.0.0.1:8042".parse()?]);
    ///
    /// let reference = UriReference::parse("//[::1]")?;
    /// let authority = reference.authority().unwrap();
    /// assert_eq!(authority.socket_addrs(80)?, ["[::1]:80".parse()?]);
    /// assert!(authority.socket_addrs(None).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn socket_addrs(
        &self,
        default_port: impl Into<Option<u16>>,
    ) -> Result<Vec<SocketAddr>, SocketAddrsError> {
        self.socket_addrs_with(default_port, |name, port| (name, port).to_socket_addrs())
    }

    /// Like [`socket_addrs`](Self::socket_addrs), but looks up a name with the given function, which is called with the
    /// decoded name and the port. It is not called for an address.
    ///
    /// # Errors
    ///
    /// The errors of [`socket_addrs`](Self::socket_addrs). The error of the function is the
    /// [source](std::error::Error::source) of [`SocketAddrsError::Lookup`].
    ///
    /// ```
    /// use std::net::SocketAddr;
    ///
    /// use urigram::Authority;
    ///
    /// let look_up = |name: &str, port| {
    ///     assert_eq!(name, "internal example");
    ///     Ok([SocketAddr::from(([192, 0, 2, 7], port))])
    /// };
    /// let authority = Authority::parse("internal%20example")?;
    /// assert_eq!(authority.socket_addrs_with(8042, look_up)?, ["192.0.2.7:8042".parse()?]);
    /// assert!(Authority::parse("0x7f.1")?.socket_addrs_with(8042, look_up).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("resolver", "lookup"))]
    pub fn socket_addrs_with<A: IntoIterator<Item = SocketAddr>>(
        &self,
        default_port: impl Into<Option<u16>>,
        look_up: impl FnOnce(&str, u16) -> io::Result<A>,
    ) -> Result<Vec<SocketAddr>, SocketAddrsError> {
        if self.host_str().is_empty() {
            return Err(SocketAddrsError::NoHost);
        }
        let port = match self.port().map(|port| port.to_u16()) {
            None | Some(Err(PortError::Empty)) => default_port.into().ok_or(SocketAddrsError::NoPort)?,
            Some(port) => port.map_err(SocketAddrsError::Port)?,
        };
        match self.host() {
            Host::Ipv4(address) => Ok(vec![(address, port).into()]),
            Host::Ipv6(address) => Ok(vec![(address, port).into()]),
            Host::Ipv6Zone { address, zone } => {
                let zone = zone.parse().map_err(|_| SocketAddrsError::Address)?;
                Ok(vec![SocketAddrV6::new(address, port, 0, zone).into()])
            }
            Host::RegName(name) => {
                let name = name.decode().to_str().map_err(SocketAddrsError::Name)?;
                if reads_as_address(&name) {
                    return Err(SocketAddrsError::ReadsAsAddress);
                }
                let found = look_up(&name, port).map_err(SocketAddrsError::Lookup)?;
                Ok(found.into_iter().collect())
            }
            Host::IpvFuture { .. } | Host::Other(..) => Err(SocketAddrsError::Address),
        }
    }
}

/// The separators of labels, and the characters that become a `.` when a name is converted to ASCII (RFC
/// 3490, section 3.1).
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];

/// Returns whether a system may read the name as an IPv6 address, or as an IPv4 address as `inet_aton` does. Some systems
/// read a name only up to the first space, and some accept numbers that are too large, or more than four numbers.
fn reads_as_address(name: &str) -> bool {
    let mut words = name.split(|c: char| c.is_whitespace() || c.is_control());
    let word = words.find(|word| !word.is_empty()).unwrap_or_default();
    let ends_with_number = |name: &str| {
        let labels = name.strip_suffix(DOTS).unwrap_or(name);
        labels.rsplit(DOTS).next().is_some_and(is_number)
    };
    name.contains(':') || ends_with_number(word) || ends_with_number(name)
}

/// Returns whether the label is a decimal, octal or hexadecimal number, or may become one when the name is converted to
/// ASCII (UTS 46, section 4). Characters beyond ASCII that are neither letters nor digits, such as a soft hyphen, may be
/// removed; any other character beyond ASCII may become a digit or the `x` before hexadecimal digits.
fn is_number(label: &str) -> bool {
    let kept = || label.chars().filter(|&c| c.is_ascii() || c.is_alphanumeric());
    let may_be = |c: char, ascii: fn(&char) -> bool| !c.is_ascii() || ascii(&c);
    let mut rest = kept();
    let is_prefixed = rest.next().is_some_and(|c| may_be(c, |&c| c == '0') && c.is_numeric())
        && rest.next().is_some_and(|c| may_be(c, |&c| matches!(c, 'x' | 'X')));
    is_prefixed && rest.all(|c| may_be(c, char::is_ascii_hexdigit))
        || kept().next().is_some() && kept().all(char::is_numeric)
}
