//! Many references in one text, such as the lines of a file or the values of an array. Requires the feature `bulk`.
//!
//! To parse a reference, each byte is looked up in sets of characters. This module looks up 64 bytes of the *text* at a time, whatever
//! strings lie in them, by the widest vectors that the processor has. So it pays for many short strings that lie one after the other: for
//! references of up to 150 bytes, the time is about two thirds of that of `parse`. The results and the errors are the same.
//!
//! ```
//! use urigram::UriReference;
//!
//! let log = "/index.html\n/a b\nhttps://example.com/?q=1\n";
//! let mut faults = Vec::new();
//! for (line, reference) in UriReference::bulk(log).lines() {
//!     match reference {
//!         Ok(reference) => assert_eq!(reference.as_str(), line),
//!         Err(error) => faults.push(format!("{line}: {error}")),
//!     }
//! }
//! assert_eq!(faults, ["/a b: unexpected ' ' in the path at byte 2"]);
//! ```

use alloc::boxed::Box;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use crate::grammar::{Grammar, ParseError, Rfc3986, Rfc3987, Rfc6874, Window as _};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

/// A type of reference that borrows its text: a [`UriReference`], a [`Uri`], an [`AbsoluteUri`] or a [`RelativeRef`]. The trait is
/// sealed.
pub trait Reference<'t>: Sized + sealed::Sealed {
    /// The grammar of the type.
    type Grammar: Grammar;

    /// Parses a string at `start` of a text, for which `bits` were made.
    #[doc(hidden)]
    fn parse_in(
        bits: &mut <Self::Grammar as Grammar>::Bits,
        text: &str,
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
    text: &'t str,
    bits: Box<<R::Grammar as Grammar>::Bits>,
    reference: PhantomData<fn() -> R>,
}

impl<'t, R: Reference<'t>> Bulk<'t, R> {
    /// Starts parsing the strings of a text.
    pub fn new(text: &'t str) -> Self {
        Self { text, bits: Box::new(<R::Grammar as Grammar>::Bits::new()), reference: PhantomData }
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Parses the string at this place of the text, in bytes. Strings may overlap, and other text may be between them.
    ///
    /// Fast if each string follows the one before it closely. Otherwise, up to 4 KiB are looked up for each string.
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
        R::parse_in(&mut self.bits, self.text, start, &self.text[place])
    }

    /// Returns the lines of the text, each with the result of parsing it. As with [`str::lines`], a line ends with `\n` or `\r\n`, which
    /// are not part of it, and the end of the last line is optional.
    pub fn lines(self) -> Lines<'t, R> {
        Lines { bulk: self, start: 0 }
    }
}

impl<'t, R: Reference<'t>> fmt::Debug for Bulk<'t, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bulk").field("text", &self.text).finish_non_exhaustive()
    }
}

/// The lines of a text, each with the result of parsing it. See [`Bulk::lines`].
#[derive(Debug)]
pub struct Lines<'t, R: Reference<'t>> {
    bulk: Bulk<'t, R>,
    start: usize,
}

impl<'t, R: Reference<'t>> Iterator for Lines<'t, R> {
    type Item = (&'t str, Result<R, ParseError>);

    #[inline]
    #[expect(clippy::string_slice, reason = "a line ends at a line feed")]
    fn next(&mut self) -> Option<Self::Item> {
        let Bulk { text, bits, .. } = &mut self.bulk;
        let start = self.start;
        if start >= text.len() {
            return None;
        }
        let feed = bits.line_end(text, start);
        self.start = feed.saturating_add(1);
        let line = &text[start..feed];
        let line = if feed < text.len() { line.strip_suffix('\r').unwrap_or(line) } else { line };
        Some((line, R::parse_in(bits, text, start, line)))
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
                bits: &mut <$G as Grammar>::Bits,
                text: &str,
                start: usize,
                string: &'t str,
            ) -> Result<Self, ParseError> {
                $G::parse_in(bits, Self::RULE, text, start, string, |text, components| {
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
