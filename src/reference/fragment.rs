//! A reference without its fragment, or with another fragment (section 3.5).
//!
//! These methods exist only if the library is built with the grammar of Appendix A: under another grammar, the text
//! before a fragment may not be a reference.

use alloc::string::String;
use core::marker::PhantomData;

use super::Parts;
use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use super::texts::Text;
use crate::component::Fragment;
use crate::grammar::{Grammar, Lengths, defined, total};

impl<T: Text, G: Grammar> UriReference<T, G> {
    /// Returns the reference without its fragment. The result borrows the text of this reference, or the text
    /// that this reference borrows.
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
            self.as_str::<'i, 'o>().get(..components.end() as usize).expect("components lie in the text");
        UriReference { text, components, grammar: PhantomData }
    }

    /// Returns a copy of the reference with this fragment instead of its own. To change an owned reference in place, see
    /// [`set_fragment`](UriReference::set_fragment).
    ///
    /// # Panics
    ///
    /// If the result would be [too long](crate#limits).
    ///
    /// ```
    /// use urigram::{Fragment, UriReference};
    ///
    /// let reference = UriReference::parse("../a?b#c")?;
    /// assert_eq!(reference.with_fragment(Some(Fragment::parse("d")?)), "../a?b#d");
    /// assert_eq!(reference.with_fragment(None), "../a?b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn with_fragment(&self, fragment: Option<Fragment<'_, G>>) -> UriReference<String, G> {
        let before = self.without_fragment();
        let Some(fragment) = fragment.map(Fragment::as_str) else { return before.to_owned() };
        let pieces = [before.text, "#", fragment];
        let mut lengths = Lengths::of(&before.components);
        lengths.defined |= defined::FRAGMENT;
        lengths.fragment = fragment.len() as u32;
        total(pieces.map(str::len)).expect("a reference is not longer than offsets can count");
        let text = pieces.concat();
        UriReference { components: lengths.components(&text), text, grammar: PhantomData }
    }
}

impl<T: Text, G: Grammar> Uri<T, G> {
    /// Returns the URI without its fragment, which is an absolute URI (section 4.3). The result borrows the text
    /// of this URI, or the text that this URI borrows.
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

    /// Returns a copy of the URI with this fragment instead of its own. See [`UriReference::with_fragment`].
    ///
    /// # Panics
    ///
    /// If the result would be [too long](crate#limits).
    ///
    /// ```
    /// use urigram::{AbsoluteUri, Fragment, Uri};
    ///
    /// let term = Some(Fragment::parse("Class")?);
    /// let uri: Uri = AbsoluteUri::parse("http://www.w3.org/2002/07/owl")?.with_fragment(term);
    /// assert_eq!(uri, "http://www.w3.org/2002/07/owl#Class");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn with_fragment(&self, fragment: Option<Fragment<'_, G>>) -> Uri<String, G> {
        Uri::known(self.0.with_fragment(fragment))
    }
}

impl<T: Text, G: Grammar> RelativeRef<T, G> {
    /// Returns the relative reference without its fragment. The result borrows the text of this reference, or the text
    /// that this reference borrows.
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

    /// Returns a copy of the relative reference with this fragment instead of its own. See
    /// [`UriReference::with_fragment`].
    ///
    /// # Panics
    ///
    /// If the result would be [too long](crate#limits).
    ///
    /// ```
    /// use urigram::{Fragment, RelativeRef};
    ///
    /// let reference = RelativeRef::parse("a#b")?;
    /// assert_eq!(reference.with_fragment(Some(Fragment::parse("c")?)), "a#c");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn with_fragment(&self, fragment: Option<Fragment<'_, G>>) -> RelativeRef<String, G> {
        RelativeRef::known(self.0.with_fragment(fragment))
    }
}
