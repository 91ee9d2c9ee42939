//! Methods that edit the query and the fragment.

use alloc::string::String;

use crate::component::{Fragment, IntoComponent, Query};
use crate::edit::EditError;
use crate::grammar::Grammar;
use crate::query::{Pairs, QueryPairs};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

macro_rules! with_query {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the query (section 3.4). The value does not include the `?` before the query: a `?` at
            /// its start is part of the query.
            ///
            /// # Errors
            ///
            /// If the value is not a valid query, or if the reference would be [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::{Query, ", $name, "};")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();"
            )]
            /// reference.set_query("a=1&b=2")?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/?a=1&b=2\");")]
            /// reference.set_query(Query::encode("what is this?"))?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/?what%20is%20this?\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn set_query<'a>(
                &mut self,
                query: impl IntoComponent<'a, Query<'static, G>>,
            ) -> Result<(), EditError> {
                let query = query.into_text()?;
                self.edit(|editor| editor.set_query(&query))
            }

            /// Removes the query and the `?` before it. Returns whether the query was defined.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/?a=1\")?.to_owned();"
            )]
            /// assert!(reference.remove_query());
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/\");")]
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn remove_query(&mut self) -> bool {
                self.remove_by(|editor| editor.remove_query())
            }

            /// Edits the [pairs](Query::pairs) of the query (section 3.4) with a function, and returns the result of the
            /// function. If no pairs remain, the query is removed.
            ///
            /// # Errors
            ///
            /// If the reference would be [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/?a=1&b=2\")?.to_owned();"
            )]
            /// reference.edit_pairs(|pairs| {
            ///     pairs.remove("b");
            ///     pairs.set("q", "x & y");
            /// })?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/?a=1&q=x%20%26%20y\");")]
            ///
            /// reference.edit_pairs(|pairs| pairs.clear())?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            #[doc(alias = "query_pairs_mut")]
            pub fn edit_pairs<T>(
                &mut self,
                edit: impl FnOnce(&mut QueryPairs<G>) -> T,
            ) -> Result<T, EditError> {
                self.edit_pairs_of(|query| query.pairs(), edit)
            }

            /// Like [`edit_pairs`](Self::edit_pairs), but for a query in the [format of HTML
            /// forms](Query::form_pairs), where a `+` is a space.
            ///
            /// # Errors
            ///
            /// If the reference would be [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();"
            )]
            /// reference.edit_form_pairs(|pairs| pairs.append("q", "1 + 1"))?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/?q=1+%2B+1\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn edit_form_pairs<T>(
                &mut self,
                edit: impl FnOnce(&mut QueryPairs<G>) -> T,
            ) -> Result<T, EditError> {
                self.edit_pairs_of(|query| query.form_pairs(), edit)
            }

            fn edit_pairs_of<T>(
                &mut self,
                pairs: fn(Query<'_, G>) -> Pairs<'_, G>,
                edit: impl FnOnce(&mut QueryPairs<G>) -> T,
            ) -> Result<T, EditError> {
                let query = Query::new(self.query().map_or("", Query::as_str));
                let mut pairs = QueryPairs::from(pairs(query));
                let outcome = edit(&mut pairs);
                self.edit(|editor| match pairs.is_empty() {
                    true => editor.remove_query().map(drop),
                    false => editor.set_query(pairs.as_str()),
                })?;
                Ok(outcome)
            }
        }
    )*};
}

with_query! {
    UriReference "UriReference" "http:";
    Uri "Uri" "http:";
    AbsoluteUri "AbsoluteUri" "http:";
    RelativeRef "RelativeRef" "";
}

macro_rules! with_fragment {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the fragment (section 3.5).
            ///
            /// # Errors
            ///
            /// If the value is not a valid fragment, or if the reference would be [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::{Fragment, ", $name, "};")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();"
            )]
            /// reference.set_fragment(Fragment::encode("section 2"))?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/#section%202\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn set_fragment<'a>(
                &mut self,
                fragment: impl IntoComponent<'a, Fragment<'static, G>>,
            ) -> Result<(), EditError> {
                let fragment = fragment.into_text()?;
                self.edit(|editor| editor.set_fragment(&fragment))
            }

            /// Removes the fragment and the `#` before it. Returns whether the fragment was defined.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/#a\")?.to_owned();"
            )]
            /// assert!(reference.remove_fragment());
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/\");")]
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn remove_fragment(&mut self) -> bool {
                self.remove_by(|editor| editor.remove_fragment())
            }
        }
    )*};
}

with_fragment! {
    UriReference "UriReference" "http:";
    Uri "Uri" "http:";
    RelativeRef "RelativeRef" "";
}
