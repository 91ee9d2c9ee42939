//! Input as bytes that may not be UTF-8.

use std::fmt;

use serde::{Serialize, Serializer};

/// The number of bytes that are written at once: each write is searched for characters to escape.
const BLOCK: usize = 4096;

/// Bytes as text, with U+FFFD for what is not UTF-8. Written in pieces, because it can be very long.
pub(super) struct Lossy<'a>(pub(super) &'a [u8]);

impl fmt::Display for Lossy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut block = String::with_capacity(BLOCK);
        for chunk in self.0.utf8_chunks() {
            let instead = if chunk.invalid().is_empty() { "" } else { "\u{FFFD}" };
            for piece in [chunk.valid(), instead] {
                if block.len() + piece.len() > BLOCK {
                    f.write_str(&block)?;
                    block.clear();
                }
                if piece.len() > BLOCK { f.write_str(piece)? } else { block.push_str(piece) }
            }
        }
        f.write_str(&block)
    }
}

/// Bytes as two hexadecimal digits each.
pub(super) struct Hex<'a>(pub(super) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        self.0.chunks(BLOCK / 2).try_for_each(|bytes| {
            let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            f.write_str(&digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect::<String>())
        })
    }
}

impl Serialize for Lossy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match str::from_utf8(self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.collect_str(self),
        }
    }
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    fn pieces_make_the_whole(
        #[values(0, 1, BLOCK / 2, BLOCK, 3 * BLOCK)] text: usize,
        #[values(0, 1, BLOCK / 2 + 1, 3 * BLOCK)] other: usize,
    ) {
        let bytes = [&vec![b'a'; text][..], &vec![0xFF; other], "é".as_bytes(), &vec![b'b'; text]].concat();
        assert_eq!(Lossy(&bytes).to_string(), String::from_utf8_lossy(&bytes));
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(Hex(&bytes).to_string(), hex);
    }
}
