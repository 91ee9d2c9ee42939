//! The components that hold data, percent-encoded.

use crate::component::{Fragment, Path, Query, RegName, Segment, Userinfo};
use crate::grammar::{Characters, Grammar, Rule, class};

/// A component that data can be encoded for: a [`Userinfo`], [`RegName`], [`Path`], [`Segment`], [`Query`] or
/// [`Fragment`].
///
/// What it may have as it is, is what its rule of the grammar accepts. The trait is sealed.
///
/// ```
/// use urigram::percent::{Component, Encoder};
/// use urigram::{Fragment, Segment};
///
/// fn slug<C: Component>(title: &str) -> String {
///     Encoder::<C>::data().encode(&title.to_lowercase().replace(' ', "-")).to_string()
/// }
/// assert_eq!(slug::<Segment>("What, when?"), "what%2C-when%3F");
/// assert_eq!(slug::<Fragment>("Section 2"), "section-2");
/// ```
pub trait Component: sealed::Sealed + 'static {
    #[doc(hidden)]
    const CHARACTERS: Characters;

    /// The set of the characters that it may have.
    #[doc(hidden)]
    const CLASS: u8;

    /// Whether it may have a character that is not ASCII.
    #[doc(hidden)]
    fn may_have(character: char) -> bool;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! components {
    ($($Name:ident $rule:ident $class:ident $($delimiter:literal)?;)*) => {$(
        impl<G: Grammar> sealed::Sealed for $Name<'static, G> {}

        impl<G: Grammar> Component for $Name<'static, G> {
            const CHARACTERS: Characters = G::CHARACTERS$(.with(class::$class, $delimiter))?;
            const CLASS: u8 = class::$class;

            fn may_have(character: char) -> bool {
                G::automaton(Rule::$rule).is_some_and(|automaton| automaton.accepts_char(character))
            }
        }
    )*};
}

components! {
    Userinfo userinfo USERINFO;
    RegName reg_name REG_NAME;
    Path path_rootless SEGMENT b'/';
    Segment path_rootless SEGMENT;
    Query query QUERY;
    Fragment fragment FRAGMENT;
}

/// Lets a component be made of raw data.
macro_rules! encodable {
    ($Name:ident $(#[$doc:meta])*) => {
        impl $Name<'_> {
            $(#[$doc])*
            ///
            /// Raw data are text or bytes, such as `&str`, `&String` or `&[u8]`. What the component may have
            /// stays, and the rest is percent-encoded, as its UTF-8 if it is text; a `%` always is.
            /// [`Encoder`](crate::percent::Encoder) has a choice.
            pub fn encode<'r>(
                raw: &'r (impl $crate::percent::Raw + ?Sized),
            ) -> $crate::percent::Encoded<'r, $Name<'static>> {
                $crate::percent::Encoded::new(raw)
            }
        }
    };
}

pub(crate) use encodable;
