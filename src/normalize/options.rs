//! What is up to the caller when a URI is normalized or compared.

use super::redirects::Redirects;
use super::rung::Rung;
use crate::scheme::Schemes;

/// How references are normalized and compared: to which rung of the ladder, and what is known there.
///
/// ```
/// use urigram::{Normalizer, Rung, UriReference};
///
/// let normalizer = Normalizer::to(Rung::Scheme).fragment(false);
/// let uri = UriReference::parse("HTTP://www.EXAMPLE.com:80#top")?;
/// assert_eq!(normalizer.normalize(&uri), "http://www.example.com/");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normalizer<'a> {
    pub(crate) rung: Rung,
    pub(crate) schemes: &'a Schemes,
    pub(crate) ipv6: bool,
    pub(crate) redirects: Option<&'a Redirects>,
    pub(crate) fragment: bool,
}

impl<'a> Normalizer<'a> {
    /// A normalizer to that rung, with the schemes that are [built in](Schemes) and without redirects.
    pub const fn to(rung: Rung) -> Self {
        static BUILT_IN: Schemes = Schemes::new();
        Self { rung, schemes: &BUILT_IN, ipv6: true, redirects: None, fragment: true }
    }

    /// Normalizes to another rung.
    #[must_use]
    pub const fn rung(self, rung: Rung) -> Self {
        Self { rung, ..self }
    }

    /// What is known of schemes, from [`Rung::Scheme`] on.
    #[must_use]
    pub const fn schemes(self, schemes: &'a Schemes) -> Self {
        Self { schemes, ..self }
    }

    /// Whether IPv6 addresses are written as RFC 5952 has it, from [`Rung::Scheme`] on, in a URI of any
    /// scheme: an address is the same however it is written. On by default.
    ///
    /// ```
    /// use urigram::{Normalizer, Rung, UriReference};
    ///
    /// let uri = UriReference::parse("http://[2001:DB8:0:0::0:1]/")?;
    /// let normalizer = Normalizer::to(Rung::Scheme);
    /// assert_eq!(normalizer.normalize(&uri), "http://[2001:db8::1]/");
    /// assert_eq!(normalizer.ipv6(false).normalize(&uri), "http://[2001:db8:0:0::0:1]/");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[must_use]
    pub const fn ipv6(self, ipv6: bool) -> Self {
        Self { ipv6, ..self }
    }

    /// What is known of redirects, on [`Rung::Protocol`]. Nothing by default.
    ///
    /// They are looked up by the normal form on [`Rung::Scheme`], by the schemes and the IPv6 addresses of this
    /// normalizer: those that were [added](Redirects::add) by one with other options may not be found.
    #[must_use]
    pub const fn redirects(self, redirects: &'a Redirects) -> Self {
        Self { redirects: Some(redirects), ..self }
    }

    /// Whether fragments count. They should not where URIs are compared to choose a network action, such as
    /// retrieval (section 6.1): the normal form then has none. On by default.
    ///
    /// ```
    /// use urigram::{Normalizer, Rung, UriReference};
    ///
    /// let (a, b) = (UriReference::parse("http://a/#x")?, UriReference::parse("http://a/#y")?);
    /// assert!(!a.equivalent(&b, Rung::Scheme));
    /// assert!(Normalizer::to(Rung::String).fragment(false).equivalent(&a, &b));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[must_use]
    pub const fn fragment(self, fragment: bool) -> Self {
        Self { fragment, ..self }
    }
}

/// To [`Rung::Path`]: syntax-based normalization.
impl Default for Normalizer<'_> {
    fn default() -> Self {
        Self::to(Rung::Path)
    }
}
