//! A list of what a policy allows, as messages show it.

use alloc::vec::Vec;
use core::fmt;

/// How many entries a message shows.
const SHOWN: usize = 4;

/// A sorted list without repetitions.
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

    /// Inserts all entries, which takes less than to insert each.
    #[cfg(feature = "serde")]
    pub(super) fn extend(&mut self, entries: impl IntoIterator<Item = T>) {
        let own = core::mem::take(&mut self.0);
        *self = Self::new(own.into_iter().chain(entries));
    }
}

impl<T: PartialEq> List<T> {
    /// For entries without an order of their own. Those with the same key are equal.
    pub(super) fn by_key<K: Ord>(entries: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Self {
        let mut entries: Vec<T> = entries.into_iter().collect();
        entries.sort_unstable_by_key(key);
        entries.dedup();
        Self(entries)
    }
}

impl<T> List<T> {
    /// For entries that are in order, and each once.
    pub(super) fn of_sorted(entries: impl IntoIterator<Item = T>) -> Self {
        Self(entries.into_iter().collect())
    }

    pub(super) fn entries(&self) -> &[T] {
        &self.0
    }
}

/// The first few entries.
impl<T: fmt::Display> fmt::Display for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        // The last one is shown rather than counted.
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
