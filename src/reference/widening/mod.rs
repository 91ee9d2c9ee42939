//! Conversions between grammars: URIs to and from IRIs (RFC 3987, section 3), and to and from RFC 6874.
//!
//! In: a reference, or in `components` a component, under one grammar.
//! Out: the same text under the other grammar. Conversion to a wider grammar parses nothing, because the build has
//! proved that the wider grammar accepts every text that the narrower one accepts. Conversion to a narrower
//! grammar parses the text again.
//! Next: none.

#[cfg(any(within_rfc3987, within_rfc6874))]
mod components;

use crate::grammar::{Grammar, Rejected, Rfc3986, Rfc3987, Rfc6874, Rule};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

macro_rules! widening {
    ($Wide:ident $included:ident: $($Type:ident $rule:expr;)*) => {$(
        /// Parses the text with the narrower grammar. The error contains the value unchanged.
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
