//! Ports that a policy allows.

use alloc::string::ToString;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use super::error::PolicyError;
use super::list::List;

/// A port, or ports from a first to a last one, for [`Policy::ports`](super::Policy::ports).
///
/// ```
/// use urigram::policy::PortRange;
///
/// assert_eq!(PortRange::from(443).to_string(), "443");
/// assert_eq!("8000-8999".parse(), Ok(PortRange::from(8000..=8999)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PortRange {
    first: u16,
    last: u16,
}

impl PortRange {
    pub(super) const fn is_empty(self) -> bool {
        self.first > self.last
    }

    pub(super) const fn contains(self, port: u16) -> bool {
        self.first <= port && port <= self.last
    }

    /// Returns the port, if it is only one.
    #[cfg(feature = "serde")]
    pub(super) fn single(self) -> Option<u16> {
        (self.first == self.last).then_some(self.first)
    }
}

/// Returns the list of these ranges by their first ports, without those that are empty.
pub(super) fn list_of(ports: impl IntoIterator<Item = PortRange>) -> List<PortRange> {
    let ports = ports.into_iter().filter(|range| !range.is_empty());
    List::by_key(ports, |range| (range.first, range.last))
}

impl From<u16> for PortRange {
    fn from(port: u16) -> Self {
        Self { first: port, last: port }
    }
}

/// A range that ends before it begins has no port.
impl From<RangeInclusive<u16>> for PortRange {
    fn from(ports: RangeInclusive<u16>) -> Self {
        Self { first: *ports.start(), last: *ports.end() }
    }
}

impl fmt::Display for PortRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last } = self;
        if first == last { write!(f, "{first}") } else { write!(f, "{first}-{last}") }
    }
}

impl FromStr for PortRange {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number =
            |digits: &str| digits.parse().ok().filter(|_| digits.bytes().all(|digit| digit.is_ascii_digit()));
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(PolicyError::Ports(text.to_string())),
        }
    }
}
