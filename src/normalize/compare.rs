//! Comparison (section 6.2): the level of the comparison ladder at which two references are equal.

use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::bytes::shown;
use crate::grammar::Grammar;
use crate::normalize::{Level, Normalizer};
use crate::reference::generic::UriReference;

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// Returns whether the two references have the same normal form at this level.
    ///
    /// At every level, equal texts take only one comparison of bytes. Relative references are compared without a base; they
    /// should be [resolved](crate::generic::Uri::resolve) first (section 6.1).
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::Level;
    ///
    /// let a = UriReference::parse("http://example.com")?;
    /// let b = UriReference::parse("http://example.com:80/")?;
    /// assert!(a.equivalent(&b, Level::Scheme));
    /// assert!(!a.equivalent(&b, Level::Path));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn equivalent<U: AsRef<str>>(&self, other: &UriReference<U, G>, level: Level) -> bool {
        // Equal texts are compared first, because they need no preparation.
        self == other || Normalizer::new(level).equivalent(self, other)
    }

    /// Returns the lowest level at which the two references are equal, up to [`Level::Scheme`]; `None` if they differ at every
    /// level.
    ///
    /// `None` does not mean that the references identify different resources (section 6.1). Equal texts take only one
    /// comparison of bytes.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::Level;
    ///
    /// let uri = UriReference::parse("example://a/b/c/%7Bfoo%7D")?;
    /// let level = |other| uri.compare(&UriReference::parse(other).unwrap());
    /// assert_eq!(level("example://a/b/c/%7Bfoo%7D"), Some(Level::String));
    /// assert_eq!(level("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"), Some(Level::Path));
    /// assert_eq!(level("example://a/b/c/foo"), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn compare<U: AsRef<str>>(&self, other: &UriReference<U, G>) -> Option<Level> {
        // Equal texts are compared first, because they need no preparation.
        if self == other { Some(Level::String) } else { Normalizer::new(Level::Scheme).compare(self, other) }
    }
}

impl Normalizer<'_> {
    /// Returns whether the two references are equal with these options. See [`UriReference::equivalent`].
    #[inline]
    pub fn equivalent<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        self,
        a: &UriReference<T, G>,
        b: &UriReference<U, G>,
    ) -> bool {
        a == b || Pair::new(self, a, b).is_equal_by(self)
    }

    /// Returns the lowest level at which the two references are equal, up to the normalizer's level; `None` if they differ at
    /// all of them. See [`UriReference::compare`].
    #[inline]
    pub fn compare<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        self,
        a: &UriReference<T, G>,
        b: &UriReference<U, G>,
    ) -> Option<Level> {
        if a == b { Some(Level::String) } else { Pair::new(self, a, b).level(self) }
    }

    /// Returns the reference with its normal form, for comparison. See [`Normalized`].
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::normalize::{Level, Normalizer};
    ///
    /// let normalizer = Normalizer::new(Level::Scheme).fragment(false);
    /// let [a, b] = ["http://a#x", "http://a:80/#y"].map(|text| Uri::parse(text).unwrap());
    /// assert_eq!(normalizer.normalized(a), normalizer.normalized(b));
    /// ```
    pub fn normalized<R, T, G>(self, reference: R) -> Normalized<R>
    where
        R: AsRef<str> + Borrow<UriReference<T, G>>,
        T: AsRef<str>,
        G: Grammar,
    {
        let normal = self.normalize(reference.borrow());
        let form = (normal != *reference.as_ref()).then(|| normal.into_inner().into_owned());
        Normalized { reference, form }
    }
}

/// Two references, and buffers for their normal forms.
struct Pair<'a, G> {
    references: [UriReference<&'a str, G>; 2],
    buffers: [String; 2],
}

impl<'a, G: Grammar> Pair<'a, G> {
    /// Never inlined, so that the code for equal texts stays short.
    #[inline(never)]
    fn new<T: AsRef<str>, U: AsRef<str>>(
        normalizer: Normalizer<'_>,
        a: &'a UriReference<T, G>,
        b: &'a UriReference<U, G>,
    ) -> Self {
        let references = [normalizer.chosen(a), normalizer.chosen(b)];
        Self { references, buffers: [String::new(), String::new()] }
    }

    /// Returns the lowest level at which they are equal, up to the normalizer's level.
    fn level(mut self, normalizer: Normalizer<'_>) -> Option<Level> {
        if self.is_equal_by(normalizer.level(Level::String)) {
            return Some(Level::String);
        }
        // References that differ at the last level differ at all levels.
        if !self.is_equal_by(normalizer) {
            return None;
        }
        let mut between = Level::ALL.into_iter().skip(1).take_while(|level| *level < normalizer.level);
        between.find(|level| self.is_equal_by(normalizer.level(*level))).or(Some(normalizer.level))
    }

    fn is_equal_by(&mut self, normalizer: Normalizer<'_>) -> bool {
        let ([a, b], [one, other]) = (&self.references, &mut self.buffers);
        a.text == b.text
            || (normalizer.level > Level::String && normalizer.form(a, one) == normalizer.form(b, other))
    }
}

/// A reference of any type that is compared and hashed by its normal form, for maps and sets.
///
/// Stores the reference, and also the normal form if the text differs. All keys of a map should be normalized in the same way.
///
/// ```
/// use std::collections::HashSet;
///
/// use urigram::Uri;
/// use urigram::normalize::{Level, Normalized};
///
/// let mut seen = HashSet::new();
/// for text in ["http://a", "HTTP://A:80/", "http://a/b"] {
///     seen.insert(Normalized::new(Uri::parse(text)?, Level::Scheme));
/// }
/// assert_eq!(seen.len(), 2);
/// let uri = seen.get("http://a/").unwrap().reference();
/// assert_eq!(uri, "http://a");
/// assert_eq!(uri.scheme().as_str(), "http");
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// For other options, see [`Normalizer::normalized`]. A `str` is looked up without being normalized, so it must be in normal
/// form already, such as the [form](Self::as_str) of another `Normalized`.
#[derive(Clone)]
pub struct Normalized<R> {
    reference: R,
    /// The normal form, if it differs from the text of the reference.
    form: Option<String>,
}

impl<R: AsRef<str>> Normalized<R> {
    /// Returns the reference with its normal form at this level, for comparison.
    pub fn new<T: AsRef<str>, G: Grammar>(reference: R, level: Level) -> Self
    where
        R: Borrow<UriReference<T, G>>,
    {
        Normalizer::new(level).normalized(reference)
    }

    /// Returns the normal form.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::{Level, Normalized};
    ///
    /// let uri = Normalized::new(UriReference::parse("HTTP://A/%7e")?, Level::Path);
    /// assert_eq!(uri.as_str(), "http://a/~");
    /// assert_eq!(uri.reference(), "HTTP://A/%7e");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn as_str(&self) -> &str {
        self.form.as_deref().unwrap_or(self.reference.as_ref())
    }

    /// Returns the reference.
    pub fn reference(&self) -> &R {
        &self.reference
    }

    /// Returns the reference, without its normal form.
    pub fn into_inner(self) -> R {
        self.reference
    }
}

/// Shows the normal form.
impl<R: AsRef<str>> fmt::Display for Normalized<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Shows the normal form, without the password in it.
impl<R: AsRef<str>> fmt::Debug for Normalized<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Normalized").field(&shown(self.as_str())).finish()
    }
}

impl<R: AsRef<str>, S: AsRef<str>> PartialEq<Normalized<S>> for Normalized<R> {
    fn eq(&self, other: &Normalized<S>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<R: AsRef<str>> Eq for Normalized<R> {}

impl<R: AsRef<str>> PartialOrd for Normalized<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: AsRef<str>> Ord for Normalized<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl<R: AsRef<str>> Hash for Normalized<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

/// `Eq`, `Ord` and `Hash` use the normal form, as [`Borrow`] requires.
impl<R: AsRef<str>> Borrow<str> for Normalized<R> {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}
