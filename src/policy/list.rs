//! The lists of a policy, and how messages show them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use super::error::PolicyError;
use crate::grammar::{Grammar, Rfc3986, Rule};

/// The number of entries that a message shows.
const SHOWN: usize = 4;

/// A sorted list without duplicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List<T>(Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Ord> List<T> {
    pub(super) fn new(entries: impl IntoIterator<Item = T>) -> Self {
        let mut entries: Vec<T> = entries.into_iter().collect();
        entries.sort_unstable();
        entries.dedup();
        Self(entries)
    }

    pub(super) fn insert(&mut self, entry: T) {
        if let Err(at) = self.0.binary_search(&entry) {
            self.0.insert(at, entry);
        }
    }

    /// Inserts all entries and sorts once, which is faster than inserting them one by one.
    #[cfg(feature = "serde")]
    pub(super) fn extend(&mut self, entries: impl IntoIterator<Item = T>) {
        let own = core::mem::take(&mut self.0);
        *self = Self::new(own.into_iter().chain(entries));
    }
}

impl<T: PartialEq> List<T> {
    /// Returns the list of entries that are not `Ord`, sorted by their keys. Entries with the same key must be equal.
    pub(super) fn by_key<K: Ord>(entries: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Self {
        let mut entries: Vec<T> = entries.into_iter().collect();
        entries.sort_unstable_by_key(key);
        entries.dedup();
        Self(entries)
    }
}

impl<T> List<T> {
    /// Returns the list of these entries, which must be sorted and unique.
    pub(super) fn of_sorted(entries: impl IntoIterator<Item = T>) -> Self {
        Self(entries.into_iter().collect())
    }

    pub(super) fn entries(&self) -> &[T] {
        &self.0
    }
}

/// Shows only the first entries, and the number of the others.
impl<T: fmt::Display> fmt::Display for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        // Show a single remaining entry instead of `1 more`.
        let shown = if self.0.len() == SHOWN + 1 { SHOWN + 1 } else { SHOWN };
        for (index, entry) in self.0.iter().take(shown).enumerate() {
            write!(f, "{}{entry}", if index > 0 { ", " } else { "" })?;
        }
        match self.0.len().saturating_sub(shown) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// A port or a range of ports, for [`Policy::ports`](super::Policy::ports).
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

    /// Returns the port, if the range has only one.
    #[cfg(feature = "serde")]
    pub(super) fn single(self) -> Option<u16> {
        (self.first == self.last).then_some(self.first)
    }
}

/// Returns the list of the ranges that are not empty, sorted by their first ports.
pub(super) fn list_of(ports: impl IntoIterator<Item = PortRange>) -> List<PortRange> {
    let ports = ports.into_iter().filter(|range| !range.is_empty());
    List::by_key(ports, |range| (range.first, range.last))
}

impl From<u16> for PortRange {
    fn from(port: u16) -> Self {
        Self { first: port, last: port }
    }
}

/// Accepts an empty range, which ends before it begins.
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

/// A scheme in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scheme(String);

impl Scheme {
    #[cfg(feature = "serde")]
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
    }
}

impl FromStr for Scheme {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        match Rfc3986::components(Rule::scheme, text) {
            Ok(_) => Ok(Self(text.to_ascii_lowercase())),
            Err(_) => Err(PolicyError::Scheme(text.to_string())),
        }
    }
}

impl List<Scheme> {
    /// Returns whether the scheme is in the list, ignoring case.
    pub(super) fn allow(&self, scheme: &str) -> bool {
        let order = |own: &Scheme| own.0.bytes().cmp(scheme.bytes().map(|byte| byte.to_ascii_lowercase()));
        self.entries().binary_search_by(order).is_ok()
    }
}
