//! Many references in one text, such as the lines of a file or the values of an array. Requires the feature `bulk`.
//!
//! To parse a reference, each byte is looked up in sets of characters. This module looks up 64 bytes of the *text* at a time, wherever
//! the strings in it begin and end, by the widest vectors that the processor has. So it pays for many short strings that lie one after
//! the other: for valid references of up to 150 bytes, parsing takes about three quarters of the time of `parse` for each, and about half of
//! it if they are lines, whose ends are found in the same way. The gain falls with the length; above 4,096 bytes, a string is parsed as it is
//! alone. An invalid string is parsed once more, alone. The results are the same, and so are the errors, whose offsets are relative to the
//! start of the string.
//!
//! If the text may not be UTF-8, convert it by [`core::str::from_utf8`] first, which takes less time than parsing. If it does not fit in
//! memory, read blocks that end with a line.
//!
//! ```
//! use urigram::UriReference;
//!
//! let log = "/index.html\n/a b\nhttps://example.com/?q=1\n";
//! let mut faults = Vec::new();
//! for (number, line) in (1..).zip(UriReference::bulk(log).lines()) {
//!     match line.result {
//!         Ok(reference) => assert_eq!(reference.as_str(), line.text),
//!         Err(error) => faults.push(format!("line {number}, byte {}: {error}", line.start)),
//!     }
//! }
//! assert_eq!(faults, ["line 2, byte 12: unexpected ' ' in the path at byte 2"]);
//! ```

use alloc::boxed::Box;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use crate::grammar::{BufferBits as _, Grammar, ParseError, Rfc3986, Rfc3987, Rfc6874};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

/// A type of reference that borrows its text: a [`UriReference`], a [`Uri`], an [`AbsoluteUri`] or a [`RelativeRef`]. The trait is
/// sealed.
pub trait Reference<'t>: Sized + sealed::Sealed {
    /// The grammar of the type.
    type Grammar: Grammar;

    /// Parses a string at `start` of a text.
    #[doc(hidden)]
    fn parse_in(
        bits: &mut <Self::Grammar as Grammar>::Bits<'t>,
        start: usize,
        string: &'t str,
    ) -> Result<Self, ParseError>;
}

mod sealed {
    pub trait Sealed {}
}

/// A text whose strings are parsed as references of the type `R`.
///
/// Allocates once, 5 KiB. Parsing does not allocate.
pub struct Bulk<'t, R: Reference<'t>> {
    bits: Box<<R::Grammar as Grammar>::Bits<'t>>,
    reference: PhantomData<fn() -> R>,
}

impl<'t, R: Reference<'t>> Bulk<'t, R> {
    fn new(text: &'t str) -> Self {
        Self { bits: Box::new(<R::Grammar as Grammar>::Bits::new(text)), reference: PhantomData }
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.bits.buffer()
    }

    /// Parses the string at this place of the text, in bytes. Strings may overlap, and other text may be between them.
    ///
    /// Takes time linear in the length of the string. Fast if the strings lie one after the other.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let (values, offsets) = ("http://a/urn:bmailto:c", [0, 9, 14, 22]);
    /// let mut bulk = Uri::bulk(values);
    /// let mut schemes = Vec::new();
    /// for place in offsets.windows(2) {
    ///     schemes.push(bulk.parse(place[0]..place[1])?.scheme().as_str());
    /// }
    /// assert_eq!(schemes, ["http", "urn", "mailto"]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the rule of the type does not match the string. The error names the component and the byte offset of the first fault, from the
    /// start of the string.
    ///
    /// # Panics
    ///
    /// If an end of the string is beyond the text or not at a boundary of characters, or the start is after the end.
    #[inline]
    #[expect(clippy::string_slice, reason = "documented")]
    pub fn parse(&mut self, place: Range<usize>) -> Result<R, ParseError> {
        let start = place.start;
        let string = &self.text()[place];
        R::parse_in(&mut self.bits, start, string)
    }

    /// Returns the lines of the text, each with the result of parsing it. As with [`str::lines`], a line ends with `\n` or `\r\n`, which
    /// are not part of it, and the end of the last line is optional.
    pub fn lines(self) -> Lines<'t, R> {
        Lines { bulk: self, start: 0 }
    }
}

impl<'t, R: Reference<'t>> fmt::Debug for Bulk<'t, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bulk").finish_non_exhaustive()
    }
}

/// A line of a text, and the result of parsing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'t, R> {
    /// The offset of the line in the text, in bytes.
    pub start: usize,
    /// The line, without its end.
    pub text: &'t str,
    /// The reference, or the error, whose offset is relative to the start of the line.
    pub result: Result<R, ParseError>,
}

/// The lines of a text. See [`Bulk::lines`].
#[derive(Debug)]
pub struct Lines<'t, R: Reference<'t>> {
    bulk: Bulk<'t, R>,
    start: usize,
}

impl<'t, R: Reference<'t>> Iterator for Lines<'t, R> {
    type Item = Line<'t, R>;

    #[inline]
    #[expect(clippy::string_slice, reason = "a line ends at a line feed")]
    fn next(&mut self) -> Option<Self::Item> {
        let bits = &mut self.bulk.bits;
        let (text, start) = (bits.buffer(), self.start);
        if start >= text.len() {
            return None;
        }
        let feed = bits.line_end(start);
        self.start = feed.saturating_add(1);
        let line = &text[start..feed];
        let line = if feed < text.len() { line.strip_suffix('\r').unwrap_or(line) } else { line };
        Some(Line { start, text: line, result: R::parse_in(bits, start, line) })
    }
}

impl<'t, R: Reference<'t>> FusedIterator for Lines<'t, R> {}

macro_rules! references {
    ($($Type:ident<$G:ident>)*) => {$(
        impl<'t> Reference<'t> for $Type<&'t str, $G> {
            type Grammar = $G;

            // Compiled once, in this crate, and for its rule alone, so that the components are written directly to their destination.
            #[inline(never)]
            fn parse_in(
                bits: &mut <$G as Grammar>::Bits<'t>,
                start: usize,
                string: &'t str,
            ) -> Result<Self, ParseError> {
                $G::parse_in(bits, Self::RULE, start, string, |text, components| {
                    Self::known(UriReference { text, components, grammar: PhantomData })
                })
            }
        }

        impl sealed::Sealed for $Type<&str, $G> {}

        impl<'t> $Type<&'t str, $G> {
            /// Starts parsing the strings of a text as references of this type. Requires the feature `bulk`. See
            /// [`bulk`](crate::bulk).
            pub fn bulk(text: &'t str) -> Bulk<'t, Self> {
                Bulk::new(text)
            }
        }
    )*};
}

references! {
    UriReference<Rfc3986> Uri<Rfc3986> AbsoluteUri<Rfc3986> RelativeRef<Rfc3986>
    UriReference<Rfc3987> Uri<Rfc3987> AbsoluteUri<Rfc3987> RelativeRef<Rfc3987>
    UriReference<Rfc6874> Uri<Rfc6874> AbsoluteUri<Rfc6874> RelativeRef<Rfc6874>
}
