//! `java.net.URLEncoder` and `java.net.URLDecoder` of JDK 17, with UTF-8: `application/x-www-form-urlencoded`.

use std::borrow::Cow;

/// Returns the text with everything percent-encoded but ASCII letters, digits, `-`, `.`, `_` and `*`; a space is `+`.
pub(super) fn encoded(text: &str) -> Cow<'_, str> {
    let length = encoded_length(text);
    if length == text.len() && !text.contains(' ') {
        return Cow::Borrowed(text);
    }
    let mut encoded = String::with_capacity(length);
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            byte if stays(byte) => encoded.push(char::from(byte)),
            _ => {
                encoded.push('%');
                for digit in [byte >> 4, byte & 15] {
                    encoded.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
                }
            }
        }
    }
    Cow::Owned(encoded)
}

/// Returns how long the text is when it is encoded.
pub(super) fn encoded_length(text: &str) -> usize {
    text.len() + 2 * text.bytes().filter(|&byte| !stays(byte) && byte != b' ').count()
}

const fn stays(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'*')
}

/// Returns the text with `+` as a space and what is percent-encoded decoded; bytes that are not UTF-8 are replaced by
/// U+FFFD.
///
/// # Errors
///
/// The place of a `%` that Java does not take for the beginning of a byte. It takes a sign for the first digit, such as
/// `%+f`, which this function does too, and digits beyond ASCII, which it does not.
pub(super) fn decoded(text: &str) -> Result<Cow<'_, str>, usize> {
    if !text.contains(['%', '+']) {
        return Ok(Cow::Borrowed(text));
    }
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        let (byte, after) = match (byte, after) {
            (b'+', _) => (b' ', after),
            (b'%', [first, second, after @ ..]) => {
                (byte_of(*first, *second).ok_or(text.len() - rest.len())?, after)
            }
            (b'%', _) => return Err(text.len() - rest.len()),
            (byte, _) => (*byte, after),
        };
        decoded.push(byte);
        rest = after;
    }
    Ok(Cow::Owned(utf8(&decoded)))
}

/// Returns the number that `Integer.parseInt` finds, unless it is negative.
fn byte_of(first: u8, second: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    match (first, digit(second)?) {
        (b'+', second) | (b'-', second @ 0) => Some(second),
        (first, second) => Some(digit(first)? << 4 | second),
    }
}

/// Decodes UTF-8 as Java does: as Rust does, except that the bytes of a surrogate are replaced by one character.
fn utf8(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    // How many bytes after a surrogate's first have been read, if nothing else has.
    let mut surrogate = None;
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_empty() {
            text.push_str(chunk.valid());
            surrogate = None;
        }
        surrogate = match (chunk.invalid(), surrogate) {
            ([], _) => None,
            ([0xA0..=0xBF], Some(0)) => Some(1),
            ([0x80..=0xBF], Some(1)) => None,
            (invalid, _) => {
                text.push(char::REPLACEMENT_CHARACTER);
                (invalid == [0xED]).then_some(0)
            }
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{decoded, encoded, encoded_length};

    /// As `URLEncoder.encode` answers.
    #[rstest]
    #[case::nothing("", "")]
    #[case::kept("aZ09-._*", "aZ09-._*")]
    #[case::space("a b", "a+b")]
    #[case::reserved("/?#[]@!$&'()+,;=:", "%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2B%2C%3B%3D%3A")]
    #[case::tilde("~", "%7E")]
    #[case::percent("%41", "%2541")]
    #[case::control("\0\n\u{7f}", "%00%0A%7F")]
    #[case::beyond_ascii("\u{e9}\u{1f600}", "%C3%A9%F0%9F%98%80")]
    fn as_url_encoder(#[case] text: &str, #[case] java: &str) {
        assert_eq!(encoded(text), java);
        assert_eq!(encoded_length(text), java.len());
    }

    /// As `URLDecoder.decode` answers.
    #[rstest]
    #[case::nothing("", "")]
    #[case::plain("a~/\u{e9}", "a~/\u{e9}")]
    #[case::plus("a+b", "a b")]
    #[case::either_case("%c3%A9", "\u{e9}")]
    #[case::sign("%+f%-0", "\u{f}\0")]
    #[case::no_utf8("%FF%80", "\u{fffd}\u{fffd}")]
    #[case::cut_off("%E4%B8a%F0%9F%98", "\u{fffd}a\u{fffd}")]
    #[case::too_long("%C0%80%E0%80%80", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}")]
    #[case::surrogate("%ED%A0%80", "\u{fffd}")]
    #[case::pair("%ED%A0%80%ED%B0%80", "\u{fffd}\u{fffd}")]
    #[case::half_a_surrogate("%ED%A0a%ED%A0", "\u{fffd}a\u{fffd}")]
    fn as_url_decoder(#[case] text: &str, #[case] java: &str) {
        assert_eq!(decoded(text).as_deref(), Ok(java));
    }

    #[rstest]
    #[case::at_the_end("ab%", 2)]
    #[case::one_digit("%41%4", 3)]
    #[case::no_digits("+%zz", 1)]
    #[case::negative("%-1", 0)]
    #[case::beyond_ascii("%4\u{e9}", 0)]
    fn not_decoded(#[case] text: &str, #[case] at: usize) {
        assert_eq!(decoded(text), Err(at));
    }
}
