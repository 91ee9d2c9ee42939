//! Conversions from a borrowed, owned or shared text to a reference with a text of each type, and between
//! references with different types of text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::str::FromStr;

use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use crate::grammar::{Grammar, ParseError, Rejected, Rule};

/// Implements conversions from borrowed texts and references to references whose text owns or shares a `str`.
macro_rules! held {
    ($Name:ident $rule:expr; $($Held:ident)*) => {$(
        impl<G: Grammar> TryFrom<&str> for $Name<$Held<str>, G> {
            type Error = ParseError;

            /// Copies the text if it is valid.
            fn try_from(text: &str) -> Result<Self, ParseError> {
                $Name::<&str, G>::matching($rule, text).map(Self::from)
            }
        }

        impl<G: Grammar> TryFrom<$Held<str>> for $Name<$Held<str>, G> {
            type Error = Rejected<$Held<str>>;

            /// Keeps the text. The error contains the text unchanged.
            fn try_from(text: $Held<str>) -> Result<Self, Self::Error> {
                Self::accepting($rule, text)
            }
        }

        impl<G: Grammar> FromStr for $Name<$Held<str>, G> {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                Self::try_from(text)
            }
        }

        impl<G> From<$Name<&str, G>> for $Name<$Held<str>, G> {
            /// Copies the text.
            fn from(borrowed: $Name<&str, G>) -> Self {
                borrowed.held_by($Held::from)
            }
        }

        impl<G> From<$Name<String, G>> for $Name<$Held<str>, G> {
            fn from(owned: $Name<String, G>) -> Self {
                owned.held_by($Held::from)
            }
        }
    )*};
}

macro_rules! texts {
    ($($Name:ident $rule:expr;)*) => {$(
        held! { $Name $rule; Box Rc Arc }

        impl<'a, G: Grammar> From<$Name<&'a str, G>> for &'a str {
            #[inline]
            fn from(borrowed: $Name<&'a str, G>) -> Self {
                borrowed.into_inner()
            }
        }

        impl<'a, T: AsRef<str>, G: Grammar> From<&'a $Name<T, G>> for $Name<&'a str, G> {
            /// Borrows the text.
            #[inline]
            fn from(reference: &'a $Name<T, G>) -> Self {
                reference.borrowed()
            }
        }

        impl<G> From<$Name<Box<str>, G>> for $Name<String, G> {
            fn from(boxed: $Name<Box<str>, G>) -> Self {
                boxed.held_by(String::from)
            }
        }

        impl<'a, G: Grammar> TryFrom<&'a str> for $Name<Cow<'a, str>, G> {
            type Error = ParseError;

            /// Borrows the text.
            fn try_from(text: &'a str) -> Result<Self, ParseError> {
                $Name::<&str, G>::matching($rule, text).map(Self::from)
            }
        }

        impl<G: Grammar> FromStr for $Name<Cow<'_, str>, G> {
            type Err = ParseError;

            /// Copies the text.
            fn from_str(text: &str) -> Result<Self, ParseError> {
                $Name::<String, G>::try_from(text).map(Self::from)
            }
        }

        impl<'a, G: Grammar> TryFrom<Cow<'a, str>> for $Name<Cow<'a, str>, G> {
            type Error = Rejected<Cow<'a, str>>;

            /// Keeps the text. The error contains the text unchanged.
            fn try_from(text: Cow<'a, str>) -> Result<Self, Self::Error> {
                Self::accepting($rule, text)
            }
        }

        impl<'a, G> From<$Name<&'a str, G>> for $Name<Cow<'a, str>, G> {
            #[inline]
            fn from(borrowed: $Name<&'a str, G>) -> Self {
                borrowed.held_by(Cow::Borrowed)
            }
        }

        impl<G> From<$Name<String, G>> for $Name<Cow<'_, str>, G> {
            #[inline]
            fn from(owned: $Name<String, G>) -> Self {
                owned.held_by(Cow::Owned)
            }
        }
    )*};
}

texts! {
    UriReference Rule::URI_reference;
    Uri Rule::URI;
    AbsoluteUri Rule::absolute_URI;
    RelativeRef Rule::relative_ref;
}

/// Implements the conversion of a reference to a borrowed reference of a wider type.
macro_rules! borrowed_as_wider {
    ($($Name:ident $Wider:ident;)*) => {$(
        impl<'a, T: AsRef<str>, G: Grammar> From<&'a $Name<T, G>> for $Wider<&'a str, G> {
            /// Borrows the text.
            #[inline]
            fn from(reference: &'a $Name<T, G>) -> Self {
                reference.borrowed().into()
            }
        }
    )*};
}

borrowed_as_wider! {
    Uri UriReference;
    AbsoluteUri UriReference;
    AbsoluteUri Uri;
    RelativeRef UriReference;
}

/// Implements `Default` for the types whose rule matches the empty string.
macro_rules! empty {
    ($($Name:ident $rule:expr;)*) => {$(
        impl<T: Text + Default, G: Grammar> Default for $Name<T, G> {
            /// Returns the empty reference, which refers to the same document (section 4.4).
            ///
            /// # Panics
            ///
            /// In a build with another grammar that does not accept the empty string.
            fn default() -> Self {
                Self::matching($rule, T::default()).ok().expect("the empty string is a reference")
            }
        }
    )*};
}

empty! {
    UriReference Rule::URI_reference;
    RelativeRef Rule::relative_ref;
}

/// The text of a reference, borrowed, owned or shared.
///
/// The results of `as_str` and the getters live as long as the text if the text is a `&str`, otherwise as long
/// as the borrow of the reference. The trait is sealed.
///
/// A function that accepts a reference with any of these texts needs the bound `Text`. To accept text types of
/// other crates too, use the bound `AsRef<str>`: the function can then call `as_ref`, and
/// [`borrowed`](crate::generic::Uri::borrowed) before a getter:
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
/// To return a part that lives as long as a borrowed text, use [`Part`](Self::Part) in a bound, and name the
/// lifetimes in the call too:
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

    /// Implemented only by `&str`, so that generic code can convert a `Text::Part` to it.
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
