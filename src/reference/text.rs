//! The types that hold the text of a reference: `&str`, `String`, `Box<str>`, `Rc<str>`, `Arc<str>` or
//! `Cow<str>`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

/// The text of a reference, borrowed, owned or shared.
///
/// What `as_str` and the getters return lives as long as the text if that is a `&str`, otherwise as long as the
/// borrow of the reference. The trait is sealed.
///
/// A function that accepts a reference with any text needs the bound `Text`. With the bound `AsRef<str>`, which is
/// all that a type of one's own has, it can call `as_ref`, and [`borrowed`](crate::generic::Uri::borrowed) before a
/// getter:
///
/// ```
/// use urigram::{Path, Text, Uri};
///
/// fn host<T: Text>(uri: &Uri<T>) -> Option<&str> {
///     uri.host_str()
/// }
///
/// fn is_https<T: AsRef<str>>(uri: &Uri<T>) -> bool {
///     uri.borrowed().scheme().is("https")
/// }
///
/// let uri = Uri::parse("HTTPS://a/b")?;
/// assert_eq!((host(&uri), host(&uri.to_owned())), (Some("a"), Some("a")));
/// assert!(is_https(&uri) && is_https(&uri.to_owned()));
/// # Ok::<(), urigram::ParseError>(())
/// ```
///
/// To return a part of a `&'o str` that lives as long as the text, use [`Part`](Self::Part) in a bound, and
/// name the lifetimes in the call too:
///
/// ```
/// use urigram::{Path, Text, UriReference};
///
/// fn path<'i, 'o, T: Text>(reference: &'i UriReference<T>) -> Path<'o>
/// where
///     T::Part<'i>: 'o,
/// {
///     reference.path::<'i, 'o>()
/// }
///
/// let text = String::from("/a/b");
/// let path = path(&UriReference::parse(&text)?);
/// assert_eq!(path, "/a/b");
/// # Ok::<(), urigram::ParseError>(())
/// ```
pub trait Text: AsRef<str> + sealed::Sealed {
    /// The type of a part of the text, for a borrow that lives for `'i`: `&'o str` for a text of type
    /// `&'o str`, and `&'i str` for any other text.
    type Part<'i>: sealed::Part + 'i
    where
        Self: 'i;

    /// Returns the whole text, with the lifetime of its parts.
    fn text(&self) -> Self::Part<'_>;
}

impl<'a> Text for &'a str {
    type Part<'i>
        = &'a str
    where
        'a: 'i;

    #[inline]
    fn text(&self) -> &'a str {
        self
    }
}

macro_rules! held {
    ($($Text:ty)*) => {$(
        impl Text for $Text {
            type Part<'i>
                = &'i str
            where
                Self: 'i;

            #[inline]
            fn text(&self) -> &str {
                self
            }
        }

        impl sealed::Sealed for $Text {}
    )*};
}

held! { String Box<str> Rc<str> Arc<str> Cow<'_, str> }

impl sealed::Sealed for &str {}

pub(super) mod sealed {
    pub trait Sealed {}

    /// A type that is always `&str`, in generic code that knows only its lifetime.
    pub trait Part {
        fn into_str<'o>(self) -> &'o str
        where
            Self: 'o;
    }

    impl Part for &str {
        #[inline]
        fn into_str<'o>(self) -> &'o str
        where
            Self: 'o,
        {
            self
        }
    }
}
