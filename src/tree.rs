//! pest's parse tree, for those who want to look at it.
//!
//! This is the readable way through `uri.pest`: the parser that pest_derive generates from it, and
//! pest's own types. The rest of the crate does not need it, and no other item of the crate shows a
//! type of pest's. A tree takes memory in proportion to the number of its nodes.
//!
//! ```
//! use urigram::{Rule, tree};
//!
//! let uri = tree::parse(Rule::URI, "urn:a:b#c")?.next().unwrap();
//! let inner: Vec<_> = uri.into_inner().map(|node| (node.as_rule(), node.as_str())).collect();
//! assert_eq!(inner[0], (tree::Node::scheme, "urn"));
//! assert_eq!(inner[2], (tree::Node::fragment, "c"));
//! # Ok::<(), urigram::ParseError>(())
//! ```

pub use pest::iterators::{Pair, Pairs};

use crate::Rule;
use crate::components::Components;
use crate::error::{Fault, ParseError};
use crate::grammar::{Grammar, Rfc3986, pest_tree};

pub use pest_tree::Rule as Node;

/// Matches the whole of `text` against `rule` and gives the tree: one node for the rule, with nodes
/// below it. A rule that is a set of characters, such as `pchar`, makes no node.
///
/// # Errors
///
/// The component to blame and the place in it, if the rule does not match the whole of `text`; or that
/// less than 64 KiB of the stack is left, which pest's parser needs.
pub fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Node>, ParseError> {
    pest_tree::whole(rule, text).ok_or_else(|| match Rfc3986::components(rule, text) {
        Err(error) => error,
        // pest gives up where little of the stack is left.
        Ok(_) => ParseError::at_start(Fault::Exhausted, rule, text),
    })
}

impl Components {
    /// Lowers a tree that matched a string of `len` bytes.
    pub(crate) fn of_tree(tree: Pairs<'_, Node>, len: usize) -> Self {
        let mut components = Self::of_len(len as u32);
        for node in tree.flatten() {
            let span = node.as_span();
            if let Some(rule) = pest_tree::capture(node.as_rule()) {
                components.capture(rule, span.start(), span.end());
            }
        }
        components
    }
}
