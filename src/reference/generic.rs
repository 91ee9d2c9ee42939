//! The four types of reference (section 4) for any text and any grammar. A reference is a text that the rule
//! of its type matches, together with the offsets of its components.
//!
//! [`Uri<T, Rfc3986>`](Uri) is [`urigram::Uri<T>`](crate::Uri), [`Uri<T, Rfc3987>`](Uri) is
//! [`urigram::Iri<T>`](crate::Iri), and so on. Use these names in code that is generic in the grammar:
//!
//! ```
//! use urigram::grammar::Grammar;
//! use urigram::{Iri, Uri, generic};
//!
//! fn is_web<T: AsRef<str>, G: Grammar>(uri: &generic::Uri<T, G>) -> bool {
//!     let scheme = uri.borrowed().scheme();
//!     scheme.is("http") || scheme.is("https")
//! }
//!
//! assert!(is_web(&Uri::parse("https://example.com/")?));
//! assert!(!is_web(&Iri::parse("urn:é")?));
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! The bound `T::Part<'i>: 'o` of the methods that return a component means that the component lives as long as the text:
//! the text that a `Uri<&str>` borrows, or the `Uri<String>` itself.

use alloc::string::String;
use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::Deref;

use crate::grammar::{Components, Grammar, ParseError, ReferenceKind, Rejected, Rule};

/// A URI reference (section 4.1) or an IRI reference, depending on the grammar `G`.
///
/// Its aliases are [`UriReference`](crate::UriReference) and [`IriReference`](crate::IriReference).
///
/// ```
/// use urigram::UriReference;
///
/// let reference = UriReference::parse("../b?c")?;
/// assert!(reference.scheme().is_none());
/// assert_eq!(reference.path().as_str(), "../b");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// A borrowed reference takes 64 bytes and does not copy the text; the results of its accessors live as long
/// as the text. Each accessor takes constant time, except [`host`](Self::host), which parses the address of
/// an IP literal or IPv4 address.
// INVARIANT: `text` matches the rule of the type in the grammar `G`, and `components` is the result of the
// match.
#[derive(Clone, Copy)]
pub struct UriReference<T, G> {
    pub(crate) text: T,
    pub(crate) components: Components,
    pub(crate) grammar: PhantomData<fn() -> G>,
}

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    #[inline(always)]
    pub(crate) fn matching(rule: Rule, text: T) -> Result<Self, ParseError> {
        G::parse(rule, text, |text, components| Self { text, components, grammar: PhantomData })
    }

    /// Like [`Self::matching`], but takes the text, and returns it in the error.
    pub(crate) fn accepting(rule: Rule, text: T) -> Result<Self, Rejected<T>> {
        match G::components(rule, text.as_ref()) {
            Ok(components) => Ok(Self { text, components, grammar: PhantomData }),
            Err(error) => Err(Rejected::new(error, text)),
        }
    }

    /// Returns the text, borrowed from this reference whatever the type of the text.
    #[inline]
    pub(crate) fn text(&self) -> &str {
        self.text.as_ref()
    }

    /// Returns the components, as byte offsets, and the rules that matched.
    #[inline]
    pub const fn components(&self) -> &Components {
        &self.components
    }

    /// Returns whether this is a URI, which has a scheme (section 3).
    #[inline]
    pub fn is_uri(&self) -> bool {
        self.components.kind() == Some(ReferenceKind::Uri)
    }

    /// Returns the same reference, borrowing the text.
    #[inline]
    pub fn borrowed(&self) -> UriReference<&str, G> {
        UriReference { text: self.text.as_ref(), components: self.components, grammar: PhantomData }
    }

    /// Returns the same reference, with a copy of the text.
    pub fn to_owned(&self) -> UriReference<String, G> {
        UriReference { text: self.text().into(), components: self.components, grammar: PhantomData }
    }

    /// Returns the text, and drops the components.
    #[inline]
    pub fn into_inner(self) -> T {
        self.text
    }

    /// Converts the text to another type. The new text is parsed only if it differs from the old one.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use urigram::UriReference;
    ///
    /// let reference = UriReference::parse("/a/b")?;
    /// let shared: UriReference<Arc<str>> = reference.map_text(Arc::from)?;
    /// # Ok::<(), urigram::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the new text differs from the old one, and does not match the rule of the type.
    pub fn map_text<'i, U: AsRef<str>>(
        &'i self,
        map: impl FnOnce(&'i str) -> U,
    ) -> Result<UriReference<U, G>, Rejected<U>> {
        let text = map(self.text());
        match text.as_ref() == self.text() {
            true => Ok(UriReference { text, components: self.components, grammar: PhantomData }),
            false => UriReference::accepting(Rule::URI_reference, text),
        }
    }

    /// Returns the reference with this text and the components that an earlier parse has found in it, without parsing.
    /// Takes constant time.
    ///
    /// Returns `None` if the components cannot belong to this text, because its length or a delimiter differs. The caller
    /// must ensure that the text was parsed under the same grammar: for any other text, results are unspecified, and
    /// operations may panic.
    ///
    /// If only the text was stored, as in a database of parsed references, [`Components::split`] finds the
    /// components again without a check. With the components that `split` finds in a text that was never parsed,
    /// results are unspecified, but the getters and the operations of [`resolve`](crate::resolve) and
    /// [`normalize`](crate::normalize) do not panic.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::grammar::Components;
    ///
    /// let components = *UriReference::parse("/a?b")?.components();
    /// assert_eq!(UriReference::from_components_unchecked("/a?b", components).unwrap().query().unwrap(), "b");
    /// assert!(UriReference::from_components_unchecked("/a#b", components).is_none());
    ///
    /// let stored = "http://a/b?c";
    /// let reference = UriReference::from_components_unchecked(stored, Components::split(stored)).unwrap();
    /// assert_eq!(reference.host_str(), Some("a"));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn from_components_unchecked(text: T, components: Components) -> Option<Self> {
        let fits = components.fit(Rule::URI_reference, text.as_ref());
        fits.then_some(Self { text, components, grammar: PhantomData })
    }
}

impl<T, G> UriReference<T, G> {
    /// The rule of the type.
    pub(crate) const RULE: Rule = Rule::URI_reference;

    /// Returns the reference unchanged, so that macros can call this method of all four types.
    #[inline]
    pub(crate) fn known(reference: Self) -> Self {
        reference
    }

    /// Converts the text to another type. The caller ensures that the text itself does not change.
    pub(crate) fn held_by<U>(self, map: impl FnOnce(T) -> U) -> UriReference<U, G> {
        UriReference { text: map(self.text), components: self.components, grammar: PhantomData }
    }

    /// Returns the same text under another grammar. `components` are those that its rules matched.
    #[inline]
    pub(crate) fn under<H>(self, components: Components) -> UriReference<T, H> {
        UriReference { text: self.text, components, grammar: PhantomData }
    }
}

/// Defines a type that wraps a [`UriReference`] and matches a stricter rule.
macro_rules! narrower {
    ($(#[$doc:meta])* $Name:ident: $Wider:ident, $rule:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $Name<T, G>(pub(crate) $Wider<T, G>);

        impl<T: AsRef<str>, G: Grammar> $Name<T, G> {
            #[inline]
            pub(crate) fn matching(rule: Rule, text: T) -> Result<Self, ParseError> {
                $Wider::matching(rule, text).map(Self)
            }

            pub(crate) fn accepting(rule: Rule, text: T) -> Result<Self, Rejected<T>> {
                $Wider::accepting(rule, text).map(Self)
            }

            /// Returns the components, as byte offsets, and the rules that matched.
            #[inline]
            pub const fn components(&self) -> &Components {
                self.0.components()
            }

            /// Returns the same reference, borrowing the text.
            #[inline]
            pub fn borrowed(&self) -> $Name<&str, G> {
                $Name(self.0.borrowed())
            }

            /// Returns the same reference, with a copy of the text.
            pub fn to_owned(&self) -> $Name<String, G> {
                $Name(self.0.to_owned())
            }

            /// Returns the text, and drops the components.
            #[inline]
            pub fn into_inner(self) -> T {
                self.0.into_inner()
            }

            /// Converts the text to another type. See [`UriReference::map_text`].
            ///
            /// # Errors
            ///
            /// If the new text differs from the old one, and does not match the rule of the type.
            pub fn map_text<'i, U: AsRef<str>>(
                &'i self,
                map: impl FnOnce(&'i str) -> U,
            ) -> Result<$Name<U, G>, Rejected<U>> {
                let text = map(self.text());
                match text.as_ref() == self.text() {
                    true => Ok($Name::known(UriReference {
                        text,
                        components: *self.components(),
                        grammar: PhantomData,
                    })),
                    false => $Name::accepting($rule, text),
                }
            }

            /// Returns the reference with this text and the components that an earlier parse has found in
            /// it. See [`UriReference::from_components_unchecked`].
            pub fn from_components_unchecked(text: T, components: Components) -> Option<Self> {
                let fits = components.fit($rule, text.as_ref());
                fits.then_some(Self::known(UriReference { text, components, grammar: PhantomData }))
            }
        }

        impl<T, G> $Name<T, G> {
            /// The rule of the type.
            pub(crate) const RULE: Rule = $rule;

            /// Wraps a reference that the rule of the type is known to match.
            #[inline]
            pub(crate) fn known(reference: UriReference<T, G>) -> Self {
                Self($Wider::known(reference))
            }

            pub(crate) fn held_by<U>(self, map: impl FnOnce(T) -> U) -> $Name<U, G> {
                $Name(self.0.held_by(map))
            }

            #[inline]
            pub(crate) fn under<H>(self, components: Components) -> $Name<T, H> {
                $Name(self.0.under(components))
            }
        }

        impl<T, G> Deref for $Name<T, G> {
            type Target = $Wider<T, G>;

            #[inline]
            fn deref(&self) -> &$Wider<T, G> {
                &self.0
            }
        }

        impl<T, G> From<$Name<T, G>> for UriReference<T, G> {
            #[inline]
            fn from(value: $Name<T, G>) -> Self {
                value.0.into()
            }
        }

        /// `Eq`, `Ord` and `Hash` of both types use only the text, as `Borrow` requires.
        impl<T, G> Borrow<UriReference<T, G>> for $Name<T, G> {
            #[inline]
            fn borrow(&self) -> &UriReference<T, G> {
                self
            }
        }

        impl<T: AsRef<str>, G: Grammar> TryFrom<UriReference<T, G>> for $Name<T, G> {
            type Error = Rejected<UriReference<T, G>>;

            /// Checks the stricter rule; the error has the value unchanged.
            fn try_from(value: UriReference<T, G>) -> Result<Self, Self::Error> {
                match G::components(Self::RULE, value.text()) {
                    Ok(components) => Ok(Self::known(UriReference { components, ..value })),
                    Err(error) => Err(Rejected::new(error, value)),
                }
            }
        }
    };
}

narrower! {
    #[doc(alias("URL", "Url"))]
    /// A URI (section 3) or an IRI: it begins with a scheme and may have a fragment.
    ///
    /// Its aliases are [`Uri`](crate::Uri) and [`Iri`](crate::Iri). It dereferences to a [`UriReference`], which
    /// has the other accessors.
    Uri: UriReference, Rule::URI
}

narrower! {
    /// An absolute URI (section 4.3) or IRI: it has no fragment, and can serve as a base.
    ///
    /// Its aliases are [`AbsoluteUri`](crate::AbsoluteUri) and [`AbsoluteIri`](crate::AbsoluteIri). It
    /// dereferences to a [`Uri`].
    AbsoluteUri: Uri, Rule::absolute_URI
}

narrower! {
    /// A relative reference (section 4.2): it has no scheme.
    ///
    /// Its aliases are [`RelativeRef`](crate::RelativeRef) and [`RelativeIriRef`](crate::RelativeIriRef).
    RelativeRef: UriReference, Rule::relative_ref
}

impl<T, G> From<AbsoluteUri<T, G>> for Uri<T, G> {
    #[inline]
    fn from(value: AbsoluteUri<T, G>) -> Self {
        value.0
    }
}

impl<T: AsRef<str>, G: Grammar> TryFrom<Uri<T, G>> for AbsoluteUri<T, G> {
    type Error = Rejected<Uri<T, G>>;

    /// Checks the stricter rule; the error has the value unchanged.
    fn try_from(value: Uri<T, G>) -> Result<Self, Self::Error> {
        Self::try_from(value.0).map_err(|rejected| {
            let error = *rejected.error();
            Rejected::new(error, Uri(rejected.into_inner()))
        })
    }
}

/// Implements parsing for the types of one grammar. A generic implementation would not determine the grammar in a
/// call such as `Uri::parse`.
macro_rules! parsing {
    ($G:ty; $($(#[$doc:meta])* $Type:ident $rule:expr;)*) => {$(
        impl<'i> generic::$Type<&'i str, $G> {
            $(#[$doc])*
            #[inline]
            pub fn parse(text: &'i str) -> Result<Self, ParseError> {
                Self::matching($rule, text)
            }
        }

        impl<T: AsRef<str>> generic::$Type<T, $G> {
            /// Parses a text of any type, and keeps the text. Its `as_ref` must always return the same `str`. If the type
            /// does not implement [`Text`](crate::Text), use `as_ref` to read the text of the reference, and `borrowed` to
            /// call getters.
            ///
            /// # Errors
            ///
            /// If the rule does not match the text. The error names the component and the byte offset of the first fault, and
            /// contains the text unchanged.
            pub fn try_new(text: T) -> Result<Self, Rejected<T>> {
                Self::accepting($rule, text)
            }
        }
    )*};
}

pub(crate) use parsing;
