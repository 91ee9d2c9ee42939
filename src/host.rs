//! The host (section 3.2.2), as the alternative of the rule that matched.

use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

use crate::component::RegName;
use crate::components::HostKind;
use crate::grammar::Rfc3986;

/// A host (section 3.2.2): an IP literal, an IPv4 address or a registered name, first match wins.
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
pub enum Host<'a, G = Rfc3986> {
    /// `IPv4address`.
    Ipv4(Ipv4Addr),
    /// `IPv6address`, in brackets.
    Ipv6(Ipv6Addr),
    /// `IPvFuture`, in brackets.
    IpvFuture {
        /// The hexadecimal digits between `v` and `.`.
        version: &'a str,
        /// What follows the `.`.
        address: &'a str,
    },
    /// `reg-name`, which may be empty.
    RegName(RegName<'a, G>),
}

impl<'a, G> Host<'a, G> {
    pub(crate) fn new(text: &'a str, kind: HostKind) -> Self {
        let literal = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        let typed = match kind {
            HostKind::Ipv4 => text.parse().ok().map(Self::Ipv4),
            HostKind::Ipv6 => literal.parse().ok().map(Self::Ipv6),
            HostKind::IpvFuture => literal
                .get(1..)
                .and_then(|rest| rest.split_once('.'))
                .map(|(version, address)| Self::IpvFuture { version, address }),
            HostKind::RegName => None,
        };
        // Every address of RFC 3986 is one for `core::net`; an edited grammar may allow others, and
        // then the text is all that can be told.
        typed.unwrap_or(Self::RegName(RegName::new(text)))
    }
}

/// Writes an address in its usual form, which may differ from how the reference spells it.
impl<G> fmt::Display for Host<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ipv4(address) => address.fmt(f),
            Self::Ipv6(address) => write!(f, "[{address}]"),
            Self::IpvFuture { version, address } => write!(f, "[v{version}.{address}]"),
            Self::RegName(name) => name.fmt(f),
        }
    }
}
