//! What holds the text of a reference: `&str`, `String`, `Box<str>`, `Rc<str>`, `Arc<str>` or `Cow<str>`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

/// The text of a reference, borrowed, owned or shared.
///
/// What a getter returns lives as long as the text itself if that is a `&str`, and else as long as the borrow of the
/// reference. The trait is sealed.
///
/// A function that takes a reference with any text asks for `Text`, or [borrows](crate::generic::Uri::borrowed) it,
/// for which `AsRef<str>` is enough:
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
/// To return parts of a `&'o str` that live as long as it does, say so with [`Part`](Self::Part), and name the lifetimes
/// in the call too:
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
    /// A part of the text, from a borrow for `'i`: `&'o str` of a `&'o str`, and `&'i str` of any other text.
    type Part<'i>: sealed::Part + 'i
    where
        Self: 'i;

    /// The whole text, for as long as its parts live.
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

    /// What is a `&str`, where the compiler knows only how long it lives.
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
