//! The query, and the fragment where there may be one.

use alloc::string::String;

use crate::component::{Fragment, Query};
use crate::edit::EditError;
use crate::grammar::Grammar;
use crate::reference::{AbsoluteIdentifier, Identifier, Reference, RelativeReference};
use crate::value::IntoComponent;

macro_rules! with_query {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the query (section 3.4).
            ///
            /// # Errors
            ///
            /// If it is no query, or the whole gets longer than 4294967295 bytes.
            ///
            /// ```
            #[doc = concat!("use urigram::{Query, ", $name, "};")]
            ///
            #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();")]
            /// uri.set_query("a=1&b=2")?;
            #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/?a=1&b=2\");")]
            /// uri.set_query(Query::encode("what is this?"))?;
            #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/?what%20is%20this?\");")]
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_query<'a>(
                &mut self,
                query: impl IntoComponent<'a, Query<'static, G>>,
            ) -> Result<(), EditError> {
                let query = query.into_text()?;
                self.edit(|editor| editor.set_query(&query))
            }

            /// Removes the query and the `?` before it. Whether there was one.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/?a=1\")?.to_owned();"
            )]
            /// assert!(uri.remove_query());
            #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/\");")]
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn remove_query(&mut self) -> bool {
                self.edit_away(|editor| editor.remove_query())
            }
        }
    )*};
}

with_query! {
    Reference "UriReference" "http:";
    Identifier "Uri" "http:";
    AbsoluteIdentifier "AbsoluteUri" "http:";
    RelativeReference "RelativeRef" "";
}

macro_rules! with_fragment {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the fragment (section 3.5).
            ///
            /// # Errors
            ///
            /// If it is no fragment, or the whole gets longer than 4294967295 bytes.
            ///
            /// ```
            #[doc = concat!("use urigram::{Fragment, ", $name, "};")]
            ///
            #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();")]
            /// uri.set_fragment(Fragment::encode("section 2"))?;
            #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/#section%202\");")]
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn set_fragment<'a>(
                &mut self,
                fragment: impl IntoComponent<'a, Fragment<'static, G>>,
            ) -> Result<(), EditError> {
                let fragment = fragment.into_text()?;
                self.edit(|editor| editor.set_fragment(&fragment))
            }

            /// Removes the fragment and the `#` before it. Whether there was one.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/#a\")?.to_owned();"
            )]
            /// assert!(uri.remove_fragment());
            #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/\");")]
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn remove_fragment(&mut self) -> bool {
                self.edit_away(|editor| editor.remove_fragment())
            }
        }
    )*};
}

with_fragment! {
    Reference "UriReference" "http:";
    Identifier "Uri" "http:";
    RelativeReference "RelativeRef" "";
}
