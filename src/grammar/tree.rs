//! Parse trees of `uri.pest`, with the types of pest.
//!
//! [`parse`] calls the parser that pest_derive generates from `uri.pest`, and returns the tree. [`lower`] returns the byte offsets
//! of the components, from which
//! [`UriReference::from_components_unchecked`](crate::generic::UriReference::from_components_unchecked) creates a reference.
//! The parsers of the types, such as [`Uri::parse`](crate::Uri), do not use pest: the build script compiles them from the same
//! file, and tests check that they agree with the trees. No other item of the crate exposes a type of pest.
//!
//! A tree takes memory proportional to the number of its nodes. The `Debug` output of pest's types shows the whole text,
//! including any password.
//!
//! ```
//! use urigram::grammar::tree;
//! use urigram::{Rule, UriReference};
//!
//! let tree = tree::parse(Rule::URI_reference, "urn:a:b#c")?;
//! let uri = tree.clone().next().unwrap().into_inner().next().unwrap();
//! let inner: Vec<_> = uri.into_inner().map(|node| (node.as_rule(), node.as_str())).collect();
//! assert_eq!(inner[0], (tree::Node::scheme, "urn"));
//! assert_eq!(inner[2], (tree::Node::fragment, "c"));
//!
//! let (text, components) = (tree.as_str(), tree::lower(tree)?);
//! assert_eq!(components.scheme(), Some(0..3));
//! assert_eq!(UriReference::from_components_unchecked(text, components).unwrap().fragment().unwrap(), "c");
//! # Ok::<(), urigram::ParseError>(())
//! ```

use alloc::vec::Vec;

pub use pest::iterators::{Pair, Pairs};
use pest::{RuleType, Token};

use super::captures::Capture;
use super::components::Components;
use super::error::{By, Fault, ParseError, What};
use super::generated::rfc3986::pest_tree;
use super::grammars::{Grammar, Rfc3986, unfit};
use super::lower::Lowering;
use super::rule::Rule;

pub use pest_tree::Rule as Node;

/// Matches the whole of `text` against `rule`, and returns the tree, whose root is the node of the rule. A rule that is a set
/// of characters, such as `pchar`, has no node.
///
/// # Errors
///
/// If the rule does not match the whole of `text`. The error names the component and the byte offset of the first fault. With
/// the feature `grammar`, also if less than 64 KiB of stack remain at a rule, because the rules of an edited grammar may be
/// recursive.
pub fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Node>, ParseError> {
    pest_tree::whole(rule, text).ok_or_else(|| match Rfc3986::components(rule, text) {
        Err(error) => error,
        // The compiled parser accepts the text, so pest has stopped because little stack remains.
        Ok(_) => ParseError::at_start(What::Known(Fault::OutOfStack), rule, By::Loaded, text),
    })
}

/// Returns the rule of a node, or `None` for an `EOI` node and for the node of a rule that only wraps a rule without nodes.
///
/// ```
/// use urigram::Rule;
/// use urigram::grammar::tree;
///
/// let node = tree::parse(Rule::port, "80")?.next().unwrap();
/// assert_eq!(tree::rule(&node), Some(Rule::port));
/// # Ok::<(), urigram::ParseError>(())
/// ```
pub fn rule(node: &Pair<'_, Node>) -> Option<Rule> {
    pest_tree::rule(node.as_rule())
}

/// Returns the components of the text of a tree from [`parse`]. Linear in the number of nodes.
///
/// # Errors
///
/// If the tree is only a part of the tree that [`parse`] returned, or if the library was built from an edited grammar that
/// captures a component with a span that [`Components`] cannot represent.
///
/// ```
/// use urigram::Rule;
/// use urigram::grammar::tree;
///
/// let tree = tree::parse(Rule::authority, "user@example.com:8042")?;
/// let components = tree::lower(tree)?;
/// assert_eq!(components.host(), Some(5..16));
/// assert_eq!(components.port(), Some(17..21));
/// # Ok::<(), urigram::ParseError>(())
/// ```
pub fn lower(tree: Pairs<'_, Node>) -> Result<Components, ParseError> {
    let (text, root) = (tree.get_input(), tree.peek());
    let rule = root.as_ref().and_then(rule).unwrap_or(Rule::URI_reference);
    if root.is_none_or(|root| root.as_str().len() != text.len()) {
        return Err(unfit(rule, text));
    }
    let mut lowering = Lowering::new(text.len());
    lowering.read_tree(tree, |node| pest_tree::capture(*node));
    lowering.components(Rfc3986::IN_PLACE).ok_or_else(|| unfit(rule, text))
}

impl Lowering {
    /// Records the captures of a tree. `capture` converts a rule of pest to a capture, if the rule is captured.
    pub(crate) fn read_tree<R: RuleType>(
        &mut self,
        tree: Pairs<'_, R>,
        capture: impl Fn(&R) -> Option<Capture>,
    ) {
        let mut starts = Vec::new();
        for token in tree.tokens() {
            match token {
                Token::Start { pos, .. } => starts.push(pos.pos()),
                Token::End { rule, pos } => {
                    if let (Some(start), Some(rule)) = (starts.pop(), capture(&rule)) {
                        self.capture(rule, start, pos.pos());
                    }
                }
            }
        }
    }
}
