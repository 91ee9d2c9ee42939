//! The result of an extraction.

use alloc::borrow::Cow;
use core::ops::Range;

use crate::grammar::{Grammar, Rfc3986};
use crate::reference::generic::Uri;

/// A URI that was found in running text, and its position there.
///
/// ```
/// use urigram::extract::Extractor;
///
/// let text = "See <http://example.com/a-\n  b>.";
/// let found = Extractor::new().in_text(text).next().unwrap();
/// assert_eq!(found.uri(), "http://example.com/a-b");
/// assert_eq!(found.uri().host_str(), Some("example.com"));
/// assert_eq!(found.text(), "http://example.com/a-\n  b");
/// assert_eq!(&text[found.range()], found.text());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Found<'t, G: Grammar = Rfc3986> {
    pub(super) range: Range<usize>,
    /// The text as it is in the input, if it differs from the text of the URI.
    pub(super) text: Option<Cow<'t, str>>,
    pub(super) uri: Uri<Cow<'t, str>, G>,
    pub(super) is_hyphen_doubtful: bool,
    pub(super) cut: Option<char>,
}

impl<'t, G: Grammar> Found<'t, G> {
    /// Returns the range of the URI without its delimiters, in bytes from the start of the input. For a
    /// [`Stream`](super::Stream), the range is relative to the start of the bytes of the last call.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the text as it is in the input: with the white space that was removed from [`uri`](Self::uri), and without the
    /// scheme that was added to a [suffix reference](super::Extractor::suffix) or a [mail
    /// address](super::Extractor::mail_addresses).
    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or(self.uri.as_str())
    }

    /// Returns the URI. Its text is borrowed from the input unless white space was removed or a scheme added.
    pub fn uri(&self) -> &Uri<Cow<'t, str>, G> {
        &self.uri
    }

    /// Returns the URI.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::extract::Extractor;
    ///
    /// let (text, extractor) = ("http://example.com/, mailto:fred@example.com", Extractor::new());
    /// let uris: Vec<Uri> = extractor.in_text(text).map(|found| found.into_inner().to_owned()).collect();
    /// assert_eq!(uris, ["http://example.com/", "mailto:fred@example.com"]);
    /// ```
    pub fn into_inner(self) -> Uri<Cow<'t, str>, G> {
        self.uri
    }

    /// Returns whether a line break follows a hyphen in the text. Such a hyphen may have been added with the line break, so it
    /// is uncertain whether it is part of the URI (Appendix C). [`uri`](Self::uri) keeps the hyphen.
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let broken = |text| Extractor::new().in_text(text).all(|found| found.is_hyphen_doubtful());
    /// assert!(broken("<http://example.com/docu-\nmentation>"));
    /// assert!(!broken("<http://example.com/docu\nmentation>"));
    /// ```
    pub fn is_hyphen_doubtful(&self) -> bool {
        self.is_hyphen_doubtful
    }

    /// Returns the character after the URI, if more of a word follows there: a character that the grammar does not allow at this
    /// place ends the URI, and not one of the delimiters of Appendix C.
    ///
    /// So the author may have meant a longer reference. In `https://{host}/`, nothing is found, because no character of
    /// a URI follows the `//`.
    ///
    /// ```
    /// use urigram::extract::Extractor;
    ///
    /// let cut = |text| Extractor::new().in_text(text).next().unwrap().cut();
    /// assert_eq!(cut("https://münchen.de/"), Some('ü'));
    /// assert_eq!(cut("http://example.com/users/{id}"), Some('{'));
    /// assert_eq!(cut("http://example.com/users/7."), None);
    /// ```
    pub fn cut(&self) -> Option<char> {
        self.cut
    }

    /// Returns a copy that does not borrow the input.
    pub fn into_owned(self) -> Found<'static, G> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Found {
            range: self.range,
            text: self.text.map(owned),
            uri: self.uri.held_by(owned),
            is_hyphen_doubtful: self.is_hyphen_doubtful,
            cut: self.cut,
        }
    }
}
