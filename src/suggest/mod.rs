// Likely corrections of texts that are not valid references or have findings.
//
// In: a text as someone typed it.
// Out: `Suggestion`s, each a valid reference with the changes that lead to it, and the `Explanation` of a `ParseError`. `search`
// corrects one mistake after the other, `faults` finds the mistakes that the grammar rejects, and `findings` the others.
// `browsers` detects suggestions that lead to another host than the text does.
// Next: none.

//! Likely corrections of mistyped references.
//!
//! ```
//! use urigram::UriReference;
//!
//! let suggestions = UriReference::suggestions("htp//exmaple,com /a");
//! assert_eq!(suggestions[0].reference(), "http://exmaple.com/a");
//! let changes: Vec<_> = suggestions[0].changes().collect();
//! let edits = changes.iter().map(|change| (change.range(), change.inserted()));
//! assert!(edits.eq([(0..5, "http://"), (12..13, "."), (16..17, "")]));
//! assert_eq!(changes[2].help().to_string(), "remove the space from the host");
//! ```
//!
//! An ambiguous text has several suggestions, the likeliest first:
//!
//! ```
//! use urigram::UriReference;
//!
//! let readings = |text| UriReference::suggestions(text).into_iter().map(|suggestion| suggestion.into_inner().into_inner());
//! assert!(readings("www.example.com/a").eq(["https://www.example.com/a", "http://www.example.com/a"]));
//! assert!(readings("user@example.com").eq(["mailto:user@example.com", "https://user@example.com"]));
//! assert_eq!(readings("http://example.com/").count(), 0);
//! ```
//!
//! Invisible characters are removed, except for joiners, which are percent-encoded where they are part of the text: U+200C between letters
//! that would be joined without it, as in Persian, both joiners after a virama (RFC 5892, appendices A.1 and A.2), and U+200D before one,
//! as in Bengali, and in emoji (UTS 51). In emoji, selectors and tags are, too.
//!
//! ```
//! use urigram::UriReference;
//!
//! let suggested = |text| UriReference::suggestions(text).into_iter().next().unwrap().into_inner();
//! assert_eq!(suggested("http://example.com/\u{628}\u{200C}\u{627}"), "http://example.com/%D8%A8%E2%80%8C%D8%A7");
//! assert_eq!(suggested("http://example.com/a\u{200C}b"), "http://example.com/ab");
//! ```
//!
//! A suggestion is valid, but not necessarily harmless: ` javascript:alert(1)` has the suggestion `javascript:alert(1)`. Check it against a
//! [policy](crate::policy) before you offer it as a link.

mod browsers;
mod explanation;
mod faults;
mod findings;
mod mistake;
mod search;
mod typed;
mod unicode_joining;
mod unicode_names;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

pub use self::explanation::Explanation;

use crate::grammar::{Grammar, Rfc3986, Rule};
use crate::reference::generic::{Uri, UriReference};
use mistake::{Changed, Edited, write_phrases};

/// A reference that a text was probably meant to be, and its differences from the text.
///
/// See [`suggest`](crate::suggest).
#[derive(Clone)]
pub struct Suggestion<G = Rfc3986> {
    reference: UriReference<String, G>,
    changes: Vec<Changed>,
    /// The help for each corrected mistake.
    helps: Vec<String>,
    typed_host: Option<String>,
}

/// A part of a text that a [`Suggestion`] replaces.
#[derive(Clone, Copy)]
pub struct Change<'m> {
    changed: &'m Changed,
    /// The whole text of the suggestion.
    text: &'m str,
    helps: &'m [String],
}

impl<G: Grammar> UriReference<String, G> {
    /// Returns the references that the text was probably meant to be, at most six. The likeliest is first, but references that
    /// lead to [another host](Suggestion::typed_host) are last. Empty if the text is valid and has no [findings](Self::findings),
    /// or if no correction is likely. See [`suggest`](crate::suggest).
    ///
    /// Linear in the length. Takes far longer than parsing, and is meant for texts that people type.
    ///
    /// ```
    /// use urigram::{Uri, UriReference};
    ///
    /// let suggestions = UriReference::suggestions("<http://example.com/a b>");
    /// assert_eq!(suggestions[0].reference(), "http://example.com/a%20b");
    /// let help = suggestions[0].changes().next().unwrap().help().to_string();
    /// assert_eq!(help, "leave out the `<` and `>` around the URI");
    /// let uri = Uri::try_from(suggestions.into_iter().next().unwrap().into_inner())?;
    /// # Ok::<(), urigram::Error>(())
    /// ```
    ///
    /// For IRIs:
    ///
    /// ```
    /// use urigram::IriReference;
    ///
    /// let suggestions = IriReference::suggestions("http://münchen.de/ä ö");
    /// assert_eq!(suggestions[0].reference(), "http://münchen.de/ä%20ö");
    /// ```
    pub fn suggestions(text: &str) -> Vec<Suggestion<G>> {
        search::readings::<G>(Rule::URI_reference, text).into_iter().map(Suggestion::of).collect()
    }
}

impl<G: Grammar> Uri<String, G> {
    /// Returns the URIs that a text was probably meant to be. See [`UriReference::suggestions`]. If a relative reference has a
    /// host, or begins with text that looks like a host, the suggestions add a scheme.
    ///
    /// ```
    /// use urigram::{Iri, Uri};
    ///
    /// assert_eq!(Uri::suggestions("http//example.com")[0].reference(), "http://example.com");
    /// assert_eq!(Uri::suggestions("//example.com/p")[0].reference(), "https://example.com/p");
    /// assert_eq!(Iri::suggestions("exämple.de")[0].reference(), "https://exämple.de");
    /// assert!(Uri::suggestions("a b").is_empty());
    /// ```
    pub fn suggestions(text: &str) -> Vec<Suggestion<G>> {
        search::readings::<G>(Rule::URI, text).into_iter().map(Suggestion::of).collect()
    }
}

impl<G: Grammar> Suggestion<G> {
    fn of(reading: search::Reading) -> Self {
        let search::Reading { edited: Edited { text, changes, helps }, typed_host } = reading;
        let reference =
            UriReference::<String, G>::try_from(text).expect("the text of a suggestion was parsed");
        Self { reference, changes, helps, typed_host }
    }

    /// Returns the reference.
    pub const fn reference(&self) -> &UriReference<String, G> {
        &self.reference
    }

    /// Returns the reference, and drops the changes.
    pub fn into_inner(self) -> UriReference<String, G> {
        self.reference
    }

    /// Returns the host that a link with the original text leads to in a browser, if the suggestion leads to another host. The
    /// text may then be an attack. The host is a name, or an IP address without brackets.
    ///
    /// Returns `None` if browsers find no host in the text, or a host that cannot be resolved. Quotes and other characters
    /// around the text are ignored. With the feature `idna`, a name is in its DNS form.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let suggestions = UriReference::suggestions("http://good.example／@evil.example/");
    /// assert_eq!(suggestions[0].reference(), "http://good.example/@evil.example/");
    /// assert_eq!(suggestions[0].typed_host(), Some("evil.example"));
    /// ```
    pub fn typed_host(&self) -> Option<&str> {
        self.typed_host.as_deref()
    }

    /// Returns the changes, ordered by offset. The rest of the text is kept byte for byte.
    pub fn changes(&self) -> impl ExactSizeIterator<Item = Change<'_>> {
        let Self { reference, changes, helps, .. } = self;
        changes.iter().map(|changed| Change { changed, text: reference.as_str(), helps })
    }
}

/// Shows the reference without its password.
impl<G: Grammar> fmt::Debug for Suggestion<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Suggestion").field("reference", &self.reference).finish_non_exhaustive()
    }
}

impl<'m> Change<'m> {
    /// Returns the replaced range of the text, in bytes, which is empty for an insertion.
    pub fn range(&self) -> Range<usize> {
        self.changed.original.clone()
    }

    /// Returns the replacement, which is empty for a removal.
    pub fn inserted(&self) -> &'m str {
        self.text.get(self.changed.current.clone()).expect("changes lie in the text")
    }

    /// Returns the reason for the change, as a phrase without a full stop.
    pub fn help(&self) -> impl fmt::Display + use<'m> {
        Help(*self)
    }
}

/// Does not show the replacement, which may be part of a password.
impl fmt::Debug for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Change").field("range", &self.range()).finish_non_exhaustive()
    }
}

/// Displays the reason for a change.
struct Help<'m>(Change<'m>);

impl fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change { changed, helps, .. } = self.0;
        let is_own = |index: usize| changed.mistakes >> index & 1 == 1;
        let own = helps.iter().enumerate().filter(|(index, _)| is_own(*index));
        write_phrases(own.map(|(_, help)| help.as_str()), f)
    }
}
