//! A reference without its fragment (section 3.5).
//!
//! Only under the grammar of Appendix A: under another, the text before a fragment may not be a reference.

use core::marker::PhantomData;

use super::Parts;
use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use super::text::Text;
use crate::grammar::Grammar;
use crate::invariant::Invariant;

impl<T: Text, G: Grammar> UriReference<T, G> {
    /// Returns the reference without its fragment. It borrows the text of this one, or what this one borrows.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// assert_eq!(UriReference::parse("../a?b#c")?.without_fragment(), "../a?b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn without_fragment<'i, 'o>(&'i self) -> UriReference<&'o str, G>
    where
        T::Part<'i>: 'o,
    {
        let components = self.components.without_fragment(Parts::of(self).after_query());
        let text =
            self.as_str::<'i, 'o>().get(..components.end() as usize).invariant("components lie in the text");
        UriReference { text, components, grammar: PhantomData }
    }
}

impl<T: Text, G: Grammar> Uri<T, G> {
    /// Returns the URI without its fragment, which is an absolute URI (section 4.3). It borrows the text of
    /// this one, or what this one borrows.
    ///
    /// ```
    /// use urigram::{AbsoluteUri, Uri};
    ///
    /// let uri = Uri::parse("http://a/b?c#d")?;
    /// let absolute: AbsoluteUri<&str> = uri.without_fragment();
    /// assert_eq!(absolute, "http://a/b?c");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn without_fragment<'i, 'o>(&'i self) -> AbsoluteUri<&'o str, G>
    where
        T::Part<'i>: 'o,
    {
        AbsoluteUri::known(self.0.without_fragment::<'i, 'o>())
    }
}

impl<T: Text, G: Grammar> RelativeRef<T, G> {
    /// Returns the relative reference without its fragment. It borrows the text of this one, or what this one borrows.
    ///
    /// ```
    /// use urigram::RelativeRef;
    ///
    /// assert_eq!(RelativeRef::parse("a?b#c")?.without_fragment(), "a?b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn without_fragment<'i, 'o>(&'i self) -> RelativeRef<&'o str, G>
    where
        T::Part<'i>: 'o,
    {
        RelativeRef::known(self.0.without_fragment::<'i, 'o>())
    }
}
