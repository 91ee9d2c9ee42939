//! Adding redirects, by the normal forms of the two URIs (section 6.2.4).

use alloc::borrow::Cow;

use super::{Normalizer, Redirects, Rung};
use crate::grammar::Grammar;
use crate::reference::generic::{Uri, UriReference};

impl Redirects {
    /// Adds a redirect from one URI to another. From then on the two are equivalent, as are all URIs that
    /// lead to either of them.
    ///
    /// The URIs are normalized with the schemes and the address option of `normalizer`. The redirects should
    /// be given to that same normalizer, because it looks up its own normal forms. Its rung does not matter.
    ///
    /// With `n` URIs added, adding takes amortized time in the square of the logarithm of `n`, and a look-up
    /// takes time in the logarithm.
    pub fn add<T: AsRef<str>, U: AsRef<str>, G: Grammar>(
        &mut self,
        normalizer: Normalizer<'_>,
        from: &Uri<T, G>,
        to: &Uri<U, G>,
    ) {
        self.lead(form(normalizer, from), form(normalizer, to));
    }
}

/// Returns the normal form on the scheme rung, without the fragment.
fn form<'a, T: AsRef<str>, G: Grammar>(
    normalizer: Normalizer<'_>,
    uri: &'a UriReference<T, G>,
) -> Cow<'a, str> {
    normalizer.rung(Rung::Scheme).fragment(false).normalize(uri).into_text()
}
