//! The standard traits of decoded data, all of which compare or show the data.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::percent::Decoded;

/// Shows the text, with U+FFFD for octets that are not UTF-8.
impl fmt::Display for Decoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_string_lossy())
    }
}

impl fmt::Debug for Decoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Decoded").field(&self.to_string_lossy()).finish()
    }
}

impl PartialEq for Decoded<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl Eq for Decoded<'_> {}

impl PartialOrd for Decoded<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decoded<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl Hash for Decoded<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes().for_each(|byte| state.write_u8(byte));
        // As for `str`, so that two adjacent values are not confused with two others.
        state.write_u8(0xFF);
    }
}

impl PartialEq<[u8]> for Decoded<'_> {
    fn eq(&self, other: &[u8]) -> bool {
        let left = self.chunks().try_fold(other, |left, chunk| left.strip_prefix(chunk));
        left.is_some_and(<[u8]>::is_empty)
    }
}

impl PartialEq<str> for Decoded<'_> {
    fn eq(&self, other: &str) -> bool {
        self == other.as_bytes()
    }
}

impl PartialEq<&str> for Decoded<'_> {
    fn eq(&self, other: &&str) -> bool {
        self == other.as_bytes()
    }
}
