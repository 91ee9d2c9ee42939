//! The options of normalization and comparison.

use super::rung::Rung;
use crate::scheme::Schemes;

/// How references are normalized and compared: up to which rung of the ladder, and with which rules.
///
/// ```
/// use urigram::UriReference;
/// use urigram::normalize::{Normalizer, Rung};
///
/// let normalizer = Normalizer::new(Rung::Scheme).fragment(false);
/// let uri = UriReference::parse("HTTP://www.EXAMPLE.com:80#top")?;
/// assert_eq!(normalizer.normalize(&uri), "http://www.example.com/");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normalizer<'a> {
    pub(crate) rung: Rung,
    pub(crate) schemes: &'a Schemes,
    pub(crate) ipv6: bool,
    pub(crate) fragment: bool,
}

impl<'a> Normalizer<'a> {
    /// Returns a normalizer to this rung, with the [built-in](Schemes) schemes.
    pub const fn new(rung: Rung) -> Self {
        static BUILT_IN: Schemes = Schemes::new();
        Self { rung, schemes: &BUILT_IN, ipv6: true, fragment: true }
    }

    pub(super) const fn rung(self, rung: Rung) -> Self {
        Self { rung, ..self }
    }

    /// Sets the schemes whose rules are applied from [`Rung::Scheme`] on.
    #[must_use]
    pub const fn schemes(self, schemes: &'a Schemes) -> Self {
        Self { schemes, ..self }
    }

    /// Sets whether IPv6 addresses are written in the form of RFC 5952, from [`Rung::Scheme`] on, with any
    /// scheme or none: all spellings of an address are equivalent. On by default.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::{Normalizer, Rung};
    ///
    /// let uri = UriReference::parse("http://[2001:DB8:0:0::0:1]/")?;
    /// let normalizer = Normalizer::new(Rung::Scheme);
    /// assert_eq!(normalizer.normalize(&uri), "http://[2001:db8::1]/");
    /// assert_eq!(normalizer.ipv6(false).normalize(&uri), "http://[2001:db8:0:0::0:1]/");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// Without the rules of any scheme, the form of an address is all that this rung adds to syntax-based normalization.
    /// The form of the address alone is what [`Host`](crate::Host) writes:
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::{Normalizer, Rung};
    /// use urigram::scheme::Schemes;
    ///
    /// let schemes = Schemes::none();
    /// let normalizer = Normalizer::new(Rung::Scheme).schemes(&schemes);
    /// let uri = UriReference::parse("http://[2001:DB8:0:0:0:0:0:1]:80/")?;
    /// assert_eq!(normalizer.normalize(&uri), "http://[2001:db8::1]:80/");
    ///
    /// let reference = UriReference::parse("//[0:0::1]")?;
    /// assert_eq!(normalizer.normalize(&reference), "//[::1]");
    /// assert_eq!(reference.host().unwrap().to_string(), "[::1]");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias("rfc5952", "canonical", "compress"))]
    #[must_use]
    pub const fn ipv6(self, ipv6: bool) -> Self {
        Self { ipv6, ..self }
    }

    /// Sets whether fragments are compared. They should not be where URIs are compared to choose a network
    /// action, such as retrieval (section 6.1): then the normal form has no fragment. On by default.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::normalize::{Normalizer, Rung};
    ///
    /// let (a, b) = (UriReference::parse("http://a/#x")?, UriReference::parse("http://a/#y")?);
    /// assert!(!a.equivalent(&b, Rung::Scheme));
    /// assert!(Normalizer::new(Rung::String).fragment(false).equivalent(&a, &b));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[must_use]
    pub const fn fragment(self, fragment: bool) -> Self {
        Self { fragment, ..self }
    }
}

/// Normalizes to [`Rung::Path`]: syntax-based normalization.
impl Default for Normalizer<'_> {
    fn default() -> Self {
        Self::new(Rung::Path)
    }
}
