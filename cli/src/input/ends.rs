//! The ends of texts in a block.

use wide::u8x16;

const LANES: usize = 16;
const WORD: usize = u64::BITS as usize;

/// The offsets of a byte, found 64 bytes at a time. `memchr` is made for longer texts than most lines are: its search
/// for the next line end costs half as much as the check of the line.
pub(super) struct Ends<'a> {
    bytes: &'a [u8],
    byte: u8,
    /// The offset after the bytes of `word`.
    searched: usize,
    /// A bit for each of the 64 bytes before `searched`, set where the byte is and has not been returned.
    word: u64,
}

impl<'a> Ends<'a> {
    pub(super) fn new(byte: u8, bytes: &'a [u8]) -> Self {
        Self { bytes, byte, searched: 0, word: 0 }
    }
}

impl Iterator for Ends<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            let rest = self.bytes.get(self.searched..).filter(|rest| !rest.is_empty())?;
            self.word = match rest.first_chunk() {
                Some(chunk) => word(self.byte, chunk),
                None => {
                    let mut last = [!self.byte; WORD];
                    last[..rest.len()].copy_from_slice(rest);
                    word(self.byte, &last)
                }
            };
            self.searched += WORD;
        }
        let at = self.searched - WORD + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(at)
    }
}

/// Returns a bit for each byte that is this one.
#[inline]
fn word(byte: u8, bytes: &[u8; WORD]) -> u64 {
    let byte = u8x16::splat(byte);
    bytes
        .as_chunks::<LANES>()
        .0
        .iter()
        .rev()
        .fold(0, |word, lanes| word << LANES | u8x16::new(*lanes).cmp_eq(byte).move_mask() as u64)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    fn are_those_of_each_byte(#[values(b'\n', b'\0', b'\xFF')] end: u8) {
        let mut text = Vec::new();
        for length in 0..300 {
            let ends: Vec<_> = (0..length).filter(|&at| text[at] == end).collect();
            assert!(Ends::new(end, &text).eq(ends), "{text:?}");
            // Ends lie beside each other, far from each other, and at each place of a word.
            text.push(if length % 5 == 0 || length % 67 > 60 { end } else { !end });
        }
        let far = [vec![b'a'; 1000], vec![end], vec![b'a'; 1000]].concat();
        assert!(Ends::new(end, &far).eq([1000]));
    }
}
