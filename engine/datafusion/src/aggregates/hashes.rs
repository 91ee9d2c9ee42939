//! Sets of hashes, as the state of an aggregate.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use datafusion::common::{Result, exec_err};
use siphasher::sip128::{Hasher128, SipHasher13};

/// The hashes of distinct texts: 19 to 39 bytes for each, since the table is doubled when 7/8 of its places are taken, and
/// half as much again while it grows.
///
/// Two texts of a set of n have the same hash with a probability below n² / 2¹²⁹: 1.5 · 10⁻¹⁵ for a trillion.
#[derive(Debug, Default)]
pub(super) struct Hashes(HashSet<u128, BuildHasherDefault<AsItIs>>);

impl Hashes {
    pub(super) fn insert(&mut self, text: &str) {
        let mut hasher = SipHasher13::new();
        hasher.write(text.as_bytes());
        self.0.insert(hasher.finish128().as_u128());
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the hashes, 16 bytes each.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|hash| hash.to_le_bytes()).collect()
    }

    /// Adds the hashes that [`to_bytes`](Self::to_bytes) returned.
    pub(super) fn extend(&mut self, bytes: &[u8]) -> Result<()> {
        let (hashes, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return exec_err!(
                "the state of uri_count_distinct has {} bytes, not a multiple of 16",
                bytes.len()
            );
        }
        self.0.extend(hashes.iter().map(|&hash| u128::from_le_bytes(hash)));
        Ok(())
    }

    /// Returns the number of bytes on the heap.
    pub(super) fn size(&self) -> usize {
        // A control byte stands beside each slot of the table.
        self.0.capacity() * (size_of::<u128>() + 1) * 8 / 7
    }
}

/// Hashes what is a hash already.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = (hash >> 64) as u64;
    }
}
