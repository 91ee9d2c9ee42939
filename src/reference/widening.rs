//! Conversions between grammars: URIs to and from IRIs (RFC 3987, section 3), and to and from RFC 6874.
//!
//! In: a reference, or in `components` a component, under one grammar.
//! Out: the same under the other grammar. To a wider grammar nothing is parsed, because the build has proved
//! that it accepts everything that the narrower one does; to a narrower grammar the text is parsed again.
//! Next: none.

use alloc::borrow::Cow;

use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use crate::component::{Authority, Fragment, Host, IntoComponent, Path, Query, RegName, Segment, Userinfo};
#[cfg(within_rfc3987)]
use crate::grammar::Rfc3987;
#[cfg(within_rfc6874)]
use crate::grammar::Rfc6874;
use crate::grammar::{AuthorityParts, Grammar, ParseError, Rejected, Rfc3986, Rule};
use crate::percent::Encoded;

macro_rules! widening {
    ($Wide:ident $included:ident: $($Type:ident $rule:expr;)*) => {$(
        /// Parses the text with the narrower grammar; the error has the value unchanged.
        impl<T: AsRef<str>> TryFrom<$Type<T, $Wide>> for $Type<T, Rfc3986> {
            type Error = Rejected<$Type<T, $Wide>>;

            fn try_from(wide: $Type<T, $Wide>) -> Result<Self, Self::Error> {
                match Rfc3986::components($rule, wide.text()) {
                    Ok(components) => Ok(wide.under(components)),
                    Err(error) => Err(Rejected::new(error, wide)),
                }
            }
        }

        /// The wider grammar accepts the same text with the same components, so nothing is parsed.
        #[cfg($included)]
        impl<T> From<$Type<T, Rfc3986>> for $Type<T, $Wide> {
            #[inline]
            fn from(narrow: $Type<T, Rfc3986>) -> Self {
                let components = narrow.components;
                narrow.under(components)
            }
        }
    )*};
    ($Wide:ident $included:ident) => {
        widening! { $Wide $included:
            UriReference Rule::URI_reference;
            Uri Rule::URI;
            AbsoluteUri Rule::absolute_URI;
            RelativeRef Rule::relative_ref;
        }
    };
}

widening!(Rfc3987 within_rfc3987);
widening!(Rfc6874 within_rfc6874);

// Conversion of a component under a narrower grammar to one under a wider grammar.

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
