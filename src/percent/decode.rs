//! Percent-decoding: from text to data.

use alloc::borrow::Cow;
use alloc::string::String;
use core::iter::FusedIterator;

use crate::percent::DecodeError;
use crate::percent::digits::without_digits;

/// The data in a component, or in the part of one between two delimiters (section 2.4).
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
/// `==`, `Hash` and `Ord` compare the data, however they are encoded.
// INVARIANT: in text of RFC 3986 each `%` is followed by two digits. An edited grammar may accept other `%`,
// which are data.
#[derive(Clone, Copy)]
pub struct Decoded<'a> {
    pub(super) text: &'a str,
    /// The character that is decoded as a space besides `%20`: `+` in a form. Otherwise `%`, because a `%` is
    /// searched for anyway.
    pub(super) space: u8,
}

/// Decodes text that is not known to belong to a component. For a component, use its `decode`.
///
/// Accepts every character except a `%` without its digits, and treats none as a delimiter. Linear in the
/// length.
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

    /// Returns the octets in pieces, without allocation.
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
}
