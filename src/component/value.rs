//! The values that can be converted to a component.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::authority::{Authority, Host};
use super::path::Path;
use super::simple::{Fragment, Port, Query, RegName, Scheme, Segment, Userinfo};
use crate::grammar::{AuthorityParts, Code, Grammar, HostKind, ParseError, Rfc3986, Rule, TRUSTED};
use crate::percent::{Encodable, Encoded, Raw};

/// A value that an edit or a [`Builder`](crate::build::Builder) can convert to a component `C`.
///
/// | for | value | which is |
/// |---|---|---|
/// | every component | its type, such as [`Query`], of the same grammar or RFC 3986's | the component as written |
/// | | `&str`, `&String`, `String`, `Cow<str>` | the component as written; its rule has to match |
/// | components that hold data | [`Encoded`] of the same grammar or RFC 3986's, such as from [`Query::encode`] | raw data, percent-encoded |
/// | the host | `IpAddr`, `Ipv4Addr`, `Ipv6Addr`, [`RegName`] | an address in its usual form, or a name |
/// | the port | `u16` | a number |
/// | a segment of a path | [`Segment`] | the segment as written |
/// | | `&str`, `String`, `Cow<str>`, `&[u8]`, `Vec<u8>` and the like, [`Encoded`] | raw data, percent-encoded |
///
/// A string is the component as written; encode raw data with `encode`. Segments are the exception: because they are
/// added one by one, a string is raw data, in which a `/` is not a delimiter.
///
/// ```
/// use urigram::{Query, Uri};
///
/// let mut uri = Uri::parse("http://example.com/")?.to_owned();
/// uri.set_query("q=100%25")?;
/// assert_eq!(uri, "http://example.com/?q=100%25");
/// uri.set_query(Query::encode("q=100%"))?;
/// assert_eq!(uri, "http://example.com/?q=100%25");
/// assert!(uri.set_query("q=100%").is_err());
/// uri.push_segment("100%")?;
/// assert_eq!(uri.path(), "/100%25");
/// # Ok::<(), urigram::Error>(())
/// ```
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be converted to `{C}`",
    note = "a string is the component as written; encode raw data with the component's `encode`, as in `Query::encode`"
)]
pub trait IntoComponent<'a, C>: sealed::Sealed {
    /// Returns the text. The text of a host or an authority is not checked yet.
    #[doc(hidden)]
    fn into_text(self) -> Result<Cow<'a, str>, ParseError>;

    /// Returns whether the value is known to be a registered name.
    #[doc(hidden)]
    fn is_reg_name(&self) -> bool {
        false
    }

    /// Returns the ranges of the parts of an authority, if the value is known to be one.
    #[doc(hidden)]
    fn parts(&self) -> Option<AuthorityParts> {
        None
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A component that can check a string by its rule. For hosts and authorities, `check` does nothing, because [`host`] and
/// [`authority`] parse them later.
trait Checked {
    fn check(text: &str) -> Result<(), ParseError>;
}

/// Both strings and octets are raw data of a segment.
impl<T: Raw + ?Sized> sealed::Sealed for &T {}

impl<'a, C: Checked> IntoComponent<'a, C> for &'a str {
    #[inline]
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        C::check(self).map(|()| Cow::Borrowed(self))
    }
}

impl<'a, C: Checked> IntoComponent<'a, C> for &'a String {
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        C::check(self).map(|()| Cow::Borrowed(self.as_str()))
    }
}

impl sealed::Sealed for String {}

impl<'a, C: Checked> IntoComponent<'a, C> for String {
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        C::check(&self).map(|()| Cow::Owned(self))
    }
}

impl sealed::Sealed for Cow<'_, str> {}

impl<'a, C: Checked> IntoComponent<'a, C> for Cow<'a, str> {
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        C::check(&self).map(|()| self)
    }
}

impl<C> sealed::Sealed for Encoded<'_, C> {}

impl<'a, C: Encodable> IntoComponent<'a, C> for Encoded<'a, C> {
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        Ok(self.to_cow())
    }
}

macro_rules! checked {
    ($([$($G:ident)?] $Name:ty, $By:ident $rule:ident;)*) => {$(
        impl $(<$G: Grammar>)? Checked for $Name {
            #[inline]
            fn check(text: &str) -> Result<(), ParseError> {
                $By::components(Rule::$rule, text).map(drop)
            }
        }
    )*};
}

checked! {
    [] Scheme<'static>, Rfc3986 scheme;
    [G] Userinfo<'static, G>, G userinfo;
    [] Port<'static>, Rfc3986 port;
    [G] Path<'static, G>, G path;
    [G] Query<'static, G>, G query;
    [G] Fragment<'static, G>, G fragment;
}

macro_rules! components {
    ($([$($G:ident)?] $Name:ident;)*) => {$(
        impl $(<$G: Grammar>)? sealed::Sealed for $Name<'_ $(, $G)?> {}

        impl<'a $(, $G: Grammar)?> IntoComponent<'a, $Name<'static $(, $G)?>> for $Name<'a $(, $G)?> {
            #[inline]
            fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
                Ok(Cow::Borrowed(self.as_str()))
            }
        }
    )*};
}

components! {
    [] Scheme;
    [G] Userinfo;
    [] Port;
    [G] Path;
    [G] Segment;
    [G] Query;
    [G] Fragment;
}

impl<G: Grammar> sealed::Sealed for Authority<'_, G> {}

impl<'a, G: Grammar> IntoComponent<'a, Authority<'static, G>> for Authority<'a, G> {
    #[inline]
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        Ok(Cow::Borrowed(self.as_str()))
    }

    #[inline]
    fn parts(&self) -> Option<AuthorityParts> {
        Some(self.parts())
    }
}

/// Returns the text and the kind of a host.
#[inline]
pub(crate) fn host<'a, G: Grammar>(
    host: impl IntoComponent<'a, Host<'static, G>>,
) -> Result<(Cow<'a, str>, Code), ParseError> {
    let is_name = host.is_reg_name();
    let text = host.into_text()?;
    // A registered name that does not begin with a digit cannot match `IPv4address`, so it need not be parsed again.
    if TRUSTED && is_name && !text.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        return Ok((text, HostKind::RegName.code()));
    }
    let kind = G::components(Rule::host, &text)?.host_kind_code();
    Ok((text, kind))
}

/// Returns the text of an authority, and the ranges of its parts.
#[inline]
pub(crate) fn authority<'a, G: Grammar>(
    authority: impl IntoComponent<'a, Authority<'static, G>>,
) -> Result<(Cow<'a, str>, AuthorityParts), ParseError> {
    let known = authority.parts();
    let text = authority.into_text()?;
    let parts = match known {
        Some(parts) => parts,
        None => AuthorityParts::of(&G::components(Rule::authority, &text)?, 0),
    };
    Ok((text, parts))
}

impl<G: Grammar> Checked for Authority<'static, G> {
    fn check(_: &str) -> Result<(), ParseError> {
        Ok(())
    }
}

impl<G: Grammar> Checked for Host<'static, G> {
    fn check(_: &str) -> Result<(), ParseError> {
        Ok(())
    }
}

impl<G: Grammar> sealed::Sealed for Host<'_, G> {}

impl<'a, G: Grammar> IntoComponent<'a, Host<'static, G>> for Host<'a, G> {
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        match self {
            Self::RegName(name) => name.into_text(),
            Self::Other(_, text) => Ok(Cow::Borrowed(text)),
            address => Ok(Cow::Owned(address.to_string())),
        }
    }

    #[inline]
    fn is_reg_name(&self) -> bool {
        matches!(self, Self::RegName(_))
    }
}

impl<G: Grammar> sealed::Sealed for RegName<'_, G> {}

impl<'a, G: Grammar> IntoComponent<'a, Host<'static, G>> for RegName<'a, G> {
    #[inline]
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        Ok(Cow::Borrowed(self.as_str()))
    }

    #[inline]
    fn is_reg_name(&self) -> bool {
        true
    }
}

impl<'a, G: Grammar> IntoComponent<'a, Host<'static, G>> for Encoded<'a, RegName<'static, G>> {
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        Ok(self.to_cow())
    }
}

/// Implements the conversion of addresses, in the form that [`Host`] writes.
macro_rules! addresses {
    ($($Address:ident)*) => {$(
        impl sealed::Sealed for $Address {}

        impl<'a, G: Grammar> IntoComponent<'a, Host<'static, G>> for $Address {
            fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
                Host::<G>::from(self).into_text()
            }
        }
    )*};
}

addresses! { IpAddr Ipv4Addr Ipv6Addr }

impl sealed::Sealed for u16 {}

impl<'a> IntoComponent<'a, Port<'static>> for u16 {
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        Ok(Cow::Owned(self.to_string()))
    }
}

impl<'a, G: Grammar, T: Raw + ?Sized> IntoComponent<'a, Segment<'static, G>> for &'a T {
    fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
        Ok(Encoded::<Segment<'static, G>>::new(self).to_cow())
    }
}

/// Implements the conversion of owned raw data to a segment.
macro_rules! segments {
    ($($Raw:ty),*) => {$(
        impl<'a, G: Grammar> IntoComponent<'a, Segment<'static, G>> for $Raw {
            fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
                Ok(Cow::Owned(Encoded::<Segment<'static, G>>::new(&self).to_cow().into_owned()))
            }
        }
    )*};
}

impl sealed::Sealed for Vec<u8> {}
impl sealed::Sealed for Cow<'_, [u8]> {}

segments! { String, Cow<'a, str>, Vec<u8>, Cow<'a, [u8]> }
