//! The two parsers of `json.pest`, and the nodes that both find.

use pest::Parser;
use pest::iterators::Pairs;

#[derive(pest_derive::Parser)]
#[grammar = "src/json/json.pest"]
struct Derived;

include!(concat!(env!("OUT_DIR"), "/json.rs"));

/// A rule, and where in the text it matched.
pub(super) type Node = (Rule, u32, u32);

/// The nodes of a text, in the order in which their rules end.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Nodes(pub(super) Vec<Node>);

impl Nodes {
    #[inline(always)]
    fn capture(&mut self, rule: Rule, start: usize, end: usize) {
        self.0.push(node(rule, start, end));
    }

    #[inline(always)]
    fn mark(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn rewind(&mut self, mark: usize) {
        self.0.truncate(mark);
    }

    /// Returns the nodes of a tree that pest made. Recursion: as deep as the tree.
    pub(super) fn of(tree: Pairs<'_, Rule>) -> Self {
        let mut nodes = Self::default();
        nodes.add(tree);
        nodes
    }

    fn add(&mut self, pairs: Pairs<'_, Rule>) {
        for pair in pairs {
            let (rule, span) = (pair.as_rule(), pair.as_span());
            self.add(pair.into_inner());
            self.capture(rule, span.start(), span.end());
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "no text here is longer")]
fn node(rule: Rule, start: usize, end: usize) -> Node {
    (rule, start as u32, end as u32)
}

/// Parses with the parser that pest_derive generates.
pub(super) fn derived(text: &str) -> Option<Pairs<'_, Rule>> {
    Derived::parse(Rule::JSON_text, text).ok()
}

/// Parses with the compiled parser.
pub(super) fn compiled(text: &str) -> Option<Nodes> {
    let mut nodes = Nodes::default();
    compiled::parse(Rule::JSON_text, text, &mut nodes).then_some(nodes)
}
