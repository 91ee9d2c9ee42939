// Base URIs (section 5.1).
//
// In: the base URIs of the sources in section 5.1, and the text of a document or a message.
// Out: the base URI in force. `html` and `message` find the base that a document or a message declares for itself;
// `resolve` converts it to a URI.
// Next: none. The caller resolves references against the base in force.

//! Establishing a base URI (section 5.1).
//!
//! ```text
//! .----------------------------------------------------------.
//! |  .----------------------------------------------------.  |
//! |  |  .----------------------------------------------.  |  |
//! |  |  |  .----------------------------------------.  |  |  |
//! |  |  |  |  .----------------------------------.  |  |  |  |
//! |  |  |  |  |       <relative-reference>       |  |  |  |  |
//! |  |  |  |  `----------------------------------'  |  |  |  |
//! |  |  |  | (5.1.1) Base URI embedded in content   |  |  |  |
//! |  |  |  `----------------------------------------'  |  |  |
//! |  |  | (5.1.2) Base URI of the encapsulating entity |  |  |
//! |  |  |         (message, representation, or none)   |  |  |
//! |  |  `----------------------------------------------'  |  |
//! |  | (5.1.3) URI used to retrieve the entity            |  |
//! |  `----------------------------------------------------'  |
//! | (5.1.4) Default Base URI (application-dependent)         |
//! `----------------------------------------------------------'
//! ```
//!
//! [`BaseUris`] represents this figure: the innermost base URI that is defined is in force. [`in_html`] and
//! [`in_message`] find the base that a document or a message declares for itself, which is then set with
//! [`BaseUris::embed`].
//!
//! ```
//! use urigram::Uri;
//! use urigram::base::{BaseSource, BaseUris, in_message};
//!
//! // A message that was retrieved, and one part of it.
//! let retrieval: Uri<String> = "http://example.com/mail/7".parse()?;
//! let mut message = BaseUris { retrieval: Some(retrieval), ..BaseUris::default() };
//! if let Some(location) = in_message("Content-Location: ../docs/\r\n\r\n") {
//!     message.embed(&location)?;
//! }
//! let part = message.within();
//!
//! let (base, source) = part.in_force().unwrap();
//! assert_eq!(base.resolve_str("a.html")?, "http://example.com/docs/a.html");
//! assert_eq!(source, BaseSource::Encapsulating);
//! # Ok::<(), urigram::Error>(())
//! ```
// Without the feature, the link has no target.
#![cfg_attr(not(feature = "html"), doc = "\n[`in_html`]: #")]

use alloc::string::String;

use crate::grammar::{Grammar, GrammarError, Rfc3986, Rule};
use crate::reference::Parts;
use crate::reference::generic::Uri;
use crate::resolve::{ResolveError, parse};

#[cfg(feature = "html")]
mod html;
mod message;

#[cfg(feature = "html")]
pub use html::in_html;
pub use message::{in_fields, in_message};

/// The source of the base URI in force. The variants are the rings of the figure, from the inside out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BaseSource {
    /// Embedded in the content (section 5.1.1).
    Embedded,
    /// The base URI of the encapsulating entity (section 5.1.2).
    Encapsulating,
    /// The URI used to retrieve the entity (section 5.1.3).
    Retrieval,
    /// The default of the application (section 5.1.4).
    Default,
}

/// The base URIs that a representation may have, one from each source (section 5.1).
///
/// ```
/// use urigram::Uri;
/// use urigram::base::{BaseSource, BaseUris};
///
/// let mut bases = BaseUris::default();
/// assert_eq!(bases.in_force(), None);
/// bases.retrieval = Some(Uri::parse("http://a/b")?);
/// assert_eq!(bases.in_force(), Some((&Uri::parse("http://a/b")?, BaseSource::Retrieval)));
/// bases.embedded = Some(Uri::parse("http://c/d")?);
/// assert_eq!(bases.in_force(), Some((&Uri::parse("http://c/d")?, BaseSource::Embedded)));
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BaseUris<T: AsRef<str>, G: Grammar = Rfc3986> {
    /// Embedded in the content (section 5.1.1). [`embed`](Self::embed) sets it from a reference, which may be
    /// relative.
    pub embedded: Option<Uri<T, G>>,
    /// The base URI of the entity around the representation, such as a message (section 5.1.2).
    pub encapsulating: Option<Uri<T, G>>,
    /// The URI used to retrieve the entity, after any redirections (section 5.1.3).
    pub retrieval: Option<Uri<T, G>>,
    /// The default of the application (section 5.1.4).
    pub default: Option<Uri<T, G>>,
}

impl<T: AsRef<str>, G: Grammar> BaseUris<T, G> {
    /// Returns the base URI in force and its source, or `None` if no source defines one. A fragment of the base URI is
    /// ignored when references are resolved.
    pub fn in_force(&self) -> Option<(&Uri<T, G>, BaseSource)> {
        let embedded = self.embedded.as_ref().map(|base| (base, BaseSource::Embedded));
        embedded.or_else(|| self.around())
    }

    /// Returns the base URI that is in force if the content embeds none.
    fn around(&self) -> Option<(&Uri<T, G>, BaseSource)> {
        let sources = [
            (&self.encapsulating, BaseSource::Encapsulating),
            (&self.retrieval, BaseSource::Retrieval),
            (&self.default, BaseSource::Default),
        ];
        sources.into_iter().find_map(|(base, source)| Some((base.as_ref()?, source)))
    }

    /// Returns the base URIs of a part of this representation: the base embedded here becomes the base of the
    /// encapsulating entity. Parts can contain parts.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::base::{BaseSource, BaseUris};
    ///
    /// let embedded = Some(Uri::parse("http://a/b")?);
    /// let message = BaseUris { embedded, ..BaseUris::default() };
    /// let (base, source) = (embedded.unwrap(), BaseSource::Encapsulating);
    /// assert_eq!(message.within().in_force(), Some((&base, source)));
    /// assert_eq!(message.within().within().in_force(), Some((&base, source)));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[must_use]
    pub fn within(self) -> Self {
        Self { embedded: None, encapsulating: self.embedded.or(self.encapsulating), ..self }
    }
}

impl<G: Grammar> BaseUris<String, G> {
    /// Sets the base that the content declares. The reference is resolved against the base URI in force around the
    /// content, and its fragment is removed (section 5.1). The result replaces the base embedded before. Linear in
    /// the lengths of both references.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::base::BaseUris;
    ///
    /// let retrieval: Uri<String> = "http://example.com/docs/guide".parse()?;
    /// let mut bases = BaseUris { retrieval: Some(retrieval), ..BaseUris::default() };
    /// bases.embed("../images/#top")?;
    /// assert_eq!(bases.embedded.as_ref().unwrap(), "http://example.com/images/");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a valid reference, if it is relative and no source defines a base URI for it, or if
    /// the target is [too long](crate#limits). On error, the base embedded before is kept.
    pub fn embed(&mut self, reference: &str) -> Result<(), ResolveError> {
        let reference = parse(reference)?;
        let target = match self.around() {
            Some((base, _)) => base.resolve(&reference),
            // Resolving a URI removes its dot segments. The result does not depend on the base.
            None if reference.is_uri() => {
                let base = Uri::known(reference);
                base.resolve(&base)
            }
            None => Err(ResolveError::NoBase),
        }?;
        let after_query = Parts::of(&target).after_query();
        let mut text = target.into_inner();
        text.truncate(after_query as usize);
        let base = Uri::matching(Rule::URI, text).map_err(GrammarError::rejected)?;
        self.embedded = Some(base);
        Ok(())
    }
}

impl<T: AsRef<str>, G: Grammar> Default for BaseUris<T, G> {
    fn default() -> Self {
        Self { embedded: None, encapsulating: None, retrieval: None, default: None }
    }
}
