//! Section 2.1, transcribed literally: percent-decoding, one octet after the other.

/// An octet, and where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Octet {
    pub(crate) value: u8,
    pub(crate) offset: usize,
}

/// Returns the octets of a text, in which `+` may be a space, as in forms; the offset of the first `%` that two
/// hexadecimal digits do not follow, if there is one.
pub(crate) fn decode(text: &str, plus_is_space: bool) -> Result<Vec<Octet>, usize> {
    let (bytes, mut offset, mut octets) = (text.as_bytes(), 0, Vec::new());
    while offset < bytes.len() {
        let (value, length) = match bytes[offset] {
            b'%' => (triplet(&bytes[offset..]).ok_or(offset)?, 3),
            b'+' if plus_is_space => (b' ', 1),
            other => (other, 1),
        };
        octets.push(Octet { value, offset });
        offset += length;
    }
    Ok(octets)
}

fn triplet(bytes: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    u8::try_from(digit(1)? * 16 + digit(2)?).ok()
}
