//! A fast hash for small integer keys that no attacker chooses.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The standard map with the fast hash.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// 2^64 divided by the golden ratio: multiplying by it spreads neighbouring keys.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

#[derive(Default, Clone, Copy)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        // The map takes its buckets from the low bits, and the product is best in the high ones.
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(SPREAD);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
