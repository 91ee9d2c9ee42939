//! From text to the data in it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::FusedIterator;

use crate::percent::digits::{encoded_octet, octet};
use crate::search::either;

/// The data in a component, or in a part of one that stands between delimiters (section 2.4).
///
/// A component gives it by its `decode`, such as [`Segment::decode`](crate::Segment::decode), and a
/// [query](crate::Query::pairs) by its pairs. Nothing is decoded before it is asked for; what has nothing to
/// decode is borrowed, for as long as the component lives. Whatever it is asked for takes linear time.
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
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `==`, `Hash` and `Ord` are of the data, however they are encoded.
// INVARIANT: in text of RFC 3986 each `%` has two digits. An edited grammar may have others, which are data.
#[derive(Clone, Copy)]
pub struct Decoded<'a> {
    text: &'a str,
    /// What is a space besides `%20`: `+` in a form, or else `%`, as which it is looked for in any case.
    space: u8,
}

/// Text that cannot be decoded, or not to text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A `%` that two hexadecimal digits do not follow (section 2.1).
    #[error("two hexadecimal digits do not follow the `%` at byte {offset}; as itself it is written `%25`")]
    Digits {
        /// Where the `%` is: bytes from the start of the text.
        offset: usize,
    },
    /// Octets that are not UTF-8 (section 2.5).
    #[error("what is percent-encoded at byte {offset} is not UTF-8")]
    NotUtf8 {
        /// Where they begin: bytes from the start of the text that is percent-encoded.
        offset: usize,
    },
}

impl DecodeError {
    /// Where the fault lies: bytes from the start of the text that is percent-encoded.
    pub const fn offset(&self) -> usize {
        match *self {
            Self::Digits { offset } | Self::NotUtf8 { offset } => offset,
        }
    }
}

/// Decodes text that is not known to be of any component. Where there is a component, it has a `decode`.
///
/// All characters are taken but a `%` without its digits, and none for a delimiter. Linear in the length.
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
    let bare = |piece: &Piece<'_>| piece.written == 1 && piece.data == b"%";
    match Decoded::new(text).pieces().find(bare) {
        None => Ok(Decoded::new(text)),
        Some(piece) => Err(DecodeError::Digits { offset: piece.start }),
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

    /// The text that it is decoded from.
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

    /// The octets; borrowed if nothing is encoded.
    ///
    /// ```
    /// # use urigram::Segment;
    /// assert_eq!(*Segment::parse("%FF%00")?.decode().to_bytes(), [0xFF, 0]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        match self.first() {
            None => Cow::Borrowed(self.text.as_bytes()),
            Some(first) => Cow::Owned(self.bytes_from(first)),
        }
    }

    /// The text that the octets are in UTF-8 (section 2.5); borrowed if nothing is encoded.
    ///
    /// # Errors
    ///
    /// If they are not UTF-8: where, in the text that is percent-encoded.
    ///
    /// ```
    /// # use urigram::Segment;
    /// assert_eq!(Segment::parse("%C3%80")?.decode().to_str().unwrap(), "À");
    /// assert_eq!(Segment::parse("a%20%C3")?.decode().to_str().unwrap_err().offset(), 4);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_str(&self) -> Result<Cow<'a, str>, DecodeError> {
        let Some(first) = self.first() else { return Ok(Cow::Borrowed(self.text)) };
        match String::from_utf8(self.bytes_from(first)) {
            Ok(text) => Ok(Cow::Owned(text)),
            Err(error) => {
                let offset = self.offset_of(error.utf8_error().valid_up_to());
                Err(DecodeError::NotUtf8 { offset })
            }
        }
    }

    /// The text, with U+FFFD for octets that are not UTF-8, as
    /// [`String::from_utf8_lossy`] has it; borrowed if nothing is encoded.
    ///
    /// ```
    /// # use urigram::Segment;
    /// assert_eq!(Segment::parse("a%FFb")?.decode().to_string_lossy(), "a\u{FFFD}b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn to_string_lossy(&self) -> Cow<'a, str> {
        let Some(first) = self.first() else { return Cow::Borrowed(self.text) };
        let bytes = self.bytes_from(first);
        Cow::Owned(
            String::from_utf8(bytes)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        )
    }

    /// The octets, piece by piece and without allocation.
    ///
    /// ```
    /// # use urigram::Segment;
    /// let decoded = Segment::parse("ab%2F%20c")?.decode();
    /// assert_eq!(decoded.chunks().collect::<Vec<_>>(), [&b"ab"[..], b"/", b" ", b"c"]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn chunks(&self) -> impl FusedIterator<Item = &'a [u8]> + Clone + use<'a> {
        self.pieces().map(|piece| piece.data)
    }

    fn pieces(&self) -> Pieces<'a> {
        Pieces { whole: *self, start: 0 }
    }

    fn bytes(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.chunks().flatten().copied()
    }

    /// Where the first byte is that is not data as it is written.
    #[inline]
    fn first(&self) -> Option<usize> {
        either(self.text.as_bytes(), b'%', self.space)
    }

    /// The octets, if those before `first` are as they are written.
    fn bytes_from(&self, first: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.text.len());
        let (kept, mut rest) = self.text.as_bytes().split_at(first);
        bytes.extend_from_slice(kept);
        while let Some(&byte) = rest.first() {
            if let Some(octet) = encoded_octet(rest) {
                bytes.push(octet);
                rest = rest.get(3..).unwrap_or_default();
                continue;
            }
            if byte == b'+' && self.space == b'+' {
                bytes.push(b' ');
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            let after = rest.get(1..).unwrap_or_default();
            let (kept, left) =
                rest.split_at(either(after, b'%', self.space).map_or(rest.len(), |next| next + 1));
            bytes.extend_from_slice(kept);
            rest = left;
        }
        bytes
    }

    /// Where in the text the octet is encoded that has so many octets before it.
    fn offset_of(&self, octet: usize) -> usize {
        let mut before = 0;
        for piece in self.pieces() {
            if octet < before + piece.data.len() {
                return piece.start + octet - before;
            }
            before += piece.data.len();
        }
        self.text.len()
    }
}

/// A piece of the data.
struct Piece<'a> {
    data: &'a [u8],
    /// Where it is written in the text.
    start: usize,
    /// How many bytes it is in the text.
    written: usize,
}

#[derive(Clone)]
struct Pieces<'a> {
    whole: Decoded<'a>,
    start: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let start = self.start;
        let rest = self.whole.text.as_bytes().get(start..)?;
        let &byte = rest.first()?;
        let (data, written): (&[u8], _) = if let Some(decoded) = encoded_octet(rest) {
            (octet(decoded), 3)
        } else if byte == self.whole.space {
            (if byte == b'+' { b" " } else { b"%" }, 1)
        } else {
            let run = either(rest, b'%', self.whole.space).unwrap_or(rest.len()).max(1);
            (rest.get(..run)?, run)
        };
        self.start += written;
        Some(Piece { data, start, written })
    }
}

impl FusedIterator for Pieces<'_> {}

/// The text, with U+FFFD for octets that are not UTF-8.
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
        // As a string has it, so that two of them in a row are not confused with two others.
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
