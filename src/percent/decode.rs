//! Percent-decoding: from text to data.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets in the text and in the data, which are shorter, and at most eight more"
)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::FusedIterator;

use super::digits::{encoded_octet, octet, without_digits};
use super::error::DecodeError;
use crate::bytes::{before_any, first_of};

/// The data in a component, or in a part of a component between two delimiters (section 2.4).
///
/// Returned by the `decode` of a component, such as [`Segment::decode`](crate::Segment::decode), and for the
/// keys and values of a [query](crate::Query::pairs). Decoding is lazy: each method decodes when it is
/// called, in linear time. The result is borrowed if there is nothing to decode.
///
/// ```
/// use std::borrow::Cow;
/// use urigram::Fragment;
///
/// let decoded = Fragment::parse("%E3%82%A2%20a")?.decode();
/// assert_eq!(decoded.to_str()?, "ア a");
/// assert_eq!(decoded, "ア a");
/// assert_eq!(decoded.to_bytes(), "ア a".as_bytes());
///
/// assert!(matches!(Fragment::parse("a-b")?.decode().to_str()?, Cow::Borrowed("a-b")));
/// # Ok::<(), urigram::Error>(())
/// ```
///
/// `==`, `Hash` and `Ord` compare the data, regardless of their encoding.
// INVARIANT: in text of RFC 3986 each `%` is followed by two digits. An edited grammar may accept other `%`,
// which are data.
#[derive(Clone, Copy)]
pub struct Decoded<'a> {
    pub(super) text: &'a str,
    /// `+` in a form, where it is decoded as a space. Otherwise `%`, so that the same search for two bytes
    /// serves both formats.
    pub(super) space: u8,
}

/// Decodes text that is not known to belong to a component. For a component, use its `decode`.
///
/// Accepts every character except a `%` without two digits, and treats no character as a delimiter.
/// Linear in the length.
///
/// # Errors
///
/// If two hexadecimal digits do not follow a `%`.
///
/// ```
/// use urigram::percent;
///
/// assert_eq!(percent::decode("100%25 é")?.to_str()?, "100% é");
/// assert_eq!(percent::decode("100%").unwrap_err().offset(), 3);
/// assert_eq!(percent::decode("%4z").unwrap_err().offset(), 0);
/// # Ok::<(), percent::DecodeError>(())
/// ```
pub fn decode(text: &str) -> Result<Decoded<'_>, DecodeError> {
    complete(text).map(|()| Decoded::new(text))
}

/// Like [`decode`], for a key or a value in `application/x-www-form-urlencoded`: a `+` is a space. This is
/// how the pairs of a [query](crate::Query::form_pairs) are decoded.
///
/// # Errors
///
/// If two hexadecimal digits do not follow a `%`.
///
/// ```
/// use urigram::percent;
///
/// assert_eq!(percent::decode_form("1+%2B+1")?.to_str()?, "1 + 1");
/// # Ok::<(), percent::DecodeError>(())
/// ```
pub fn decode_form(text: &str) -> Result<Decoded<'_>, DecodeError> {
    complete(text).map(|()| Decoded::form(text))
}

/// Like [`decode`], but a `%` without two hexadecimal digits stands for itself, as browsers read it. Never fails.
///
/// ```
/// use urigram::percent;
///
/// assert_eq!(percent::decode_lenient("100% %41%4z%").to_str()?, "100% A%4z%");
/// # Ok::<(), percent::DecodeError>(())
/// ```
pub const fn decode_lenient(text: &str) -> Decoded<'_> {
    Decoded::new(text)
}

/// Like [`decode_form`], but a `%` without two hexadecimal digits stands for itself. Never fails.
///
/// ```
/// use urigram::percent;
///
/// assert_eq!(percent::decode_form_lenient("100%+%2B").to_str()?, "100% +");
/// # Ok::<(), percent::DecodeError>(())
/// ```
pub const fn decode_form_lenient(text: &str) -> Decoded<'_> {
    Decoded::form(text)
}

/// Returns an error unless each `%` is followed by two digits.
fn complete(text: &str) -> Result<(), DecodeError> {
    match without_digits(text.as_bytes()) {
        None => Ok(()),
        Some(offset) => Err(DecodeError::Digits { offset }),
    }
}

impl<'a> Decoded<'a> {
    #[inline]
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, space: b'%' }
    }

    /// For `application/x-www-form-urlencoded`, where `+` is a space.
    #[inline]
    pub(crate) const fn form(text: &'a str) -> Self {
        Self { text, space: b'+' }
    }

    /// Returns the encoded text.
    ///
    /// ```
    /// # use urigram::Segment;
    /// assert_eq!(Segment::parse("a%2fb")?.decode().as_encoded(), "a%2fb");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub const fn as_encoded(&self) -> &'a str {
        self.text
    }

    /// Returns the octets; borrowed if nothing is encoded.
    ///
    /// ```
    /// # use urigram::Segment;
    /// assert_eq!(*Segment::parse("%FF%00")?.decode().to_bytes(), [0xFF, 0]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        if self.is_text() { Cow::Borrowed(self.text.as_bytes()) } else { Cow::Owned(self.octets()) }
    }

    /// Returns the octets as text (UTF-8, section 2.5); borrowed if nothing is encoded.
    ///
    /// # Errors
    ///
    /// If the octets are not UTF-8. The error has their offset in the encoded text.
    ///
    /// ```
    /// # use urigram::Segment;
    /// assert_eq!(Segment::parse("%C3%80")?.decode().to_str().unwrap(), "À");
    /// assert_eq!(Segment::parse("a%20%C3")?.decode().to_str().unwrap_err().offset(), 4);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_str(&self) -> Result<Cow<'a, str>, DecodeError> {
        if self.is_text() {
            return Ok(Cow::Borrowed(self.text));
        }
        match String::from_utf8(self.octets()) {
            Ok(text) => Ok(Cow::Owned(text)),
            Err(error) => {
                let offset = self.offset_of(error.utf8_error().valid_up_to());
                Err(DecodeError::NotUtf8 { offset })
            }
        }
    }

    /// Returns the text, with U+FFFD for octets that are not UTF-8, as in [`String::from_utf8_lossy`];
    /// borrowed if nothing is encoded.
    ///
    /// ```
    /// # use urigram::Segment;
    /// assert_eq!(Segment::parse("a%FFb")?.decode().to_string_lossy(), "a\u{FFFD}b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_string_lossy(&self) -> Cow<'a, str> {
        if self.is_text() {
            return Cow::Borrowed(self.text);
        }
        Cow::Owned(
            String::from_utf8(self.octets())
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        )
    }

    /// Returns an iterator over the octets in slices, without allocation.
    ///
    /// ```
    /// # use urigram::Segment;
    /// let decoded = Segment::parse("ab%2F%20c")?.decode();
    /// assert_eq!(decoded.chunks().collect::<Vec<_>>(), [&b"ab"[..], b"/", b" ", b"c"]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn chunks(&self) -> impl FusedIterator<Item = &'a [u8]> + Clone + use<'a> {
        self.chunks_with_offsets().map(|chunk| chunk.data)
    }
}

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
        // Terminated as `str` is, so that `("ab", "c")` and `("a", "bc")` have different hashes.
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

// The decoding loop, which searches and copies unencoded bytes eight at a time.

impl<'a> Decoded<'a> {
    pub(super) fn chunks_with_offsets(&self) -> Chunks<'a> {
        Chunks { whole: *self, start: 0 }
    }

    pub(super) fn bytes(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.chunks().flatten().copied()
    }

    /// Returns whether nothing is encoded, so that the data are the text.
    #[inline]
    pub(super) fn is_text(&self) -> bool {
        first_of(self.text.as_bytes(), [b'%', self.space]).is_none()
    }

    /// Returns the octets.
    pub(super) fn octets(&self) -> Vec<u8> {
        if self.space == b'+' { self.octets_of::<b'+'>() } else { self.octets_of::<b'%'>() }
    }

    fn octets_of<const SPACE: u8>(&self) -> Vec<u8> {
        let text = self.text.as_bytes();
        // Eight bytes are written at once, even if fewer are needed, so the last write may exceed the
        // data.
        let mut bytes = vec![0; text.len() + 8];
        let (mut at, mut len) = (0, 0);
        while let Some(rest @ &[byte, ..]) = text.get(at..) {
            if let Some(octet) = encoded_octet(rest) {
                put(&mut bytes, len, &[octet]);
                (at, len) = (at + 3, len + 1);
                continue;
            }
            let run = if byte == b'+' && SPACE == b'+' {
                put(&mut bytes, len, b" ");
                1
            } else if let Some(eight) = rest.first_chunk::<8>() {
                put(&mut bytes, len, eight);
                // Compare and branch if a `%` or space is nearby. An offset computed from the number of bytes before
                // it would delay the next step, but a predicted branch does not.
                match eight {
                    [_, b'%', ..] => 1,
                    [_, other, b'%', ..] if *other != SPACE => 2,
                    _ if before_any(eight, [b'%', SPACE]) == 8 => 8,
                    // A `%` without two digits is data.
                    [_, rest @ ..] => {
                        1 + rest.iter().take_while(|&&byte| byte != b'%' && byte != SPACE).count()
                    }
                }
            } else {
                put(&mut bytes, len, &[byte]);
                1
            };
            (at, len) = (at + run, len + run);
        }
        bytes.truncate(len);
        bytes
    }

    /// Returns the offset in the text of the octet with this index.
    pub(crate) fn offset_of(&self, octet: usize) -> usize {
        let mut before = 0;
        for chunk in self.chunks_with_offsets() {
            if octet < before + chunk.data.len() {
                return chunk.start + octet - before;
            }
            before += chunk.data.len();
        }
        self.text.len()
    }
}

#[inline]
fn put<const N: usize>(bytes: &mut [u8], at: usize, source: &[u8; N]) {
    if let Some(target) = bytes.get_mut(at..at + N) {
        target.copy_from_slice(source);
    }
}

/// A run of unencoded bytes, or one decoded octet.
pub(super) struct Chunk<'a> {
    pub(super) data: &'a [u8],
    /// The offset in the encoded text.
    start: usize,
}

#[derive(Clone)]
pub(super) struct Chunks<'a> {
    whole: Decoded<'a>,
    start: usize,
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        let start = self.start;
        let rest = self.whole.text.as_bytes().get(start..)?;
        let &byte = rest.first()?;
        let (data, written): (&[u8], _) = if let Some(decoded) = encoded_octet(rest) {
            (octet(decoded), 3)
        } else if byte == self.whole.space {
            (if byte == b'+' { b" " } else { b"%" }, 1)
        } else {
            let run = first_of(rest, [b'%', self.whole.space]).unwrap_or(rest.len()).max(1);
            (rest.get(..run)?, run)
        };
        self.start += written;
        Some(Chunk { data, start })
    }
}

impl FusedIterator for Chunks<'_> {}
