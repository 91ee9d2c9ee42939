//! Percent-encoding: from raw data to text.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::iter::FusedIterator;

use super::encoder::{Encodable, Encoder};
use super::raw::{Data, Raw};
use crate::bytes::without_password;
use crate::grammar::class;

/// Raw data, percent-encoded for the component `C` (section 2.1).
///
/// Encoding is lazy: nothing is encoded before the text is read or written, and nothing is allocated unless a
/// string is returned. Returned by the `encode` of a component, such as
/// [`Segment::encode`](crate::Segment::encode), and of an [`Encoder`].
///
/// ```
/// use std::borrow::Cow;
/// use urigram::Query;
///
/// let query = Query::encode("first name=À");
/// assert_eq!(format!("?{query}"), "?first%20name=%C3%80");
/// assert_eq!(query.to_cow(), "first%20name=%C3%80");
/// assert!(matches!(Query::encode("a=b").to_cow(), Cow::Borrowed("a=b")));
/// ```
///
/// The grammar rule of the component accepts the text:
///
/// ```
/// # use urigram::Query;
/// assert!(Query::parse(&Query::encode(b"\xFF # ?").to_cow()).is_ok());
/// ```
pub struct Encoded<'r, C: 'static> {
    raw: Data<'r>,
    encoder: &'r Encoder<C>,
}

impl<C: Encodable> Encoder<C> {
    /// Returns the data, percent-encoded for the component. Lazy: nothing is encoded yet.
    ///
    /// ```
    /// use urigram::Query;
    /// use urigram::percent::Encoder;
    ///
    /// let encoder = Encoder::<Query>::new().encoding("&");
    /// assert_eq!(encoder.encode("a&b").to_string(), "a%26b");
    /// ```
    #[inline]
    pub fn encode<'r>(&'r self, raw: &'r (impl Raw + ?Sized)) -> Encoded<'r, C> {
        Encoded::with(self, raw.data())
    }
}

impl<'r, C: Encodable> Encoded<'r, C> {
    /// Encodes data for a component of any grammar, keeping every character that the component may
    /// contain. For the components of a URI, this is the same as their `encode`.
    ///
    /// ```
    /// use urigram::percent::Encoded;
    /// use urigram::Query;
    /// use urigram::grammar::Rfc3987;
    ///
    /// let query = Encoded::<Query<Rfc3987>>::new("q=naïve idea");
    /// assert_eq!(query, "q=naïve%20idea");
    /// ```
    #[inline]
    pub fn new(raw: &'r (impl Raw + ?Sized)) -> Self {
        Self::with(const { &Encoder::<C>::new() }, raw.data())
    }

    #[inline]
    pub(super) const fn with(encoder: &'r Encoder<C>, raw: Data<'r>) -> Self {
        Self { raw, encoder }
    }

    /// Returns an iterator over the text in slices, without allocation. A slice is a run of kept characters,
    /// or the encoding of one octet. Linear in the length.
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// assert_eq!(Segment::encode("a/? b").chunks().collect::<Vec<_>>(), ["a", "%2F", "%3F", "%20", "b"]);
    /// ```
    pub fn chunks(self) -> impl FusedIterator<Item = &'r str> + Clone + use<'r, C> {
        Chunks { raw: self.raw.octets(), encoder: self.encoder }
    }

    /// Returns the text; borrowed if nothing has to be encoded.
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// assert_eq!(Segment::encode("a/b").to_cow(), "a%2Fb");
    /// ```
    pub fn to_cow(self) -> Cow<'r, str> {
        let raw = self.raw.octets();
        let kept = self.encoder.kept(raw);
        if kept == raw.len() {
            return Cow::Borrowed(self.raw.text().expect("kept bytes are ASCII or complete characters"));
        }
        Cow::Owned(self.encoder.text(raw, kept))
    }

    /// Appends the text to a string. Does not allocate if the string has enough capacity.
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// let mut text = String::from("http://example.com/");
    /// Segment::encode("a/b").append_to(&mut text);
    /// assert_eq!(text, "http://example.com/a%2Fb");
    /// ```
    pub fn append_to(self, text: &mut String) {
        self.chunks().for_each(|chunk| text.push_str(chunk));
    }
}

impl<C> Clone for Encoded<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Encoded<'_, C> {}

impl<C: Encodable> fmt::Display for Encoded<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_some() || f.precision().is_some() {
            return f.pad(&self.to_cow());
        }
        self.chunks().try_for_each(|chunk| f.write_str(chunk))
    }
}

/// Shows the text, but hides the password of a userinfo.
impl<C: Encodable> fmt::Debug for Encoded<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.to_cow();
        let userinfo = (C::CLASS == class::USERINFO).then_some(0..text.len());
        f.debug_tuple("Encoded").field(&without_password(&text, userinfo)).finish()
    }
}

impl<C: Encodable> From<Encoded<'_, C>> for String {
    fn from(encoded: Encoded<'_, C>) -> Self {
        encoded.to_cow().into_owned()
    }
}

/// Compares the text.
impl<C: Encodable> PartialEq<str> for Encoded<'_, C> {
    fn eq(&self, other: &str) -> bool {
        let left = self.chunks().try_fold(other, |left, chunk| left.strip_prefix(chunk));
        left == Some("")
    }
}

/// Compares the text.
impl<C: Encodable> PartialEq<&str> for Encoded<'_, C> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

struct Chunks<'r, C: 'static> {
    raw: &'r [u8],
    encoder: &'r Encoder<C>,
}

impl<C> Clone for Chunks<'_, C> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<'r, C: Encodable> Iterator for Chunks<'r, C> {
    type Item = &'r str;

    fn next(&mut self) -> Option<&'r str> {
        let (kept, rest) = self.raw.split_at(self.encoder.kept(self.raw));
        if !kept.is_empty() {
            self.raw = rest;
            // Never `None`: the kept bytes are complete characters.
            return core::str::from_utf8(kept).ok();
        }
        let (&octet, rest) = rest.split_first()?;
        self.raw = rest;
        Some(self.encoder.replacement(octet))
    }
}

impl<C: Encodable> FusedIterator for Chunks<'_, C> {}
