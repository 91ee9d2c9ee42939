// Normalization and comparison (section 6.2).
//
// In: one reference or two, and a `Normalizer` with the rung of the ladder to go up to.
// Out: the normal form on that rung, or the first rung on which the two are equal. `syntax` does what
// section 6.2.2 allows, then `by_scheme` what section 6.2.3 does, then `by_protocol` what 6.2.4 does. A
// text that is normal already is borrowed.
// Next: none. `scheme` is the room before, which knows what each scheme licenses.

//! Normalization and comparison (section 6.2).
//!
//! [`normalize`](crate::generic::UriReference::normalize) and [`compare`](crate::generic::UriReference::compare) are the
//! way to begin; a [`Normalizer`] has options and normalizes into a buffer, and [`Normalized`] is for maps and sets.

use alloc::borrow::Cow;
use alloc::string::String;
use core::marker::PhantomData;

mod by_protocol;
mod by_scheme;
mod check;
mod compare;
mod form;
mod kept;
mod note;
mod options;
mod redirects;
mod rules_error;
mod rung;
mod syntax;
mod triplet;

pub use crate::bytes::to_lower_case;
pub use compare::Normalized;
pub use kept::Normalize;
pub use options::Normalizer;
pub use redirects::Redirects;
pub use rules_error::SchemeRulesError;
pub use rung::{Rung, RungError};

use crate::grammar::{Components, Grammar, Rule, defined, known};
use crate::invariant::Invariant;
use crate::reference::Parts;
use crate::reference::generic::{Uri, UriReference};

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// The normal form by the syntax (section 6.2.2), which is that on [`Rung::Path`]. Borrowed if it is the
    /// text itself; to keep it longer than the reference, make it one that has a text of its own.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?;
    /// assert_eq!(reference.normalize(), "example://a/b/c/%7Bfoo%7D");
    ///
    /// let kept = UriReference::<String>::from(reference.normalize());
    /// assert_eq!(kept, "example://a/b/c/%7Bfoo%7D");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn normalize(&self) -> UriReference<Cow<'_, str>, G> {
        self.normalize_to(Rung::Path)
    }

    /// The normal form on that rung. Borrowed if it is the text itself.
    ///
    /// Normalized again it stays the same. On the rungs below [`Rung::Scheme`] it parses to the same scheme,
    /// userinfo and kind of host, up to case and percent-encoding, and to the same port, if not an empty one.
    /// [`Rung::Scheme`] may take the port, host, path and query for others that the scheme says are the same;
    /// the userinfo stays, and so does the fragment. [`Rung::Protocol`] may take all but the fragment for
    /// another URI, if [`Redirects`] are given; without them it is the same as [`Rung::Scheme`]. Linear in
    /// the length, but for the parameters of `tel`, `sip` and `sips`, which are sorted.
    ///
    /// - Reserved characters are neither decoded nor encoded: `%2F` is not `/`.
    /// - The host is in lower case, but for a zone of [`Rfc6874`](crate::Rfc6874): the name of an interface
    ///   is case-sensitive.
    /// - Dot segments are removed from a URI whatever its scheme, as section 5.2.4 has it: `a:b/../c` is `a:/c`.
    /// - A relative reference is normalized in case and percent-encoding, and an empty port is left out. Its dot
    ///   segments are removed when it is resolved.
    /// - A registered name that would become an IPv4 address, were it decoded, keeps its first character
    ///   encoded: `http://%31.2.3.4/` and `http://1%2E2.3.4/` are the first, and neither is
    ///   `http://1.2.3.4/`.
    /// - A path that would begin with `//`, where there is no authority, has `/.` before it: `a:/..//b` is
    ///   `a:/.//b`.
    ///
    /// ```
    /// use urigram::{Rung, UriReference};
    ///
    /// let uri = UriReference::parse("HTTP://EX%41mple.com:/%7e/../?")?;
    /// assert_eq!(uri.normalize_to(Rung::String), "HTTP://EX%41mple.com:/%7e/../?");
    /// assert_eq!(uri.normalize_to(Rung::Case), "http://ex%41mple.com:/%7E/../?");
    /// assert_eq!(uri.normalize_to(Rung::Percent), "http://example.com:/~/../?");
    /// assert_eq!(uri.normalize_to(Rung::Path), "http://example.com/?");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn normalize_to(&self, rung: Rung) -> UriReference<Cow<'_, str>, G> {
        Normalizer::to(rung).normalize(self)
    }
}

impl<T: AsRef<str>, G: Grammar> Uri<T, G> {
    /// The normal form by the syntax. See [`UriReference::normalize`].
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// assert_eq!(Uri::parse("http://example.com/%41/..")?.normalize().scheme().as_str(), "http");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn normalize(&self) -> Uri<Cow<'_, str>, G> {
        self.normalize_to(Rung::Path)
    }

    /// The normal form on that rung. See [`UriReference::normalize_to`].
    pub fn normalize_to(&self, rung: Rung) -> Uri<Cow<'_, str>, G> {
        Normalizer::to(rung).normalize(self)
    }
}

impl Normalizer<'_> {
    /// The normal form, by these options, and of the same type: that of a URI is a URI. Borrowed if it is the text
    /// itself. See [`UriReference::normalize_to`].
    ///
    /// ```
    /// use urigram::{Normalizer, Rung, Uri};
    ///
    /// let uri = Uri::parse("HTTP://example.com:80")?;
    /// let form = Normalizer::to(Rung::Scheme).normalize(&uri);
    /// assert_eq!(form.scheme().as_str(), "http");
    /// assert_eq!(form, "http://example.com/");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    // Where it is not part of its caller, to move what it gives takes a sixth of its time.
    #[inline(always)]
    pub fn normalize<R: Normalize>(self, reference: &R) -> R::Form<'_> {
        reference.normalized(self)
    }

    #[inline(always)]
    fn normalize_reference<'r, T: AsRef<str>, G: Grammar>(
        self,
        reference: &'r UriReference<T, G>,
    ) -> UriReference<Cow<'r, str>, G> {
        if self.fragment || !reference.components.has(defined::FRAGMENT) {
            return self.normal(reference.as_str(), &reference.components);
        }
        let UriReference { text, components, .. } = without_fragment(reference.borrowed());
        self.normal(text, &components)
    }

    /// The normal form of what has these components.
    #[inline(always)]
    fn normal<'t, G: Grammar>(self, text: &'t str, at: &Components) -> UriReference<Cow<'t, str>, G> {
        let mut form = UriReference { text: Cow::Borrowed(text), components: *at, grammar: PhantomData };
        let mut buffer = String::new();
        if self.rewrite::<G>(Parts::new(text, at), &mut buffer, &mut form.components) {
            form.text = Cow::Owned(buffer);
        }
        form
    }

    /// The normal form of a reference, in a buffer: what was in the buffer before is gone.
    ///
    /// Once the buffer has grown to the length of the longest, nothing is allocated up to [`Rung::Path`]. On
    /// [`Rung::Scheme`] nothing is for what is normal, or is but for a default port or an empty path.
    ///
    /// ```
    /// use urigram::{Normalizer, Rung, UriReference};
    ///
    /// let mut buffer = String::new();
    /// for text in ["http://a/%7Eb", "HTTP://a/c/../~b"] {
    ///     let uri = UriReference::parse(text)?;
    ///     assert_eq!(Normalizer::to(Rung::Path).normalize_into(&uri, &mut buffer), "http://a/~b");
    /// }
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn normalize_into<'b, T: AsRef<str>, G: Grammar>(
        self,
        reference: &UriReference<T, G>,
        buffer: &'b mut String,
    ) -> UriReference<&'b str, G> {
        let reference = self.chosen(reference);
        let mut components = reference.components;
        if !self.rewrite::<G>(Parts::of(&reference), buffer, &mut components) {
            buffer.clear();
            buffer.push_str(reference.as_str());
        }
        UriReference { text: buffer, components, grammar: PhantomData }
    }

    /// The normal form of what there is to be normalized: its own text, or in the buffer.
    #[inline]
    pub(crate) fn form<'a, G: Grammar>(
        self,
        reference: &UriReference<&'a str, G>,
        buffer: &'a mut String,
    ) -> &'a str {
        let mut at = reference.components;
        if self.rewrite::<G>(Parts::of(reference), buffer, &mut at) { buffer } else { reference.text }
    }

    /// What there is to be normalized: the reference, or all but its fragment.
    #[inline]
    pub(crate) fn chosen<T: AsRef<str>, G: Grammar>(
        self,
        reference: &UriReference<T, G>,
    ) -> UriReference<&str, G> {
        let reference = reference.borrowed();
        if self.fragment { reference } else { without_fragment(reference) }
    }

    /// Writes the normal form into the buffer, if it is not the text itself, and says whether it did. The
    /// components of the text, as they are given, become those of the normal form.
    // Inlined, and the components changed where they are, as to move them takes as long as a short text.
    #[inline(always)]
    fn rewrite<G: Grammar>(self, parts: Parts<'_>, buffer: &mut String, at: &mut Components) -> bool {
        let mut changed = syntax::write::<G>(parts, self.rung, buffer, at);
        // A grammar that is not that of Appendix A may not have the normal form: the text is then left as it is.
        if changed && let Ok(known) = known::<G>(Rule::URI_reference, buffer, *at) {
            *at = known;
        } else {
            (changed, *at) = (false, *parts.at);
        }
        if self.rung >= Rung::Scheme && parts.at.has(defined::SCHEME) {
            let form = self.rewrite_by_scheme::<G>(parts, changed.then_some(*at), buffer);
            changed = form.is_some();
            *at = form.unwrap_or(*parts.at);
        }
        changed
    }

    /// The same from the scheme rung on, for the text whose form on the path rung is in the buffer and has such
    /// components, or is the text itself.
    fn rewrite_by_scheme<G: Grammar>(
        self,
        parts: Parts<'_>,
        at: Option<Components>,
        buffer: &mut String,
    ) -> Option<Components> {
        let at = match &at {
            None => by_scheme::write::<G>(self, parts, buffer),
            Some(form) => {
                let mut written = String::new();
                let changed = by_scheme::write::<G>(self, Parts::new(buffer, form), &mut written);
                if changed.is_some() {
                    buffer.clear();
                    buffer.push_str(&written);
                }
                changed.or(at)
            }
        };
        match self.redirects {
            Some(redirects) if self.rung >= Rung::Protocol => {
                by_protocol::write::<G>(redirects, parts, at, buffer)
            }
            _ => at,
        }
    }
}

/// All of a reference but its fragment.
fn without_fragment<G>(reference: UriReference<&str, G>) -> UriReference<&str, G> {
    let components = reference.components.without_fragment();
    let text = reference.text.get(..components.end() as usize).invariant("components lie in the text");
    UriReference { text, components, ..reference }
}
