//! The types that can be built.

use alloc::string::String;

use crate::grammar::{Grammar, Rule};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

/// A type that a [`Builder`](super::Builder) can build: one of the four types of reference, with owned text.
///
/// ```
/// use urigram::Uri;
/// use urigram::build::{BuildError, Buildable, Builder};
///
/// fn at_home<R: Buildable>(builder: Builder<'_, R>) -> Result<R, BuildError> {
///     builder.host("home.example").build()
/// }
/// assert_eq!(at_home(Uri::builder("http").path("/a"))?, "http://home.example/a");
/// # Ok::<(), BuildError>(())
/// ```
///
/// The trait is sealed.
pub trait Buildable: sealed::Sealed {
    /// The grammar of the components.
    type Grammar: Grammar;

    /// The rule that references of the type match.
    #[doc(hidden)]
    const RULE: Rule;

    #[doc(hidden)]
    fn known(reference: UriReference<String, Self::Grammar>) -> Self;
}

/// A type that can have a fragment: all except [`AbsoluteUri`] (section 4.3).
///
/// ```
/// use urigram::UriReference;
/// use urigram::build::{BuildError, Builder, MayHaveFragment};
///
/// fn at_top<R: MayHaveFragment>(builder: Builder<'_, R>) -> Result<R, BuildError> {
///     builder.fragment("top").build()
/// }
/// assert_eq!(at_top(UriReference::builder().path("a"))?, "a#top");
/// # Ok::<(), BuildError>(())
/// ```
#[diagnostic::on_unimplemented(message = "an absolute URI has no fragment", label = "not a part of `{Self}`")]
pub trait MayHaveFragment: Buildable {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! buildable {
    ($($Type:ident)*) => {$(
        impl<G: Grammar> sealed::Sealed for $Type<String, G> {}

        impl<G: Grammar> Buildable for $Type<String, G> {
            type Grammar = G;

            const RULE: Rule = Self::RULE;

            #[inline]
            fn known(reference: UriReference<String, G>) -> Self {
                Self::known(reference)
            }
        }
    )*};
}

buildable! { UriReference Uri AbsoluteUri RelativeRef }

impl<G: Grammar> MayHaveFragment for UriReference<String, G> {}
impl<G: Grammar> MayHaveFragment for Uri<String, G> {}
impl<G: Grammar> MayHaveFragment for RelativeRef<String, G> {}
