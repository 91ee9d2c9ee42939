//! From text to the data in it.

use alloc::borrow::Cow;
use alloc::string::String;
use core::iter::FusedIterator;

use crate::percent::DecodeError;
use crate::percent::digits::without_digits;

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
/// # Ok::<(), urigram::Error>(())
/// ```
///
/// `==`, `Hash` and `Ord` are of the data, however they are encoded.
// INVARIANT: in text of RFC 3986 each `%` has two digits. An edited grammar may have others, which are data.
#[derive(Clone, Copy)]
pub struct Decoded<'a> {
    pub(super) text: &'a str,
    /// What is a space besides `%20`: `+` in a form, or else `%`, as which it is looked for in any case.
    pub(super) space: u8,
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
    complete(text).map(|()| Decoded::new(text))
}

/// As [`decode`], of a key or a value in `application/x-www-form-urlencoded`: a `+` is a space. The pairs of a
/// [query](crate::Query::form_pairs) are decoded so.
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

/// Whether each `%` has its digits.
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
    #[inline]
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        if self.is_text() { Cow::Borrowed(self.text.as_bytes()) } else { Cow::Owned(self.octets()) }
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

    /// The text, with U+FFFD for octets that are not UTF-8, as
    /// [`String::from_utf8_lossy`] has it; borrowed if nothing is encoded.
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
}
