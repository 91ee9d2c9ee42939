//! From a grammar to one that accepts more, and back.

use alloc::borrow::Cow;

use crate::authority::Authority;
use crate::component::{Fragment, Query, RegName, Segment, Userinfo};
use crate::error::{ParseError, Rejected};
use crate::grammar::{Grammar, Rfc3986, Rfc3987, Rfc6874, Rule};
use crate::host::Host;
use crate::lengths::Lengths;
use crate::path::Path;
use crate::percent::Encoded;
use crate::reference::{AbsoluteIdentifier, Identifier, Reference, RelativeReference};
use crate::value::IntoComponent;

macro_rules! widening {
    ($Wide:ident $included:ident: $($Type:ident $rule:expr;)*) => {$(
        /// Asks the narrower grammar; an error gives the value back.
        impl<T: AsRef<str>> TryFrom<$Type<T, $Wide>> for $Type<T, Rfc3986> {
            type Error = Rejected<$Type<T, $Wide>>;

            fn try_from(wide: $Type<T, $Wide>) -> Result<Self, Self::Error> {
                match Rfc3986::components($rule, wide.as_str()) {
                    Ok(components) => Ok(wide.under(components)),
                    Err(error) => Err(Rejected::new(error, wide)),
                }
            }
        }

        /// The wider grammar accepts the same text, with the same components: nothing is parsed.
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
            Reference Rule::URI_reference;
            Identifier Rule::URI;
            AbsoluteIdentifier Rule::absolute_URI;
            RelativeReference Rule::relative_ref;
        }
        values! { $Wide $included:
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

/// What is a component by the narrower grammar is one by the wider.
macro_rules! values {
    ($Wide:ident $included:ident: $($Component:ident: $($Value:ty),*;)*) => {$($(
        #[cfg($included)]
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
            fn lengths(&self) -> Option<Lengths> {
                IntoComponent::<$Component<'static, Rfc3986>>::lengths(self)
            }
        }
    )*)*};
}

widening!(Rfc3987 within_rfc3987);
widening!(Rfc6874 within_rfc6874);
