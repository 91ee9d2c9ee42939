//! References from the trees that pest makes.

use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use crate::grammar::tree::{self, Node, Pairs};
use crate::grammar::{ParseError, Rfc3986};

macro_rules! from_tree {
    ($($Type:ident $rule:literal $name:literal $text:literal;)*) => {$(
        impl<'i> $Type<&'i str, Rfc3986> {
            /// Returns the reference whose text a tree of [`tree::parse`](crate::grammar::tree::parse) was made from,
            /// with the components that [`tree::lower`](crate::grammar::tree::lower) finds in it. The text is not
            /// parsed again, unless the tree was made by another rule than that of the type. Linear in the
            /// number of nodes.
            ///
            /// # Errors
            ///
            /// If the tree was made by another rule, and the rule of the type does not match its text; and
            /// those of [`tree::lower`](crate::grammar::tree::lower).
            ///
            /// ```
            /// use urigram::grammar::tree;
            #[doc = concat!("use urigram::{", $name, ", Rule};")]
            ///
            #[doc = concat!("let tree = tree::parse(Rule::", $rule, ", \"", $text, "\")?;")]
            #[doc = concat!("assert_eq!(", $name, "::from_tree(tree)?, ", $name, "::parse(\"", $text, "\")?);")]
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn from_tree(tree: Pairs<'i, Node>) -> Result<Self, ParseError> {
                let text = tree.as_str();
                if tree.peek().as_ref().and_then(tree::rule) != Some(Self::RULE) {
                    return Self::parse(text);
                }
                let components = tree::lower(tree)?;
                Ok(Self::known(UriReference { text, components, grammar: core::marker::PhantomData }))
            }
        }
    )*};
}

from_tree! {
    UriReference "URI_reference" "UriReference" "../b?c";
    Uri "URI" "Uri" "http://a/b#c";
    AbsoluteUri "absolute_URI" "AbsoluteUri" "http://a/b?c";
    RelativeRef "relative_ref" "RelativeRef" "../b?c";
}
