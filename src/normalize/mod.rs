// Normalization and comparison (section 6.2).
//
// In: one reference or two, and a `Normalizer` with the highest level of the comparison ladder to apply.
// Out: the normal form at that level, borrowed if the text is already normal, or the lowest level at which the two are
// equal. `syntax` implements section 6.2.2: `edits` finds the changes, and `form` writes them. `by_scheme` implements
// section 6.2.3.
// Next: none. The rules of each scheme are in `scheme`.

//! Normalization and comparison (section 6.2).
//!
//! [`Normalizer`] has the options of [`normalize`](crate::generic::UriReference::normalize) and
//! [`compare`](crate::generic::UriReference::compare), and [`Level`] is a level of the comparison ladder.

use alloc::borrow::Cow;
use alloc::string::String;
use core::marker::PhantomData;

mod by_scheme;
mod compare;
mod edits;
mod form;
mod options;
mod syntax;

pub use by_scheme::SchemeRulesError;
pub use compare::Normalized;
pub use options::{Level, Normalizer};

use crate::grammar::{Components, Grammar, Rule, defined, known};
use crate::reference::Parts;
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns the normal form by the syntax (section 6.2.2), which is that of [`Level::Path`]. It is borrowed if it is equal
    /// to the text; to keep it longer than the reference, convert it to an owned reference.
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
    #[must_use = "the reference itself is not changed"]
    pub fn normalize(&self) -> UriReference<Cow<'_, str>, G> {
        self.normalize_to(Level::Path)
    }

    /// Returns the normal form at this level. It is borrowed if it is equal to the text.
    ///
    /// Normalization is idempotent. Below [`Level::Scheme`], it changes only the case and percent-encoding of the
    /// scheme, the userinfo and the host, and removes only an empty port. [`Level::Scheme`]
    /// may also replace the port, host, path and query by equivalent ones of the scheme. Linear in the length, except
    /// for the parameters of `tel`, `sip` and `sips`, which are sorted.
    ///
    /// - Reserved characters are neither decoded nor encoded: `%2F` is not `/`. For IRIs, see [`Level::Percent`].
    /// - The host is in lower case, except for a zone of [`Rfc6874`](crate::grammar::Rfc6874): the name of an
    ///   interface is case-sensitive.
    /// - Dot segments are removed from a URI of any scheme, as in section 5.2.4: `a:b/../c` becomes `a:/c`.
    /// - In a relative reference, case and percent-encoding are normalized, an empty port is removed, and on
    ///   [`Level::Scheme`] an IPv6 address has the form of RFC 5952. Its dot segments are kept until it is resolved.
    /// - Unreserved characters are decoded in every component (section 2.3), so a registered name may become an IPv4
    ///   address: the normal form of `http://127.0.0.%31/` is `http://127.0.0.1/`. [`validate`](crate::validate) reports such
    ///   a name.
    /// - Without an authority, `/.` is written before a path that would begin with `//`: `a:/..//b`
    ///   becomes `a:/.//b`.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::Level;
    ///
    /// let uri = UriReference::parse("HTTP://EX%41mple.com:/%7e/../?")?;
    /// assert_eq!(uri.normalize_to(Level::String), "HTTP://EX%41mple.com:/%7e/../?");
    /// assert_eq!(uri.normalize_to(Level::Case), "http://ex%41mple.com:/%7E/../?");
    /// assert_eq!(uri.normalize_to(Level::Percent), "http://example.com:/~/../?");
    /// assert_eq!(uri.normalize_to(Level::Path), "http://example.com/?");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    #[must_use = "the reference itself is not changed"]
    pub fn normalize_to(&self, level: Level) -> UriReference<Cow<'_, str>, G> {
        Normalizer::new(level).normalize(self)
    }
}

/// Implements the same for the narrower types. Normal forms keep the type.
macro_rules! normal_forms {
    ($($Type:ident: $(#[$example:meta])*;)*) => {$(
        impl<T: AsRef<str>, G: Grammar> $Type<T, G> {
            /// Returns the normal form by the syntax. See [`UriReference::normalize`].
            ///
            $(#[$example])*
            #[inline]
            #[must_use = "the reference itself is not changed"]
            pub fn normalize(&self) -> $Type<Cow<'_, str>, G> {
                self.normalize_to(Level::Path)
            }

            /// Returns the normal form at this level. See [`UriReference::normalize_to`].
            #[inline]
            #[must_use = "the reference itself is not changed"]
            pub fn normalize_to(&self, level: Level) -> $Type<Cow<'_, str>, G> {
                Normalizer::new(level).normalize(self)
            }
        }
    )*};
}

normal_forms! {
    Uri:
        /// ```
        /// use urigram::Uri;
        ///
        /// assert_eq!(Uri::parse("http://example.com/%41/..")?.normalize().scheme().as_str(), "http");
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
    ;
    AbsoluteUri:
        /// ```
        /// use urigram::AbsoluteUri;
        ///
        /// assert_eq!(AbsoluteUri::parse("HTTP://example.com/a/../b")?.normalize(), "http://example.com/b");
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
    ;
    RelativeRef:
        /// ```
        /// use urigram::RelativeRef;
        ///
        /// assert_eq!(RelativeRef::parse("//EXAMPLE.com:/%7Ea")?.normalize(), "//example.com/~a");
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
    ;
}

/// A type that a [`Normalizer`] can normalize: the four types of reference.
///
/// ```
/// use urigram::Uri;
/// use urigram::normalize::{Normalize, Normalizer};
///
/// fn normal<R: Normalize>(reference: &R) -> R::Form<'_> {
///     Normalizer::default().normalize(reference)
/// }
/// assert_eq!(normal(&Uri::parse("HTTP://a/")?).scheme().as_str(), "http");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// The trait is sealed.
pub trait Normalize: sealed::Sealed {
    /// The same type of reference. Its text is borrowed if it is already normal.
    type Form<'r>
    where
        Self: 'r;

    #[doc(hidden)]
    fn normalized(&self, normalizer: Normalizer<'_>) -> Self::Form<'_>;
}

mod sealed {
    pub trait Sealed {}
}

impl<T: AsRef<str>, G: Grammar> sealed::Sealed for UriReference<T, G> {}

impl<T: AsRef<str>, G: Grammar> Normalize for UriReference<T, G> {
    type Form<'r>
        = UriReference<Cow<'r, str>, G>
    where
        Self: 'r;

    #[inline(always)]
    fn normalized(&self, normalizer: Normalizer<'_>) -> Self::Form<'_> {
        normalizer.normalize_reference(self)
    }
}

/// Implements the trait for the narrower types: normalization keeps a scheme, and adds neither a scheme nor a
/// fragment.
macro_rules! kept {
    ($($Type:ident)*) => {$(
        impl<T: AsRef<str>, G: Grammar> sealed::Sealed for $Type<T, G> {}

        impl<T: AsRef<str>, G: Grammar> Normalize for $Type<T, G> {
            type Form<'r>
                = $Type<Cow<'r, str>, G>
            where
                Self: 'r;

            #[inline(always)]
            fn normalized(&self, normalizer: Normalizer<'_>) -> Self::Form<'_> {
                $Type::known(normalizer.normalize_reference(self))
            }
        }
    )*};
}

kept! { Uri AbsoluteUri RelativeRef }

impl Normalizer<'_> {
    /// Returns the normal form of a reference, with these options. It is borrowed if it is equal to the text. See
    /// [`UriReference::normalize_to`].
    // Always inlined: otherwise, copying the result takes a sixth of the time.
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
            return self.normal(reference.text(), &reference.components);
        }
        let UriReference { text, components, .. } = without_fragment(reference.borrowed());
        self.normal(text, &components)
    }

    /// Returns the normal form of the text with these components.
    #[inline(always)]
    fn normal<'t, G: Grammar>(self, text: &'t str, at: &Components) -> UriReference<Cow<'t, str>, G> {
        let mut form = UriReference { text: Cow::Borrowed(text), components: *at, grammar: PhantomData };
        let mut buffer = String::new();
        if self.rewrite::<G>(Parts::new(text, at), &mut buffer, &mut form.components) {
            form.text = Cow::Owned(buffer);
        }
        form
    }

    /// Returns the normal form of a reference, written to a buffer. The previous content of the
    /// buffer is lost.
    ///
    /// Up to [`Level::Path`], nothing is allocated once the buffer has grown to the length of the longest
    /// reference. At [`Level::Scheme`], the same holds for a reference that is normal except for a default
    /// port or an empty path.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::{Level, Normalizer};
    ///
    /// let mut buffer = String::new();
    /// for text in ["http://a/%7Eb", "HTTP://a/c/../~b"] {
    ///     let uri = UriReference::parse(text)?;
    ///     assert_eq!(Normalizer::new(Level::Path).normalize_into(&uri, &mut buffer), "http://a/~b");
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

    /// Returns the normal form of a reference: its own text, or the content of the buffer.
    #[inline]
    pub(crate) fn form<'a, G: Grammar>(
        self,
        reference: &UriReference<&'a str, G>,
        buffer: &'a mut String,
    ) -> &'a str {
        let mut at = reference.components;
        if self.rewrite::<G>(Parts::of(reference), buffer, &mut at) { buffer } else { reference.text }
    }

    /// Returns the part of a reference that is normalized: all of it, or all except the fragment.
    #[inline]
    pub(crate) fn chosen<T: AsRef<str>, G: Grammar>(
        self,
        reference: &UriReference<T, G>,
    ) -> UriReference<&str, G> {
        let reference = reference.borrowed();
        if self.fragment { reference } else { without_fragment(reference) }
    }

    /// Writes the normal form to the buffer unless it is equal to the text, and returns whether it was written. `at` has the
    /// components of the text, and is set to those of the normal form.
    // Always inlined, and the components are changed in place: copying them takes as long as normalizing a
    // short text.
    #[inline(always)]
    fn rewrite<G: Grammar>(self, parts: Parts<'_>, buffer: &mut String, at: &mut Components) -> bool {
        let mut changed = syntax::write::<G>(parts, self.level, buffer, at);
        // If an edited grammar does not accept the normal form, the text is left unchanged.
        changed = changed && known::<G>(Rule::URI_reference, buffer, *at).map(|known| *at = known).is_ok();
        if !changed {
            *at = *parts.at;
        }
        if self.level >= Level::Scheme && parts.at.has(defined::SCHEME | defined::HOST) {
            let form = self.rewrite_by_scheme::<G>(parts, changed.then_some(*at), buffer);
            changed = form.is_some();
            *at = form.unwrap_or(*parts.at);
        }
        changed
    }

    /// Applies the scheme level. `at` has the components of the buffer if that contains the form on the path
    /// level; otherwise the form is the text itself. The result is returned in the same way.
    fn rewrite_by_scheme<G: Grammar>(
        self,
        parts: Parts<'_>,
        at: Option<Components>,
        buffer: &mut String,
    ) -> Option<Components> {
        match &at {
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
        }
    }
}

/// Returns a reference without its fragment.
fn without_fragment<G: Grammar>(reference: UriReference<&str, G>) -> UriReference<&str, G> {
    let after_query = Parts::of(&reference).after_query();
    let components = reference.components.without_fragment(after_query);
    let text = reference.text.get(..components.end() as usize).expect("components lie in the text");
    UriReference { text, components, ..reference }
}
