//! Redirects, noted by the normal forms of what leads to what (section 6.2.4).

use alloc::borrow::Cow;

use super::{Normalizer, Redirects, Rung};
use crate::grammar::Grammar;
use crate::reference::generic::{Uri, UriReference};

impl Redirects {
    /// Notes that one redirects to the other: from then on they and all that lead to either are equivalent.
    ///
    /// Schemes and addresses are treated as by that normalizer, which should be the one that the redirects
    /// are then given to: what it makes of a URI is looked up among what was noted. Its rung does not matter.
    ///
    /// Of `n` that are known, adding takes time in the square of the logarithm of `n`, one with another, and
    /// a look-up in the logarithm.
    pub fn add<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        &mut self,
        normalizer: Normalizer<'_>,
        from: &Uri<T, G>,
        to: &Uri<U, G>,
    ) {
        self.lead(form(normalizer, from), form(normalizer, to));
    }
}

/// The normal form on the scheme rung, without the fragment.
fn form<'a, T: AsRef<str>, G: Grammar>(
    normalizer: Normalizer<'_>,
    uri: &'a UriReference<T, G>,
) -> Cow<'a, str> {
    normalizer.rung(Rung::Scheme).fragment(false).normalize(uri).into_text()
}
