//! The authority (section 3.2) and its parts.

#[cfg(feature = "idna")]
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::ops::Range;

use super::simple::{Port, RegName, Userinfo};
use crate::grammar::{AuthorityParts, Grammar, HostKind, ParseError, Rfc3986, Rule};

/// An authority (section 3.2): a host, with an optional userinfo before it and an optional port after it.
///
/// ```
/// use urigram::Authority;
///
/// let authority = Authority::parse("user@example.com:8042")?;
/// assert_eq!(authority.userinfo().unwrap().as_str(), "user");
/// assert_eq!(authority.host_str(), "example.com");
/// assert_eq!(authority.port().unwrap().to_u16(), Ok(8042));
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Authority<'a, G = Rfc3986> {
    text: &'a str,
    parts: AuthorityParts,
    grammar: PhantomData<fn() -> G>,
}

impl<'a> Authority<'a> {
    /// Parses an authority of RFC 3986, without the `//` before it.
    ///
    /// # Errors
    ///
    /// If the rule does not match the text. The error names the byte offset of the first fault.
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Self::try_from(text)
    }
}

impl<'a, G: Grammar> TryFrom<&'a str> for Authority<'a, G> {
    type Error = ParseError;

    fn try_from(text: &'a str) -> Result<Self, ParseError> {
        let components = G::components(Rule::authority, text)?;
        Ok(Self::new(text, AuthorityParts::of(&components, 0)))
    }
}

impl<'a, G: Grammar> Authority<'a, G> {
    #[inline]
    pub(crate) const fn new(text: &'a str, parts: AuthorityParts) -> Self {
        Self { text, parts, grammar: PhantomData }
    }

    /// Returns the ranges of the parts.
    #[inline]
    pub(crate) const fn parts(&self) -> AuthorityParts {
        self.parts
    }

    fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).expect("components lie in the text")
    }

    /// Returns the text.
    #[inline]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Returns the userinfo, without its `@`.
    pub fn userinfo(&self) -> Option<Userinfo<'a, G>> {
        self.parts.userinfo().map(|range| Userinfo::new(self.slice(range)))
    }

    /// Returns the host, which may be empty.
    pub fn host(&self) -> Host<'a, G> {
        let kind = self.parts.host_kind().unwrap_or(HostKind::RegName);
        Host::new(self.host_str(), kind)
    }

    /// Returns the text of the host, with the brackets of an IP literal.
    pub fn host_str(&self) -> &'a str {
        self.slice(self.parts.host().expect("an authority has a host"))
    }

    /// Returns the port, without its `:`.
    pub fn port(&self) -> Option<Port<'a>> {
        self.parts.port(self.text.len()).map(|range| Port::new(self.slice(range)))
    }
}

/// A host (section 3.2.2): an IP literal, an IPv4 address or a registered name. The first of these alternatives
/// that matches determines the variant.
///
/// ```
/// use urigram::{Host, UriReference};
///
/// let host = |text| UriReference::parse(text).unwrap().host().unwrap();
/// assert_eq!(host("//127.0.0.1"), Host::Ipv4([127, 0, 0, 1].into()));
/// assert!(matches!(host("//127.0.0.001"), Host::RegName(_)));
/// assert_eq!(host("//[v1.a:b]"), Host::IpvFuture { version: "1", address: "a:b" });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Host<'a, G: Grammar = Rfc3986> {
    /// `IPv4address`.
    Ipv4(Ipv4Addr),
    /// `IPv6address`, in brackets.
    Ipv6(Ipv6Addr),
    /// `IPv6addrz` of [`Rfc6874`](crate::grammar::Rfc6874), in brackets: an address with a zone.
    Ipv6Zone {
        /// The address.
        address: Ipv6Addr,
        /// The `ZoneID`, percent-encoded as it is written, without the `%25` before it.
        zone: &'a str,
    },
    /// `IPvFuture`, in brackets.
    IpvFuture {
        /// The hexadecimal digits between `v` and `.`.
        version: &'a str,
        /// The characters after the `.`.
        address: &'a str,
    },
    /// `reg-name`, which may be empty.
    RegName(RegName<'a, G>),
    /// The text of an address that `core::net` cannot represent. RFC 3986 allows no such address, but an edited grammar
    /// may.
    Other(HostKind, &'a str),
}

impl<'a> Host<'a> {
    /// Parses a host as RFC 3986 defines it. An IP literal must be in brackets.
    ///
    /// # Errors
    ///
    /// If the rule does not match the text. The error names the byte offset of the first fault.
    ///
    /// ```
    /// use urigram::Host;
    ///
    /// assert_eq!(Host::parse("[::1]")?, Host::Ipv6("::1".parse().unwrap()));
    /// assert!(Host::parse("::1").is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Self::try_from(text)
    }
}

impl<'a, G: Grammar> TryFrom<&'a str> for Host<'a, G> {
    type Error = ParseError;

    fn try_from(text: &'a str) -> Result<Self, ParseError> {
        let components = G::components(Rule::host, text)?;
        Ok(Self::new(text, components.host_kind().unwrap_or(HostKind::RegName)))
    }
}

impl<'a, G: Grammar> Host<'a, G> {
    pub(crate) fn new(text: &'a str, kind: HostKind) -> Self {
        let literal = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        let typed = match kind {
            HostKind::Ipv4 => text.parse().ok().map(Self::Ipv4),
            // An IPv6 address without a zone contains no `%`.
            HostKind::Ipv6 => match literal.split_once("%25") {
                Some((address, zone)) => address.parse().ok().map(|address| Self::Ipv6Zone { address, zone }),
                None => literal.parse().ok().map(Self::Ipv6),
            },
            HostKind::IpvFuture => literal
                .get(1..)
                .and_then(|rest| rest.split_once('.'))
                .map(|(version, address)| Self::IpvFuture { version, address }),
            HostKind::RegName => Some(Self::RegName(RegName::new(text))),
        };
        typed.unwrap_or(Self::Other(kind, text))
    }
}

impl<G: Grammar> From<IpAddr> for Host<'_, G> {
    fn from(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::Ipv4(address),
            IpAddr::V6(address) => Self::Ipv6(address),
        }
    }
}

impl<G: Grammar> From<Ipv4Addr> for Host<'_, G> {
    fn from(address: Ipv4Addr) -> Self {
        Self::Ipv4(address)
    }
}

impl<G: Grammar> From<Ipv6Addr> for Host<'_, G> {
    fn from(address: Ipv6Addr) -> Self {
        Self::Ipv6(address)
    }
}

/// Writes an address in its canonical form, which may differ from the spelling in the reference. An IP literal is
/// written with its brackets.
impl<G: Grammar> fmt::Display for Host<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ipv4(address) => address.fmt(f),
            Self::Ipv6(address) => write!(f, "[{address}]"),
            Self::Ipv6Zone { address, zone } => write!(f, "[{address}%25{zone}]"),
            Self::IpvFuture { version, address } => write!(f, "[v{version}.{address}]"),
            Self::RegName(name) => name.fmt(f),
            Self::Other(_, text) => f.write_str(text),
        }
    }
}

/// Returns a name in the form in which the DNS looks it up (ToASCII with the length limits of RFC 5890); `None` if it has no
/// such form. The name may end with the dot of the root.
#[cfg(feature = "idna")]
pub(crate) fn dns_name(name: &str) -> Option<String> {
    // A label ends before any of these dots (UTS 46, section 2.3).
    let labels = name.strip_suffix(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).unwrap_or(name);
    let mut ascii = ::idna::domain_to_ascii_strict(labels).ok()?;
    if labels.len() < name.len() {
        ascii.push('.');
    }
    Some(ascii)
}
