//! The choice of the characters that are percent-encoded.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use crate::grammar::{Characters, class};
use crate::percent::digits::TRIPLETS;

/// A component that data can be encoded for: a [`Userinfo`](crate::Userinfo),
/// [`RegName`](crate::RegName), [`Path`](crate::Path), [`Segment`](crate::Segment), [`Query`](crate::Query) or
/// [`Fragment`](crate::Fragment).
///
/// The grammar rule of the component determines which characters need not be encoded. The trait is sealed.
///
/// ```
/// use urigram::percent::{Encodable, Encoder};
/// use urigram::{Fragment, Segment};
///
/// fn slug<C: Encodable>(title: &str) -> String {
///     Encoder::<C>::data().encode(&title.to_lowercase().replace(' ', "-")).to_string()
/// }
/// assert_eq!(slug::<Segment>("What, when?"), "what%2C-when%3F");
/// assert_eq!(slug::<Fragment>("Section 2"), "section-2");
/// ```
pub trait Encodable: sealed::Sealed + 'static {
    #[doc(hidden)]
    const CHARACTERS: Characters;

    /// The set of ASCII characters that the component may contain.
    #[doc(hidden)]
    const CLASS: u8;

    /// Returns whether the component may contain this character beyond ASCII.
    #[doc(hidden)]
    fn may_have(character: char) -> bool;
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// Chooses which characters of raw data are kept in a component, and which are percent-encoded.
///
/// [`new`](Self::new) keeps everything that the component may contain. Nothing in the data can end the
/// component, but a `&` in the data of a query, for example, may be read as a delimiter. [`data`](Self::data)
/// keeps no reserved character, so nothing in the data can be a delimiter (section 2.2).
/// [`encoding`](Self::encoding) and [`keeping`](Self::keeping) change the choice for individual characters.
/// All of these functions are `const`:
///
/// ```
/// use urigram::percent::Encoder;
/// use urigram::{Query, Userinfo};
///
/// const USER: &Encoder<Userinfo> = &Encoder::new().encoding(":");
/// const DATA: &Encoder<Query> = &Encoder::data();
/// const LIST: &Encoder<Query> = &Encoder::data().keeping(",");
///
/// assert_eq!(USER.encode("a:b!"), "a%3Ab!");
/// assert_eq!(DATA.encode("1,2&3"), "1%2C2%263");
/// assert_eq!(LIST.encode("1,2&3"), "1,2%263");
/// ```
///
/// Characters beyond ASCII are percent-encoded as the octets of their UTF-8 form (section 2.5). A
/// component of an IRI keeps those that it may contain, unless [`ascii`](Self::ascii) is set. The
/// bidirectional formatting characters are always encoded, because an IRI must not contain them (RFC 3987,
/// section 4.1). The grammar accepts them, so an IRI with such a character can be parsed, but has the
/// finding [`bidi-control`](crate::validate::Code::BidiControl):
///
/// ```
/// use urigram::percent::Encoder;
/// use urigram::Segment;
/// use urigram::grammar::Rfc3987;
///
/// const URI: &Encoder<Segment> = &Encoder::new();
/// const IRI: &Encoder<Segment<Rfc3987>> = &Encoder::new();
///
/// assert_eq!(URI.encode("À la carte"), "%C3%80%20la%20carte");
/// assert_eq!(IRI.encode("À la carte"), "À%20la%20carte");
/// assert_eq!(IRI.encode("\u{202E}gpj.exe"), "%E2%80%AEgpj.exe");
/// ```
// INVARIANT: every kept character is valid in the component. `%` is never kept, nor is `+` if it means a
// space.
#[derive(Clone)]
pub struct Encoder<C> {
    /// For each byte, its up to three output bytes, and one of [`KEPT`], [`ENCODED`] and
    /// [`REPLACED`]. Four bytes, so that an entry is read and written at once.
    pub(super) written: [[u8; 4]; 256],
    /// Whether characters beyond ASCII are kept if the component may contain them.
    pub(super) beyond_ascii: bool,
    component: PhantomData<fn() -> C>,
}

/// The byte itself is written. The other two values have this bit too, so a bitwise OR of several values equals
/// `KEPT` only if all of them do.
pub(super) const KEPT: u8 = 1;
/// A triplet is written.
pub(super) const ENCODED: u8 = 3;
/// One other byte is written: `+` for a space.
pub(super) const REPLACED: u8 = 5;
/// A mask for the number of bytes written.
pub(super) const LENGTH: u8 = 3;

impl<C: Encodable> Encoder<C> {
    /// Keeps everything that the component may contain, and encodes only what must be encoded.
    ///
    /// ```
    /// use urigram::percent::Encoder;
    /// use urigram::{Path, Segment};
    ///
    /// const PATH: &Encoder<Path> = &Encoder::new();
    /// const SEGMENT: &Encoder<Segment> = &Encoder::new();
    ///
    /// assert_eq!(PATH.encode("/a/b:c?"), "/a/b:c%3F");
    /// assert_eq!(SEGMENT.encode("/a/b:c?"), "%2Fa%2Fb:c%3F");
    /// ```
    pub const fn new() -> Self {
        Self::of(C::CLASS)
    }

    /// Returns whether the character is kept.
    ///
    /// ```
    /// use urigram::percent::Encoder;
    /// use urigram::{Path, Segment};
    ///
    /// assert!(Encoder::<Path>::new().keeps('/') && !Encoder::<Segment>::new().keeps('/'));
    /// ```
    pub fn keeps(&self, character: char) -> bool {
        let mut buffer = [0; 4];
        let text = &*character.encode_utf8(&mut buffer);
        self.encode(text) == *text
    }

    /// Keeps only the unreserved characters (section 2.3), and characters beyond ASCII that the component
    /// of an IRI may contain.
    ///
    /// ```
    /// use urigram::Fragment;
    /// use urigram::percent::Encoder;
    ///
    /// const DATA: &Encoder<Fragment> = &Encoder::data();
    /// assert_eq!(DATA.encode("a-b.c_d~e/f=g"), "a-b.c_d~e%2Ff%3Dg");
    /// ```
    pub const fn data() -> Self {
        Self::of(class::UNRESERVED)
    }

    /// Encodes a key or a value of `application/x-www-form-urlencoded`, according to the URL Standard of the
    /// WHATWG: a space becomes `+`, and everything except letters, digits and `*`, `-`, `.`, `_` is
    /// percent-encoded. A `+` in the data is always encoded. [`decode_form`](super::decode_form) is the
    /// inverse.
    ///
    /// ```
    /// use urigram::Query;
    /// use urigram::percent::Encoder;
    ///
    /// const FORM: &Encoder<Query> = &Encoder::form();
    /// assert_eq!(FORM.encode("1 + 1 ~ 2"), "1+%2B+1+%7E+2");
    /// ```
    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    pub const fn form() -> Self {
        let mut form = Self::data().keeping("*").encoding("~").ascii();
        if C::CHARACTERS.has(C::CLASS, b'+') {
            form.written[b' ' as usize] = [b'+', 0, 0, REPLACED];
        }
        form
    }

    /// Also keeps these characters: delimiters, or characters that the scheme allows as data (section
    /// 2.2).
    ///
    /// Has no effect on characters that the component may not contain or that are beyond ASCII.
    ///
    /// ```
    /// use urigram::Segment;
    /// use urigram::percent::Encoder;
    ///
    /// const RANGE: &Encoder<Segment> = &Encoder::data().keeping(",;/");
    /// assert_eq!(RANGE.encode("1,2;3/4=5"), "1,2;3%2F4%3D5");
    /// ```
    #[must_use]
    #[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "an offset in the text")]
    pub const fn keeping(mut self, characters: &str) -> Self {
        let bytes = characters.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            self.keep(bytes[at]);
            at += 1;
        }
        self
    }

    /// Also percent-encodes these characters. For characters beyond ASCII, see
    /// [`ascii`](Self::ascii).
    ///
    /// ```
    /// use urigram::Query;
    /// use urigram::percent::Encoder;
    ///
    /// const VALUE: &Encoder<Query> = &Encoder::new().encoding("&=");
    /// assert_eq!(VALUE.encode("a&b=c/d?"), "a%26b%3Dc/d?");
    /// ```
    #[must_use]
    #[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "an offset in the text")]
    pub const fn encoding(mut self, characters: &str) -> Self {
        let bytes = characters.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            self.encode_octet(bytes[at]);
            at += 1;
        }
        self
    }

    /// Percent-encodes all characters beyond ASCII, in IRIs too.
    ///
    /// ```
    /// use urigram::percent::Encoder;
    /// use urigram::Segment;
    /// use urigram::grammar::Rfc3987;
    ///
    /// const ASCII: &Encoder<Segment<Rfc3987>> = &Encoder::new().ascii();
    /// assert_eq!(ASCII.encode("né"), "n%C3%A9");
    /// ```
    #[must_use]
    pub const fn ascii(mut self) -> Self {
        self.beyond_ascii = false;
        self
    }

    /// Keeps the characters of these sets that the component may contain.
    #[expect(clippy::arithmetic_side_effects, reason = "a byte is less than 256")]
    const fn of(classes: u8) -> Self {
        let mut encoder = Self {
            written: [[0; 4]; 256],
            beyond_ascii: C::CHARACTERS.has_beyond_ascii(C::CLASS),
            component: PhantomData,
        };
        let mut byte = 0;
        while byte < 256 {
            encoder.encode_octet(byte as u8);
            if C::CHARACTERS.has(classes, byte as u8) {
                encoder.keep(byte as u8);
            }
            byte += 1;
        }
        encoder
    }

    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    const fn encode_octet(&mut self, octet: u8) {
        let [percent, high, low] = TRIPLETS[octet as usize];
        self.written[octet as usize] = [percent, high, low, ENCODED];
    }

    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    const fn keep(&mut self, byte: u8) {
        let is_space = byte == b'+' && self.is_plus(b' ');
        if byte != b'%' && !is_space && C::CHARACTERS.has(C::CLASS, byte) {
            self.written[byte as usize] = [byte, 0, 0, KEPT];
        }
    }
}

impl<C> Encoder<C> {
    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    const fn is_plus(&self, byte: u8) -> bool {
        self.written[byte as usize][3] == REPLACED
    }
}

impl<C: Encodable> Default for Encoder<C> {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows the kept ASCII characters and the other settings.
impl<C> fmt::Debug for Encoder<C> {
    #[expect(clippy::indexing_slicing, reason = "a byte is an index of a table of 256 entries")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stays = |byte: &u8| self.written[usize::from(*byte)][3] == KEPT;
        let stay: String = (0..0x80).filter(stays).map(char::from).collect();
        f.debug_struct("Encoder")
            .field("stay", &stay)
            .field("beyond_ascii", &self.beyond_ascii)
            .field("space_is_plus", &self.is_plus(b' '))
            .finish()
    }
}
