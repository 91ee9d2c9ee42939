//! The data that can be percent-encoded.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Raw data: text such as `str` and `String`, or octets such as `[u8]` and `Vec<u8>`.
///
/// Text is known to be UTF-8, so it is not checked again if nothing in it has to be encoded.
/// [`Encoded`](crate::percent::Encoded) and [`Decoded`](crate::percent::Decoded) values are not raw data.
///
/// ```
/// use urigram::Segment;
///
/// assert_eq!(Segment::encode("é"), "%C3%A9");
/// assert_eq!(Segment::encode(b"\xFF"), "%FF");
/// ```
pub trait Raw {
    #[doc(hidden)]
    fn data(&self) -> Data<'_>;
}

/// Raw data: text or octets.
#[derive(Clone, Copy)]
pub enum Data<'r> {
    #[doc(hidden)]
    Text(&'r str),
    #[doc(hidden)]
    Octets(&'r [u8]),
}

impl<'r> Data<'r> {
    #[inline]
    pub(super) const fn octets(self) -> &'r [u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Octets(octets) => octets,
        }
    }

    /// Returns the data as text, if they are UTF-8.
    #[inline]
    pub(super) fn text(self) -> Option<&'r str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Octets(octets) => core::str::from_utf8(octets).ok(),
        }
    }
}

macro_rules! raw {
    ($([$($N:ident)?] $Type:ty => $Data:ident;)*) => {$(
        impl $(<const $N: usize>)? Raw for $Type {
            #[inline]
            fn data(&self) -> Data<'_> {
                Data::$Data(self)
            }
        }
    )*};
}

raw! {
    [] str => Text;
    [] String => Text;
    [] Cow<'_, str> => Text;
    [] [u8] => Octets;
    [N] [u8; N] => Octets;
    [] Vec<u8> => Octets;
    [] Cow<'_, [u8]> => Octets;
}

macro_rules! forward {
    ($($Pointer:ty)*) => {$(
        impl<T: Raw + ?Sized> Raw for $Pointer {
            #[inline]
            fn data(&self) -> Data<'_> {
                T::data(self)
            }
        }
    )*};
}

forward! { &T Box<T> }
