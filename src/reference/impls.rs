//! The standard traits for conversion to and from text and for comparison. All of them use only the text (section
//! 6.2.1).

use alloc::borrow::Cow;
use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;
use core::str::FromStr;

use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use super::redact;
use crate::bytes::without_password;
use crate::component::{Authority, Fragment, Path, Port, Query, RegName, Segment, Userinfo};
use crate::grammar::{Grammar, ParseError, Rejected, Rule};

/// Implements `Display`, `Debug`, `AsRef`, `Eq`, `Ord` and `Hash` by the text. `Debug` hides the password in a
/// userinfo. The arguments are the method that returns the text, and the range of the userinfo.
macro_rules! by_text {
    (@with $generics:tt $Self:ty: $($lifetime:tt $Other:ty;)*) => {$(
        by_text!(@eq $lifetime $generics $Self, $Other, |this, other| *this == **other);
    )*};
    (@reverse $generics:tt $Self:ty: $($lifetime:tt $Other:ty;)*) => {$(
        by_text!(@eq $lifetime $generics $Other, $Self, |this, other| other == this);
    )*};
    (@eq [$($lifetime:tt)*] [$($generics:tt)*] $Self:ty, $Other:ty, |$this:ident, $other:ident| $equal:expr) => {
        impl<$($lifetime)* $($generics)*> PartialEq<$Other> for $Self {
            #[inline]
            fn eq(&self, $other: &$Other) -> bool {
                let $this = self;
                $equal
            }
        }
    };
    ($name:expr, $text:ident, $userinfo:expr, [$($generics:tt)*], $Self:ty, [$($other:tt)*], $Other:ty) => {
        impl<$($generics)*> fmt::Display for $Self {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.$text())
            }
        }

        impl<$($generics)*> fmt::Debug for $Self {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let userinfo: fn(&Self) -> Option<Range<usize>> = $userinfo;
                f.debug_tuple($name).field(&without_password(self.$text(), userinfo(self))).finish()
            }
        }

        impl<$($generics)*> AsRef<str> for $Self {
            #[inline]
            fn as_ref(&self) -> &str {
                self.$text()
            }
        }

        impl<$($generics)* $($other)*> PartialEq<$Other> for $Self {
            #[inline]
            fn eq(&self, other: &$Other) -> bool {
                self.$text() == other.$text()
            }
        }

        impl<$($generics)*> PartialEq<str> for $Self {
            #[inline]
            fn eq(&self, other: &str) -> bool {
                self.$text() == other
            }
        }

        impl<$($generics)*> PartialEq<&str> for $Self {
            #[inline]
            fn eq(&self, other: &&str) -> bool {
                self.$text() == *other
            }
        }

        by_text!(@with [$($generics)*] $Self: [] String; ['cow,] Cow<'cow, str>;);
        by_text!(@reverse [$($generics)*] $Self: [] str; ['str,] &'str str; [] String; ['cow,] Cow<'cow, str>;);

        impl<$($generics)*> Eq for $Self {}

        #[allow(clippy::non_canonical_partial_ord_impl, reason = "it also compares borrowed with owned")]
        impl<$($generics)* $($other)*> PartialOrd<$Other> for $Self {
            #[inline]
            fn partial_cmp(&self, other: &$Other) -> Option<Ordering> {
                Some(self.$text().cmp(other.$text()))
            }
        }

        impl<$($generics)*> Ord for $Self {
            #[inline]
            fn cmp(&self, other: &Self) -> Ordering {
                self.$text().cmp(other.$text())
            }
        }

        impl<$($generics)*> Hash for $Self {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.$text().hash(state);
            }
        }
    };
}

macro_rules! components {
    ($($Name:ident [$($generics:tt)*] $Self:ty, $userinfo:expr;)*) => {$(
        by_text!(stringify!($Name), as_str, $userinfo, ['a, $($generics)*], $Self, [], Self);

        /// `Eq`, `Ord` and `Hash` use only the text, as `Borrow` requires.
        impl<'a, $($generics)*> Borrow<str> for $Self {
            #[inline]
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl<'a, $($generics)*> From<$Self> for &'a str {
            #[inline]
            fn from(component: $Self) -> Self {
                component.as_str()
            }
        }
    )*};
}

components! {
    Authority [G: Grammar,] Authority<'a, G>, |authority| Some(0..authority.userinfo()?.as_str().len());
    Userinfo [G: Grammar,] Userinfo<'a, G>, |userinfo| Some(0..userinfo.as_str().len());
    RegName [G: Grammar,] RegName<'a, G>, |_| None;
    Port [] Port<'a>, |_| None;
    Path [G: Grammar,] Path<'a, G>, |_| None;
    Segment [G: Grammar,] Segment<'a, G>, |_| None;
    Query [G: Grammar,] Query<'a, G>, |_| None;
    Fragment [G: Grammar,] Fragment<'a, G>, |_| None;
}

macro_rules! references {
    ($($Name:ident $number:literal $rule:expr;)*) => {$(
        by_text!(
            G::NAMES[$number], text, |reference| redact::userinfo(reference.text(), reference.components()),
            [T: AsRef<str>, G: Grammar,], $Name<T, G>, [U: AsRef<str>], $Name<U, G>
        );

        /// `Eq`, `Ord` and `Hash` use only the text, as `Borrow` requires.
        impl<T: AsRef<str>, G: Grammar> Borrow<str> for $Name<T, G> {
            #[inline]
            fn borrow(&self) -> &str {
                self.text()
            }
        }

        impl<'i, G: Grammar> TryFrom<&'i str> for $Name<&'i str, G> {
            type Error = ParseError;

            fn try_from(text: &'i str) -> Result<Self, ParseError> {
                Self::matching($rule, text)
            }
        }

        impl<G: Grammar> TryFrom<&str> for $Name<String, G> {
            type Error = ParseError;

            fn try_from(text: &str) -> Result<Self, ParseError> {
                $Name::<&str, G>::try_from(text).map(|borrowed| borrowed.to_owned())
            }
        }

        impl<G: Grammar> TryFrom<String> for $Name<String, G> {
            type Error = Rejected<String>;

            fn try_from(text: String) -> Result<Self, Rejected<String>> {
                Self::accepting($rule, text)
            }
        }

        impl<G: Grammar> FromStr for $Name<String, G> {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                Self::try_from(text)
            }
        }

        impl<G: Grammar> From<$Name<&str, G>> for $Name<String, G> {
            fn from(borrowed: $Name<&str, G>) -> Self {
                borrowed.to_owned()
            }
        }

        impl<G> From<$Name<Cow<'_, str>, G>> for $Name<String, G> {
            /// Copies the text only if it is borrowed.
            fn from(value: $Name<Cow<'_, str>, G>) -> Self {
                value.held_by(Cow::into_owned)
            }
        }

        impl<T: AsRef<str> + Into<String>, G: Grammar> From<$Name<T, G>> for String {
            fn from(value: $Name<T, G>) -> Self {
                value.into_inner().into()
            }
        }
    )*};
}

references! {
    UriReference 0 Rule::URI_reference;
    Uri 1 Rule::URI;
    AbsoluteUri 2 Rule::absolute_URI;
    RelativeRef 3 Rule::relative_ref;
}
