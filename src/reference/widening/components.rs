//! Conversion of a component under a narrower grammar to one under a wider grammar.

use alloc::borrow::Cow;

use crate::component::{Authority, Fragment, Host, IntoComponent, Path, Query, RegName, Segment, Userinfo};
#[cfg(within_rfc3987)]
use crate::grammar::Rfc3987;
#[cfg(within_rfc6874)]
use crate::grammar::Rfc6874;
use crate::grammar::{AuthorityParts, ParseError, Rfc3986};
use crate::percent::Encoded;

macro_rules! components {
    ($Wide:ident: $($Component:ident: $($Value:ty),*;)*) => {$($(
        impl<'a> IntoComponent<'a, $Component<'static, $Wide>> for $Value {
            #[inline]
            fn into_text(self) -> Result<Cow<'a, str>, ParseError> {
                IntoComponent::<$Component<'static, Rfc3986>>::into_text(self)
            }

            #[inline]
            fn is_reg_name(&self) -> bool {
                IntoComponent::<$Component<'static, Rfc3986>>::is_reg_name(self)
            }

            #[inline]
            fn parts(&self) -> Option<AuthorityParts> {
                IntoComponent::<$Component<'static, Rfc3986>>::parts(self)
            }
        }
    )*)*};
    ($Wide:ident) => {
        components! { $Wide:
            Userinfo: Userinfo<'a, Rfc3986>, Encoded<'a, Userinfo<'static, Rfc3986>>;
            Host: Host<'a, Rfc3986>, RegName<'a, Rfc3986>, Encoded<'a, RegName<'static, Rfc3986>>;
            Authority: Authority<'a, Rfc3986>;
            Path: Path<'a, Rfc3986>, Encoded<'a, Path<'static, Rfc3986>>;
            Segment: Segment<'a, Rfc3986>, Encoded<'a, Segment<'static, Rfc3986>>;
            Query: Query<'a, Rfc3986>, Encoded<'a, Query<'static, Rfc3986>>;
            Fragment: Fragment<'a, Rfc3986>, Encoded<'a, Fragment<'static, Rfc3986>>;
        }
    };
}

#[cfg(within_rfc3987)]
components!(Rfc3987);
#[cfg(within_rfc6874)]
components!(Rfc6874);
