//! The type of a normal form, which is that of the reference.

use alloc::borrow::Cow;

use super::Normalizer;
use crate::grammar::Grammar;
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

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
