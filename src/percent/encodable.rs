//! The components that data can be encoded for.

use crate::grammar::Characters;

/// A component that data can be encoded for: a [`Userinfo`](crate::Userinfo),
/// [`RegName`](crate::RegName), [`Path`](crate::Path), [`Segment`](crate::Segment), [`Query`](crate::Query) or
/// [`Fragment`](crate::Fragment).
///
/// The grammar rule of the component determines which characters need not be encoded. The trait is sealed.
///
/// ```
/// use urigram::percent::{Encodable, Encoder};
/// use urigram::{Fragment, Segment};
///
/// fn slug<C: Encodable>(title: &str) -> String {
///     Encoder::<C>::data().encode(&title.to_lowercase().replace(' ', "-")).to_string()
/// }
/// assert_eq!(slug::<Segment>("What, when?"), "what%2C-when%3F");
/// assert_eq!(slug::<Fragment>("Section 2"), "section-2");
/// ```
pub trait Encodable: sealed::Sealed + 'static {
    #[doc(hidden)]
    const CHARACTERS: Characters;

    /// The set of ASCII characters that the component may contain.
    #[doc(hidden)]
    const CLASS: u8;

    /// Returns whether the component may contain this character beyond ASCII.
    #[doc(hidden)]
    fn may_have(character: char) -> bool;
}

pub(crate) mod sealed {
    pub trait Sealed {}
}
