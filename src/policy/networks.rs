//! Networks that a policy allows or refuses (RFC 4632, section 3.1; RFC 4291, section 2.3).

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::str::FromStr;

use super::error::PolicyError;
use crate::validate::{is_metadata, is_special, v4_inside};

/// A network: all addresses with the same prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    fn new(address: IpAddr, prefix: u8) -> Self {
        let address = match address {
            IpAddr::V4(address) => {
                let rest = u32::MAX.checked_shr(prefix.into()).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & !rest))
            }
            IpAddr::V6(address) => {
                let rest = u128::MAX.checked_shr(prefix.into()).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !rest))
            }
        };
        Self { address, prefix }
    }

    /// Converts a network of IPv4-mapped addresses (RFC 4291, section 2.5.5.2) to the IPv4 network. Returns any other network
    /// unchanged.
    fn unmapped(self) -> Self {
        match (self.address.to_canonical(), self.prefix.checked_sub(96)) {
            (address @ IpAddr::V4(_), Some(prefix)) if self.address.is_ipv6() => Self { address, prefix },
            _ => self,
        }
    }
}

/// Returns the number of bits of the address.
const fn bits(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

impl FromStr for Network {
    type Err = PolicyError;

    /// Parses a network. An address without the length of a prefix is a network of one address.
    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let wrong = || PolicyError::Network(text.to_string());
        let (address, prefix) =
            text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let bits = bits(address);
        let prefix = match prefix {
            None => bits,
            Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                digits.parse().ok().filter(|prefix| *prefix <= bits).ok_or_else(wrong)?
            }
            Some(_) => return Err(wrong()),
        };
        let network = Self::new(address, prefix);
        if network.address == address {
            Ok(network.unmapped())
        } else {
            Err(PolicyError::NetworkBits { written: text.to_string(), network: network.to_string() })
        }
    }
}

/// The networks that a policy allows or refuses. If several contain an address, the longest prefix decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Networks {
    /// Whether each network is allowed.
    are_allowed: BTreeMap<Network, bool>,
}

impl Networks {
    /// Allows or refuses a network, and replaces its earlier entry.
    pub(super) fn set(&mut self, network: Network, is_allowed: bool) {
        self.are_allowed.insert(network, is_allowed);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.are_allowed.is_empty()
    }

    /// Returns the allowed or the refused networks.
    #[cfg(feature = "serde")]
    pub(super) fn entries(&self, allowed: bool) -> impl Iterator<Item = Network> {
        self.are_allowed
            .iter()
            .filter(move |(_, is_allowed)| **is_allowed == allowed)
            .map(|(network, _)| *network)
    }

    /// Returns the network with the longest prefix that matches the address. Takes one look-up for each prefix length,
    /// regardless of the number of networks.
    fn longest_match(&self, address: IpAddr) -> Option<(&Network, bool)> {
        if self.is_empty() {
            return None;
        }
        let network = |prefix| self.are_allowed.get_key_value(&Network::new(address, prefix));
        let (network, is_allowed) = (0..=bits(address)).rev().find_map(network)?;
        Some((network, *is_allowed))
    }

    /// Returns a refused network that contains the address or the IPv4 address inside it, and the address of these two that
    /// it contains.
    pub(super) fn refused(&self, address: IpAddr) -> Option<(IpAddr, &Network)> {
        let refused = |address| match self.longest_match(address) {
            Some((network, false)) => Some((address, network)),
            _ => None,
        };
        addresses(address).find_map(refused).or_else(|| {
            // An IPv4 network is more specific than every IPv6 network around the addresses mapped from it.
            let is_decided = self.longest_match(address.to_canonical()).is_some();
            if is_decided { None } else { refused(address) }
        })
    }

    /// Returns whether the address, and the IPv4 address inside it, are global or in an allowed network.
    pub(super) fn permit(&self, address: IpAddr) -> bool {
        addresses(address).all(|address| !is_special(address) || self.allow(address))
    }

    /// Returns whether the address of a host is global or in an allowed network. Unlike for [`permit`](Self::permit), an
    /// IPv4-mapped IPv6 address is never global.
    pub(super) fn permit_host(&self, address: IpAddr) -> bool {
        let is_mapped = address.to_canonical() != address;
        self.permit(address) && (!is_mapped || self.allow(address.to_canonical()))
    }

    fn allow(&self, address: IpAddr) -> bool {
        matches!(self.longest_match(address), Some((_, true)))
    }
}

/// Returns whether the address, or the IPv4 address inside it, belongs to a metadata service.
pub(super) fn has_metadata(address: IpAddr) -> bool {
    addresses(address).any(is_metadata)
}

/// Returns the address and the IPv4 address inside it. For an IPv4-mapped address (RFC 4291, section 2.5.5.2), returns only
/// the IPv4 address, because a connection goes there.
fn addresses(address: IpAddr) -> impl Iterator<Item = IpAddr> {
    let address = address.to_canonical();
    let inside = match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => v4_inside(address),
    };
    [Some(address), inside.map(IpAddr::V4)].into_iter().flatten()
}
