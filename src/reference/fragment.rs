//! A reference without its fragment (section 3.5).
//!
//! Under another grammar than that of Appendix A, what is before a fragment may be no reference.

use core::marker::PhantomData;

use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use crate::grammar::Grammar;
use crate::invariant::Invariant;

impl<T: AsRef<str>, G: Grammar> UriReference<T, G> {
    /// The same reference without its fragment, borrowing the text of this one.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// assert_eq!(UriReference::parse("../a?b#c")?.without_fragment(), "../a?b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn without_fragment(&self) -> UriReference<&str, G> {
        let components = self.components.without_fragment();
        let text = self.as_str().get(..components.end() as usize).invariant("components lie in the text");
        UriReference { text, components, grammar: PhantomData }
    }
}

impl<T: AsRef<str>, G: Grammar> Uri<T, G> {
    /// The same URI without its fragment, borrowing the text of this one: an absolute URI (section 4.3).
    ///
    /// ```
    /// use urigram::{AbsoluteUri, Uri};
    ///
    /// let uri = Uri::parse("http://a/b?c#d")?;
    /// let absolute: AbsoluteUri<&str> = uri.without_fragment();
    /// assert_eq!(absolute, "http://a/b?c");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn without_fragment(&self) -> AbsoluteUri<&str, G> {
        AbsoluteUri::known(self.0.without_fragment())
    }
}

impl<T: AsRef<str>, G: Grammar> RelativeRef<T, G> {
    /// The same relative reference without its fragment, borrowing the text of this one.
    ///
    /// ```
    /// use urigram::RelativeRef;
    ///
    /// assert_eq!(RelativeRef::parse("a?b#c")?.without_fragment(), "a?b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn without_fragment(&self) -> RelativeRef<&str, G> {
        RelativeRef::known(self.0.without_fragment())
    }
}
