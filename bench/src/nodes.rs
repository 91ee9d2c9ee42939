//! The nodes of pest's parse tree, as compiled parsers report them.

use pest::RuleType;
use pest::iterators::Pairs;

/// A rule, and the start and end of its match.
pub(crate) type Node<R> = (R, u32, u32);

/// The nodes of a text, in the order in which their rules end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Nodes<R>(pub(crate) Vec<Node<R>>);

impl<R> Default for Nodes<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R> Nodes<R> {
    #[inline(always)]
    pub(crate) fn capture(&mut self, rule: R, start: usize, end: usize) {
        self.0.push(node(rule, start, end));
    }

    #[inline(always)]
    pub(crate) fn mark(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(crate) fn rewind(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

impl<R: RuleType> Nodes<R> {
    /// Returns the nodes of pest's tree. Recurses as deep as the tree.
    pub(crate) fn of(tree: Pairs<'_, R>) -> Self {
        let mut nodes = Self::default();
        nodes.add(tree);
        nodes
    }

    fn add(&mut self, pairs: Pairs<'_, R>) {
        for pair in pairs {
            let (rule, span) = (pair.as_rule(), pair.as_span());
            self.add(pair.into_inner());
            self.capture(rule, span.start(), span.end());
        }
    }
}

#[inline(always)]
fn node<R>(rule: R, start: usize, end: usize) -> Node<R> {
    (rule, start as u32, end as u32)
}
