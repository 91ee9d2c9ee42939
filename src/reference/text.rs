//! What holds the text of a reference: a borrowed `&str`, an owned `String`, or either in a `Cow`.

use alloc::borrow::Cow;
use alloc::string::String;

/// The text of a reference, borrowed or owned.
///
/// The lifetimes say how long what an accessor returns lives: for `&'o str` as long as the input
/// (`'o`), for `String` and `Cow` as long as the borrow of the value (`'i`). The trait is sealed.
///
/// A function that takes any reference and returns nothing of it asks for `AsRef<str>` and
/// [borrows](crate::UriReference::borrowed); one that returns a part names the lifetimes:
///
/// ```
/// use urigram::{Path, Text, UriReference};
///
/// fn is_https<T: AsRef<str>>(reference: &UriReference<T>) -> bool {
///     reference.borrowed().scheme().is_some_and(|scheme| scheme.is("https"))
/// }
///
/// fn path<'i, 'o, T: Text<'i, 'o>>(reference: &'i UriReference<T>) -> Path<'o> {
///     reference.path()
/// }
///
/// let reference = UriReference::parse("HTTPS://a/b")?;
/// assert!(is_https(&reference) && is_https(&reference.to_owned()));
/// assert_eq!(path(&reference), "/b");
/// # Ok::<(), urigram::ParseError>(())
/// ```
pub trait Text<'i, 'o>: AsRef<str> + sealed::Sealed {
    /// The text, for as long as it lives.
    fn text(&'i self) -> &'o str;
}

impl<'i, 'o: 'i> Text<'i, 'o> for &'o str {
    #[inline]
    fn text(&'i self) -> &'o str {
        self
    }
}

impl<'i> Text<'i, 'i> for String {
    #[inline]
    fn text(&'i self) -> &'i str {
        self
    }
}

impl<'i> Text<'i, 'i> for Cow<'_, str> {
    #[inline]
    fn text(&'i self) -> &'i str {
        self
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for alloc::string::String {}
    impl Sealed for alloc::borrow::Cow<'_, str> {}
}
